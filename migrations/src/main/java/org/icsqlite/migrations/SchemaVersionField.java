package org.icsqlite.migrations;

import java.sql.SQLException;

/**
 * What a connection offers beside JDBC when its database keeps the version of its schema outside of
 * SQLite, as an image of ic-sqlite-vfs does in its superblock. The runner reaches it with {@link
 * java.sql.Connection#unwrap}; a connection without it is migrated all the same.
 */
public interface SchemaVersionField {

  /**
   * Raises the version; does nothing when it is as high already. No transaction is open.
   *
   * @param version an unsigned number
   * @throws SQLException when it cannot be written
   */
  void raiseSchemaVersion(long version) throws SQLException;
}
