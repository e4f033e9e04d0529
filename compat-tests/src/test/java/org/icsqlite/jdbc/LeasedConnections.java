package org.icsqlite.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import org.icsqlite.vfs.EngineLease;

/** Opens several connections to one memory that a test has made. */
public final class LeasedConnections {

  private LeasedConnections() {}

  /**
   * As the driver opens {@code jdbc:icsqlite:}, but in the engine given.
   *
   * @param lease stays open; the connection gets a share of its own
   */
  public static Connection open(EngineLease lease, String options) throws SQLException {
    ConnectionSettings settings =
        ConnectionSettings.parse("jdbc:icsqlite::memory:?" + options, new Properties());
    EngineLease share = lease.share();
    return IcSqliteConnection.open(
        settings, Resources.acquire(settings, NativeLibrary.get(), () -> share));
  }
}
