package org.icsqlite.migrations.flyway;

import java.sql.SQLException;
import java.util.concurrent.Callable;
import org.flywaydb.core.internal.database.base.Connection;
import org.flywaydb.core.internal.database.base.Table;
import org.flywaydb.core.internal.exception.FlywaySqlException;

/** A connection of the driver; its one schema is called main. */
final class FlywayConnection extends Connection<FlywayDatabase> {

  private static final String MAIN = "main";

  FlywayConnection(FlywayDatabase database, java.sql.Connection connection) {
    super(database, connection);
  }

  @Override
  protected String getCurrentSchemaNameOrSearchPath() {
    return MAIN;
  }

  @Override
  public FlywaySchema getSchema(String name) {
    return new FlywaySchema(jdbcTemplate, database, name);
  }

  /**
   * Runs the work while no other thread of this JVM migrates the same stable memory; another
   * process is kept out by the lock of the file. {@link FlywayTable} adds the write lock of the
   * database, which alone is not enough: there is no table to lock before the first migration, and
   * a migration outside of transactions cannot hold it.
   */
  @Override
  @SuppressWarnings("rawtypes") // so in Flyway
  public <T> T lock(Table table, Callable<T> work) {
    return MigrationTurn.run(url(), () -> super.lock(table, work));
  }

  private String url() {
    try {
      return getJdbcConnection().getMetaData().getURL();
    } catch (SQLException e) {
      throw new FlywaySqlException("the connection does not tell its URL", e);
    }
  }
}
