package org.icsqlite.jdbc;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.logging.Logger;
import org.icsqlite.error.SqlState;

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
  public boolean acceptsURL(String url) throws SQLException {
    if (url == null) {
      throw new SQLNonTransientConnectionException("The URL is null", SqlState.CANNOT_CONNECT);
    }
    return ConnectionUrl.accepts(url);
  }

  /**
   * The keys, each with the value that a connection would get from the URL and the properties;
   * while one of them is not valid, with what the properties say, or the default.
   */
  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
    Properties given = info == null ? new Properties() : info;
    Optional<ConnectionSettings> settings = settings(url, given);
    List<DriverPropertyInfo> keys = new ArrayList<>();
    for (Setting setting : Setting.values()) {
      String value =
          settings
              .map(valid -> valid.value(setting))
              .orElseGet(() -> given.getProperty(setting.key(), setting.defaultValue()));
      DriverPropertyInfo key = new DriverPropertyInfo(setting.key(), value);
      key.description = setting.description();
      key.choices = setting.choices();
      keys.add(key);
    }
    return keys.toArray(DriverPropertyInfo[]::new);
  }

  private static Optional<ConnectionSettings> settings(String url, Properties info) {
    if (!ConnectionUrl.accepts(url)) {
      return Optional.empty();
    }
    try {
      return Optional.of(ConnectionSettings.parse(url, info));
    } catch (SQLException e) {
      return Optional.empty();
    }
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
