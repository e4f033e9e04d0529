package org.icsqlite.jdbc;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * How a connection stood when it was opened, and the way back there. The pragmas are read with one
 * SELECT, and those alone that have changed are set. No budget of the URL binds what this asks and
 * runs.
 */
final class OpenedState {

  /** All that hold for one connection and can be read. */
  private static final List<String> PRAGMAS =
      List.of(
          "analysis_limit",
          "automatic_index",
          "cache_size",
          "cache_spill",
          "cell_size_check",
          "checkpoint_fullfsync",
          "count_changes",
          "defer_foreign_keys",
          "empty_result_callbacks",
          "foreign_keys",
          "full_column_names",
          "fullfsync",
          "ignore_check_constraints",
          "journal_size_limit",
          "legacy_alter_table",
          "max_page_count",
          "read_uncommitted",
          "recursive_triggers",
          "reverse_unordered_selects",
          "secure_delete",
          "short_column_names",
          "synchronous",
          "temp_store",
          "threads",
          "trusted_schema",
          "writable_schema");

  private static final String VALUES =
      PRAGMAS.stream()
          .map(pragma -> "(SELECT * FROM pragma_" + pragma + ")")
          .collect(Collectors.joining(", ", "SELECT ", ", 'a' NOT LIKE 'A'"));

  private static final String TEMPORARY =
      "SELECT 'DROP ' || type || ' IF EXISTS temp.\"' || replace(name, '\"', '\"\"') || '\"'"
          + " FROM sqlite_temp_schema WHERE type IN ('table', 'trigger', 'view')"
          + " AND substr(name, 1, 7) <> 'sqlite_' ORDER BY type = 'table'";

  private static final String ATTACHED =
      "SELECT 'DETACH \"' || replace(name, '\"', '\"\"') || '\"' FROM pragma_database_list"
          + " WHERE seq > 1";

  private final IcSqliteConnection connection;
  private final List<String> values;

  private OpenedState(IcSqliteConnection connection, List<String> values) {
    this.connection = connection;
    this.values = values;
  }

  /** Notes how a connection stands that nobody has used. */
  static OpenedState of(IcSqliteConnection connection) throws SQLException {
    return new OpenedState(connection, read(connection));
  }

  private static List<String> read(IcSqliteConnection connection) throws SQLException {
    try (PreparedStatement query = connection.prepareUnlimited(VALUES);
        ResultSet row = query.executeQuery()) {
      row.next();
      List<String> values = new ArrayList<>();
      for (int column = 1; column <= PRAGMAS.size() + 1; column++) {
        values.add(row.getString(column));
      }
      return values;
    }
  }

  IcSqliteConnection connection() {
    return connection;
  }

  /** Brings the connection back; SQLState 08003 when it is closed. */
  void restore() throws SQLException {
    connection.reset();
    runAll(ATTACHED);
    runAll(TEMPORARY);
    List<String> now = read(connection);
    for (int i = 0; i < PRAGMAS.size(); i++) {
      if (!now.get(i).equals(values.get(i))) {
        connection.setPragma(PRAGMAS.get(i), written(PRAGMAS.get(i), values.get(i)));
      }
    }
    String like = values.get(PRAGMAS.size());
    if (!now.get(PRAGMAS.size()).equals(like)) {
      connection.setPragma("case_sensitive_like", like);
    }
    connection.session().forgetLastRowid();
  }

  /** SQLite does not take its own answer for this one value. */
  private static String written(String pragma, String value) {
    return pragma.equals("secure_delete") && value.equals("2") ? "fast" : value;
  }

  /** Runs the statements that a query gives. */
  private void runAll(String source) throws SQLException {
    List<String> texts = new ArrayList<>();
    try (PreparedStatement query = connection.prepareUnlimited(source);
        ResultSet rows = query.executeQuery()) {
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
    }
    for (String text : texts) {
      try (PreparedStatement statement = connection.prepareUnlimited(text)) {
        statement.execute();
      }
    }
  }
}
