package org.icsqlite.jdbc;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.logging.Logger;

/**
 * The driver for {@code jdbc:icsqlite:} URLs; {@link DriverManager} finds it through the service
 * file. Thread-safe.
 */
public final class IcSqliteDriver implements Driver {

  static {
    try {
      DriverManager.registerDriver(new IcSqliteDriver());
    } catch (SQLException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Used by the service loader. */
  public IcSqliteDriver() {}

  /**
   * Opens a connection.
   *
   * @return the connection, or null when the URL is for another driver
   * @throws SQLException SQLState 08001 when the URL is wrong or the image cannot be opened; the
   *     cause is a StableMemoryException with the kind of fault where the image is at fault
   */
  @Override
  public Connection connect(String url, Properties info) throws SQLException {
    if (!acceptsURL(url)) {
      return null;
    }
    return IcSqliteConnection.open(
        ConnectionSettings.parse(url, info == null ? new Properties() : info));
  }

  @Override
  public boolean acceptsURL(String url) {
    return ConnectionSettings.accepts(url);
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
    List<DriverPropertyInfo> keys = new ArrayList<>();
    for (Setting setting : Setting.values()) {
      String given = info == null ? null : info.getProperty(setting.key());
      DriverPropertyInfo key =
          new DriverPropertyInfo(setting.key(), given == null ? setting.defaultValue() : given);
      key.description = setting.description();
      key.choices = setting.choices();
      keys.add(key);
    }
    return keys.toArray(DriverPropertyInfo[]::new);
  }

  @Override
  public int getMajorVersion() {
    return DriverVersion.major();
  }

  @Override
  public int getMinorVersion() {
    return DriverVersion.minor();
  }

  /** False: SQLite is not SQL-92 entry level in all points that JDBC asks for. */
  @Override
  public boolean jdbcCompliant() {
    return false;
  }

  @Override
  public Logger getParentLogger() {
    return Logger.getLogger("org.icsqlite");
  }
}
