package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.Connection;
import java.sql.JDBCType;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The types of columns that are casts. */
class CastTypesTest {

  private Connection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = Urls.open("jdbc:icsqlite::memory:");
    Urls.exec(
        connection,
        "CREATE TABLE moons(name, seen)",
        "CREATE VIEW named AS SELECT CAST(name AS VARCHAR(40)) FROM moons",
        "INSERT INTO moons VALUES('Io', 1)");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private static List<String> types(ResultSetMetaData columns) throws SQLException {
    List<String> types = new ArrayList<>();
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      types.add(JDBCType.valueOf(columns.getColumnType(i)) + " " + columns.getColumnTypeName(i));
    }
    return types;
  }

  private List<String> types(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return types(rows.getMetaData());
    }
  }

  @Test
  void aCastHasItsTypeWithRowsAndWithout() throws SQLException {
    String sql = "SELECT cast(seen AS boolean), CAST(name AS CHAR(9)), CAST(seen AS BIGINT)";
    List<String> expected = List.of("BOOLEAN BOOLEAN", "CHAR CHAR", "BIGINT BIGINT");

    assertEquals(expected, types(sql + " FROM moons"));
    assertEquals(expected, types(sql + " FROM moons WHERE name IS NULL"));
    try (PreparedStatement prepared = connection.prepareStatement(sql + " FROM moons")) {
      assertEquals(expected, types(prepared.getMetaData()));
    }
  }

  @Test
  void soHaveTheColumnsOfViewsAndOfQueriesWithin() throws SQLException {
    assertEquals(List.of("VARCHAR VARCHAR"), types("SELECT * FROM named"));
    assertEquals(
        List.of("BOOLEAN BOOLEAN"),
        types("SELECT * FROM (SELECT CAST(seen AS BOOLEAN) FROM moons)"));
  }

  @Test
  void anAliasHidesItAndACastOfOtherNamesIsNone() throws SQLException {
    assertEquals(List.of("INTEGER INTEGER"), types("SELECT CAST(seen AS BOOLEAN) AS s FROM moons"));
    assertEquals(
        List.of("VARCHAR TEXT", "INTEGER INTEGER"),
        types("SELECT name AS \"cast(a AS DATE)\", CAST(seen AS BOOLEAN) + 1 FROM moons"));
  }
}
