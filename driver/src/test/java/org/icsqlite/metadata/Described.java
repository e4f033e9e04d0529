package org.icsqlite.metadata;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A database in memory, its metadata, and the answers of the metadata as plain rows. */
final class Described implements AutoCloseable {

  static final String PLAIN = "jdbc:sqlite::memory:";
  static final String ICSQLITE = "jdbc:icsqlite::memory:";

  final Connection connection;
  final IcSqliteDatabaseMetaData metadata;
  private List<String> labels;
  private List<Object[]> rows;

  /** One call of the metadata. */
  @FunctionalInterface
  interface Call {
    ResultSet on(DatabaseMetaData metadata) throws SQLException;
  }

  private Described(Connection connection) {
    this.connection = connection;
    Facts facts = new Facts("jdbc:test", "icsqlite", "1.2.3", 1, 2, null, () -> false);
    metadata = new IcSqliteDatabaseMetaData(connection, facts, this::capture);
  }

  static Described by(String... statements) throws SQLException {
    return at(PLAIN, statements);
  }

  static Described at(String url, String... statements) throws SQLException {
    Described described = new Described(DriverManager.getConnection(url));
    described.execute(statements);
    return described;
  }

  void execute(String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private ResultSet capture(List<String> newLabels, List<Object[]> newRows) {
    labels = newLabels;
    rows = newRows;
    return null;
  }

  /** The labels of the answer to a call. */
  List<String> labels(Call call) throws SQLException {
    call.on(metadata);
    return labels;
  }

  /** The answer to a call: a text for each row, of these columns (all when none is named). */
  List<String> rows(Call call, String... columns) throws SQLException {
    call.on(metadata);
    List<String> wanted = columns.length == 0 ? labels : List.of(columns);
    return rows.stream()
        .map(
            row ->
                wanted.stream()
                    .map(label -> String.valueOf(row[at(label)]))
                    .collect(Collectors.joining(" | ")))
        .toList();
  }

  /** The values of one column of the answer. */
  List<Object> values(Call call, String column) throws SQLException {
    call.on(metadata);
    List<Object> values = new ArrayList<>();
    rows.forEach(row -> values.add(row[at(column)]));
    return values;
  }

  private int at(String label) {
    int at = labels.indexOf(label);
    if (at < 0) {
      throw new IllegalArgumentException(label + " is not in " + labels);
    }
    return at;
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
