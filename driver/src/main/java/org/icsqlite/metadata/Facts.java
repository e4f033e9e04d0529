package org.icsqlite.metadata;

import java.sql.SQLException;

/**
 * What the driver knows and the database cannot be asked.
 *
 * @param url the URL that the connection was opened with
 * @param driverName the name of the driver
 * @param driverVersion its version as text
 * @param driverMajor its major version
 * @param driverMinor its minor version
 * @param databaseProductVersion the version of SQLite as text, or null to ask the database
 * @param readOnly whether the connection is read-only at present
 */
public record Facts(
    String url,
    String driverName,
    String driverVersion,
    int driverMajor,
    int driverMinor,
    String databaseProductVersion,
    ReadOnly readOnly) {

  /** Answers whether a connection is read-only. */
  @FunctionalInterface
  public interface ReadOnly {
    boolean get() throws SQLException;
  }
}
