package org.icsqlite.differential;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** The metadata of columns of every declared type, and of the database. */
final class DescriptionSteps implements Part {

  private static final List<String> TYPES =
      List.of(
          "",
          "INT",
          "INTEGER",
          "TINYINT",
          "SMALLINT",
          "MEDIUMINT",
          "BIGINT",
          "UNSIGNED BIG INT",
          "INT2",
          "INT8",
          "CHARACTER(20)",
          "VARCHAR(255)",
          "VARYING CHARACTER(255)",
          "NCHAR(55)",
          "NATIVE CHARACTER(70)",
          "NVARCHAR(100)",
          "TEXT",
          "CLOB",
          "BLOB",
          "REAL",
          "DOUBLE",
          "DOUBLE PRECISION",
          "FLOAT",
          "NUMERIC",
          "DECIMAL(10,5)",
          "DECIMAL",
          "BOOLEAN",
          "BIT",
          "DATE",
          "TIME",
          "DATETIME",
          "TIMESTAMP",
          "STRING",
          "JSON",
          "UUID",
          "ANYTHING");

  private static final List<String> VALUES =
      List.of("NULL", "1", "9223372036854775807", "1.5", "'text'", "x'00'");

  private static final List<String> EXPRESSIONS =
      List.of(
          "1",
          "'x'",
          "NULL",
          "1.5",
          "count(*)",
          "CAST(1 AS BOOLEAN)",
          "cast(1 as boolean)",
          "cast('1' as varchar(20))",
          "CAST('1' AS DECIMAL(10,5))",
          "id",
          "rowid",
          "id + 1",
          "t.id AS other",
          "(SELECT id FROM t)");

  private static List<Method> columnMethods() {
    return Arrays.stream(ResultSetMetaData.class.getMethods())
        .filter(method -> Arrays.equals(method.getParameterTypes(), new Class<?>[] {int.class}))
        .sorted(Comparator.comparing(Method::getName))
        .toList();
  }

  @Override
  public void run(Side side, Outcomes outcomes) throws Exception {
    try (Connection connection = side.open("CREATE TABLE t(id INTEGER PRIMARY KEY, n INT)")) {
      try (Statement statement = connection.createStatement()) {
        for (String type : TYPES) {
          statement.execute("CREATE TABLE d(c " + type + " NOT NULL ON CONFLICT IGNORE)");
          describe(connection, "SELECT c FROM d", "column " + type, outcomes);
          statement.execute("DROP TABLE d");
          statement.execute("CREATE TABLE d(c " + type + ")");
          for (String value : VALUES) {
            statement.execute("INSERT INTO d VALUES(" + value + ")");
            try (ResultSet row = statement.executeQuery("SELECT c FROM d")) {
              row.next();
              String step = "column " + type + " of " + value;
              outcomes.record(step, () -> row.getObject(1));
              outcomes.record(step + " type", () -> row.getMetaData().getColumnType(1));
              outcomes.record(step + " type name", () -> row.getMetaData().getColumnTypeName(1));
              outcomes.record(step + " class", () -> row.getMetaData().getColumnClassName(1));
            }
            statement.execute("DELETE FROM d");
          }
          statement.execute("DROP TABLE d");
        }
      }
      for (String expression : EXPRESSIONS) {
        describe(
            connection, "SELECT " + expression + " FROM t", "expression " + expression, outcomes);
      }
    }
    database(side, outcomes);
  }

  private static void describe(Connection connection, String query, String step, Outcomes outcomes)
      throws Exception {
    try (PreparedStatement statement = connection.prepareStatement(query)) {
      ResultSetMetaData metaData = statement.getMetaData();
      for (Method method : columnMethods()) {
        outcomes.record(step + " " + method.getName(), () -> method.invoke(metaData, 1));
      }
      outcomes.record(step + " column 0", () -> metaData.getColumnName(0));
      outcomes.record(step + " column 2", () -> metaData.getColumnName(2));
    }
  }

  private static void database(Side side, Outcomes outcomes) throws Exception {
    try (Connection connection =
        side.open(
            "CREATE TABLE author(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
            "CREATE TABLE book(isbn VARCHAR(13) PRIMARY KEY, author INT NOT NULL DEFAULT 0,"
                + " CONSTRAINT fk_author FOREIGN KEY(author) REFERENCES author(id))",
            "CREATE VIEW books AS SELECT * FROM book")) {
      DatabaseMetaData metaData = connection.getMetaData();
      for (Method method : DatabaseMetaData.class.getMethods()) {
        Class<?>[] types = method.getParameterTypes();
        String step = "database " + method.getName();
        if (types.length == 0 && method.getReturnType() != Connection.class) {
          outcomes.record(step, () -> method.invoke(metaData));
        } else if (Arrays.equals(types, new Class<?>[] {int.class})) {
          for (int argument = 0; argument < 12; argument++) {
            int given = argument;
            outcomes.record(step + " " + given, () -> method.invoke(metaData, given));
          }
        }
      }
      outcomes.record("database tables", () -> metaData.getTables(null, null, "%", null));
      outcomes.record("database no tables", () -> metaData.getTables(null, null, "absent", null));
      outcomes.record("database columns", () -> metaData.getColumns(null, null, "book", "%"));
      outcomes.record("database keys", () -> metaData.getPrimaryKeys(null, null, "book"));
      outcomes.record("database imported", () -> metaData.getImportedKeys(null, null, "book"));
      outcomes.record("database exported", () -> metaData.getExportedKeys(null, null, "author"));
      outcomes.record(
          "database indexes", () -> metaData.getIndexInfo(null, null, "author", false, true));
      outcomes.record("database procedures", () -> metaData.getProcedures(null, null, "%"));
      outcomes.record("database functions", () -> metaData.getFunctions(null, null, "%"));
      outcomes.record("database types", () -> metaData.getUDTs(null, null, "%", null));
    }
  }
}
