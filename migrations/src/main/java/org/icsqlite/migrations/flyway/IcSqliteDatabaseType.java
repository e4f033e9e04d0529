package org.icsqlite.migrations.flyway;

import java.sql.Connection;
import java.sql.SQLException;
import org.flywaydb.core.api.ResourceProvider;
import org.flywaydb.core.api.configuration.Configuration;
import org.flywaydb.core.internal.database.sqlite.SQLiteDatabaseType;
import org.flywaydb.core.internal.exception.FlywaySqlException;
import org.flywaydb.core.internal.jdbc.JdbcConnectionFactory;
import org.flywaydb.core.internal.jdbc.StatementInterceptor;
import org.flywaydb.core.internal.parser.Parser;
import org.flywaydb.core.internal.parser.ParsingContext;

/**
 * Tells Flyway how to work with {@code jdbc:icsqlite:} URLs, and with data sources whose
 * connections have one. Flyway makes it; applications only need this module beside Flyway.
 * Thread-safe.
 */
public final class IcSqliteDatabaseType extends SQLiteDatabaseType {

  private static final String URL_PREFIX = "jdbc:icsqlite:";
  private static final String DRIVER = "org.icsqlite.jdbc.IcSqliteDriver";

  /** Used by Flyway. */
  public IcSqliteDatabaseType() {}

  @Override
  public String getName() {
    return "icsqlite";
  }

  /** Above Flyway's SQLite, which takes every connection whose product is SQLite. */
  @Override
  public int getPriority() {
    return super.getPriority() + 1;
  }

  @Override
  public boolean handlesJDBCUrl(String url) {
    return url.startsWith(URL_PREFIX);
  }

  @Override
  public String getDriverClass(String url, ClassLoader classLoader) {
    return DRIVER;
  }

  /**
   * True for connections of the driver, however they are wrapped.
   *
   * @throws FlywaySqlException when the connection cannot tell
   */
  @Override
  public boolean handlesDatabaseProductNameAndVersion(
      String productName, String productVersion, Connection connection) {
    try {
      String url = connection.getMetaData().getURL();
      return url != null && handlesJDBCUrl(url);
    } catch (SQLException e) {
      throw new FlywaySqlException("the connection does not tell its URL", e);
    }
  }

  @Override
  public FlywayDatabase createDatabase(
      Configuration configuration,
      JdbcConnectionFactory connectionFactory,
      StatementInterceptor interceptor) {
    return new FlywayDatabase(configuration, connectionFactory, interceptor);
  }

  @Override
  public Parser createParser(
      Configuration configuration, ResourceProvider resources, ParsingContext context) {
    return new FlywayParser(configuration, context);
  }
}
