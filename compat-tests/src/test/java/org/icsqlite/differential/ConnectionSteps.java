package org.icsqlite.differential;

import java.io.File;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;
import org.sqlite.jdbc3.JDBC3Statement;

/** URLs and properties, and what of sqlite-jdbc's own can be reached through a connection. */
final class ConnectionSteps implements Part {

  private static final List<String> PRAGMAS =
      List.of(
          "analysis_limit",
          "automatic_index",
          "auto_vacuum",
          "busy_timeout",
          "cache_size",
          "cache_spill",
          "cell_size_check",
          "checkpoint_fullfsync",
          "defer_foreign_keys",
          "encoding",
          "foreign_keys",
          "fullfsync",
          "ignore_check_constraints",
          "journal_mode",
          "journal_size_limit",
          "legacy_alter_table",
          "locking_mode",
          "max_page_count",
          "mmap_size",
          "page_size",
          "query_only",
          "read_uncommitted",
          "recursive_triggers",
          "reverse_unordered_selects",
          "secure_delete",
          "synchronous",
          "temp_store",
          "threads",
          "trusted_schema",
          "user_version",
          "wal_autocheckpoint",
          "writable_schema");

  @Override
  public void run(Side side, Outcomes outcomes) throws Exception {
    urls(side, outcomes);
    configured(side, outcomes);
    pragmas(side, outcomes);
    schemaFunctions(side, outcomes);
    classes(side, outcomes);
    replaced(side, outcomes);
    again(side, outcomes);
  }

  private static void urls(Side side, Outcomes outcomes) {
    url(side, outcomes, "empty", "");
    url(side, outcomes, "empty with a key", "?foreign_keys=on");
    url(side, outcomes, "memory", ":memory:?foreign_keys=on&&synchronous=OFF");
    url(side, outcomes, "key unknown", ":memory:?foreign_keys=on&nonsense=1");
    // sqlite-jdbc takes a key that it does not know for part of the name, and makes that file.
    new File(":memory:?nonsense=1").deleteOnExit();
    url(side, outcomes, "key without value", ":memory:?foreign_keys=on&synchronous");
    url(side, outcomes, "key twice", ":memory:?foreign_keys=off&foreign_keys=on");
    url(side, outcomes, "pragma", ":memory:?journal_mode=OFF");
    url(side, outcomes, "URI", "file::memory:?cache=shared");
    url(side, outcomes, "resource", ":resource:nowhere.db");
  }

  private static void url(Side side, Outcomes outcomes, String step, String location) {
    outcomes.record("url " + step, () -> foreignKeys(side, location, new Properties()));
  }

  private static Object foreignKeys(Side side, String location, Properties properties)
      throws Exception {
    try (Connection connection = DriverManager.getConnection(side.prefix() + location, properties);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("PRAGMA foreign_keys")) {
      row.next();
      return row.getInt(1);
    }
  }

  private static void configured(Side side, Outcomes outcomes) {
    SQLiteConfig config = new SQLiteConfig();
    outcomes.record("config plain", () -> foreignKeys(side, ":memory:", config.toProperties()));
    config.enforceForeignKeys(true);
    outcomes.record("config keys", () -> foreignKeys(side, ":memory:", config.toProperties()));
    config.setReadOnly(true);
    outcomes.record("config read-only", () -> foreignKeys(side, ":memory:", config.toProperties()));
  }

  private static void pragmas(Side side, Outcomes outcomes) throws Exception {
    try (Connection connection = DriverManager.getConnection(side.prefix());
        Statement statement = connection.createStatement()) {
      for (String pragma : PRAGMAS) {
        outcomes.record(
            "default " + pragma,
            () -> {
              try (ResultSet row = statement.executeQuery("PRAGMA " + pragma)) {
                return row.next() ? row.getObject(1) : "none";
              }
            });
      }
    }
  }

  private static void schemaFunctions(Side side, Outcomes outcomes) throws Exception {
    try (Connection connection = side.open("CREATE VIEW v AS SELECT reverse('abc') AS r")) {
      outcomes.record("function", () -> StatementSteps.content(connection, "SELECT reverse('ab')"));
      outcomes.record("function in a view", () -> StatementSteps.content(connection, "TABLE v"));
      outcomes.record(
          "function of a view", () -> StatementSteps.content(connection, "SELECT r FROM v"));
    }
  }

  private static void classes(Side side, Outcomes outcomes) throws Exception {
    try (Connection connection = side.open();
        Statement statement = connection.createStatement()) {
      outcomes.record(
          "class connection", () -> connection.unwrap(SQLiteConnection.class) == connection);
      outcomes.record("class statement", () -> statement.isWrapperFor(JDBC3Statement.class));
      outcomes.record("connection unwrap wrongly", () -> connection.unwrap(Statement.class));
    }
  }

  private static void replaced(Side side, Outcomes outcomes) throws Exception {
    try (Connection connection = side.open("CREATE TABLE t(a)", "INSERT INTO t VALUES(1)")) {
      SQLiteConnection theirs = connection.unwrap(SQLiteConnection.class);
      byte[] copy = theirs.serialize("main");
      outcomes.record("replace serialize", () -> copy.length > 0);
      outcomes.recordCall("replace deserialize", () -> theirs.deserialize("main", copy));
      outcomes.record(
          "replace content", () -> StatementSteps.content(connection, "SELECT a FROM t"));
    }
  }

  private static void again(Side side, Outcomes outcomes) throws Exception {
    try (Connection connection = side.open();
        PreparedStatement statement = connection.prepareStatement("SELECT ?")) {
      statement.setInt(1, 1);
      ResultSet first = statement.executeQuery();
      statement.setInt(1, 2);
      ResultSet second = statement.executeQuery();
      outcomes.record("rows closed by the next execution", first::next);
      outcomes.recordCall("again close", first::close);
      outcomes.record("again rows", second::next);
    }
  }
}
