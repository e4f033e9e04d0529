package org.icsqlite.migrations.flyway;

import org.flywaydb.core.api.configuration.Configuration;
import org.flywaydb.core.internal.database.base.Database;
import org.flywaydb.core.internal.database.base.Table;
import org.flywaydb.core.internal.jdbc.JdbcConnectionFactory;
import org.flywaydb.core.internal.jdbc.StatementInterceptor;

/**
 * A database in stable memory as Flyway sees it: as SQLite, with one connection for the history and
 * the migrations, so that a migration and its row of the history are one transaction.
 */
final class FlywayDatabase extends Database<FlywayConnection> {

  FlywayDatabase(
      Configuration configuration,
      JdbcConnectionFactory connectionFactory,
      StatementInterceptor interceptor) {
    super(configuration, connectionFactory, interceptor);
  }

  @Override
  protected FlywayConnection doGetConnection(java.sql.Connection connection) {
    return new FlywayConnection(this, connection);
  }

  /** Every version of SQLite that the driver brings along will do. */
  @Override
  public void ensureSupported(Configuration configuration) {}

  /** The table as Flyway makes it in SQLite, so that one history serves both. */
  @Override
  @SuppressWarnings("rawtypes") // so in Flyway
  public String getRawCreateScript(Table table, boolean baseline) {
    String name = table.getName();
    return """
        CREATE TABLE %s (
            "installed_rank" INT NOT NULL PRIMARY KEY,
            "version" VARCHAR(50),
            "description" VARCHAR(200) NOT NULL,
            "type" VARCHAR(20) NOT NULL,
            "script" VARCHAR(1000) NOT NULL,
            "checksum" INT,
            "installed_by" VARCHAR(100) NOT NULL,
            "installed_on" TEXT NOT NULL DEFAULT (strftime('%%Y-%%m-%%d %%H:%%M:%%f','now')),
            "execution_time" INT NOT NULL,
            "success" BOOLEAN NOT NULL
        );
        %sCREATE INDEX %s ON %s ("success");
        """
        .formatted(
            table,
            baseline ? getBaselineStatement(table) + ";\n" : "",
            quote(table.getSchema().getName(), name + "_s_idx"),
            quote(name));
  }

  /** SQLite has no users. */
  @Override
  protected String doGetCurrentUser() {
    return "";
  }

  @Override
  public boolean supportsDdlTransactions() {
    return true;
  }

  @Override
  public String getBooleanTrue() {
    return "1";
  }

  @Override
  public String getBooleanFalse() {
    return "0";
  }

  @Override
  public String doQuote(String identifier) {
    return '"' + identifier.replace("\"", "\"\"") + '"';
  }

  @Override
  public boolean catalogIsSchema() {
    return true;
  }

  @Override
  public boolean useSingleConnection() {
    return true;
  }
}
