package org.icsqlite.migrations.flyway;

import java.sql.SQLException;
import org.flywaydb.core.internal.database.base.Table;
import org.flywaydb.core.internal.jdbc.JdbcTemplate;
import org.flywaydb.core.internal.strategy.RetryStrategy;

/** A table of the database. */
final class FlywayTable extends Table<FlywayDatabase, FlywaySchema> {

  private static final int PRIMARY_CODE = 0xff;
  private static final int BUSY = 5;

  FlywayTable(JdbcTemplate template, FlywayDatabase database, FlywaySchema schema, String name) {
    super(template, database, schema, name);
  }

  @Override
  protected boolean doExists() throws SQLException {
    return schema.exists()
        && jdbcTemplate.queryForInt(
                "SELECT count(*) FROM "
                    + database.quote(schema.getName())
                    + ".sqlite_schema WHERE type = 'table' AND name = ? COLLATE NOCASE",
                name)
            > 0;
  }

  @Override
  protected void doDrop() throws SQLException {
    jdbcTemplate.execute("DROP TABLE " + this);
  }

  /**
   * Takes the write lock of the database as the first thing of the transaction, so that what is
   * read of the history is the newest state and stays it. Waits as long as busy_timeout, and again
   * as often as Flyway's lockRetryCount says.
   */
  @Override
  protected void doLock() throws SQLException {
    new RetryStrategy()
        .doWithRetries(
            this::tryLock,
            "interrupted while waiting for the write lock of the database",
            "another connection keeps the write lock of the database: wait longer with busy_timeout"
                + " in the URL, or with Flyway's lockRetryCount");
  }

  private boolean tryLock() throws SQLException {
    try {
      // SQLite locks before it finds that there is nothing to do, and then writes no page.
      jdbcTemplate.execute("UPDATE " + this + " SET \"success\" = \"success\" WHERE 0");
      return true;
    } catch (SQLException e) {
      if ((e.getErrorCode() & PRIMARY_CODE) == BUSY) {
        return false;
      }
      throw e;
    }
  }
}
