package org.icsqlite.migrations.flyway;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.List;
import org.flywaydb.core.internal.database.base.Schema;
import org.flywaydb.core.internal.jdbc.JdbcTemplate;

/** The tables and views of the database. */
final class FlywaySchema extends Schema<FlywayDatabase, FlywayTable> {

  private static final String FEATURE_NOT_SUPPORTED = "0A000";

  /** Tables that are not SQLite's own. Virtual tables have no page of their own. */
  private static final String TABLES = "type = 'table' AND lower(substr(name, 1, 7)) <> 'sqlite_'";

  FlywaySchema(JdbcTemplate template, FlywayDatabase database, String name) {
    super(template, database, name);
  }

  private List<String> names(String condition) throws SQLException {
    return jdbcTemplate.queryForStringList(
        "SELECT name FROM " + this + ".sqlite_schema WHERE " + condition + " ORDER BY rowid");
  }

  @Override
  protected boolean doExists() throws SQLException {
    return jdbcTemplate.queryForInt(
            "SELECT count(*) FROM pragma_database_list WHERE name = ? COLLATE NOCASE", name)
        > 0;
  }

  @Override
  protected boolean doEmpty() throws SQLException {
    return names(TABLES).isEmpty();
  }

  @Override
  protected void doCreate() throws SQLException {
    throw onlyMain();
  }

  @Override
  protected void doDrop() throws SQLException {
    throw onlyMain();
  }

  private SQLException onlyMain() {
    return new SQLFeatureNotSupportedException(
        "a database in stable memory has the schema main and no " + name, FEATURE_NOT_SUPPORTED);
  }

  /**
   * Drops every view and table in one transaction; triggers and indexes go with them, and the
   * tables behind a virtual table with it.
   */
  @Override
  protected void doClean() throws SQLException {
    Connection connection = jdbcTemplate.getConnection();
    boolean autoCommit = connection.getAutoCommit();
    // Ends the transaction that Flyway has begun and not used: the pragma has no effect in one.
    connection.setAutoCommit(true);
    boolean foreignKeys = jdbcTemplate.queryForBoolean("PRAGMA foreign_keys");
    try {
      jdbcTemplate.execute("PRAGMA foreign_keys = OFF");
      dropAll(connection);
    } finally {
      if (foreignKeys) {
        jdbcTemplate.execute("PRAGMA foreign_keys = ON");
      }
      connection.setAutoCommit(autoCommit);
    }
  }

  private void dropAll(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try {
      dropEach("VIEW", "type = 'view'");
      dropEach("TABLE", TABLES + " AND rootpage = 0");
      dropEach("TABLE", TABLES);
      connection.commit();
    } catch (SQLException | RuntimeException e) {
      try {
        connection.rollback();
      } catch (SQLException again) {
        e.addSuppressed(again);
      }
      throw e;
    } finally {
      connection.setAutoCommit(true);
    }
  }

  private void dropEach(String kind, String condition) throws SQLException {
    for (String dropped : names(condition)) {
      jdbcTemplate.execute("DROP " + kind + " " + database.quote(name, dropped));
    }
  }

  @Override
  protected FlywayTable[] doAllTables() throws SQLException {
    return names(TABLES).stream().map(this::getTable).toArray(FlywayTable[]::new);
  }

  @Override
  public FlywayTable getTable(String tableName) {
    return new FlywayTable(jdbcTemplate, database, this, tableName);
  }
}
