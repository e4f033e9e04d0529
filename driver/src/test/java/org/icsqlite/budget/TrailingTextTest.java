package org.icsqlite.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.SQLException;
import java.util.List;
import org.icsqlite.jdbc.IcSqliteConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What may stand behind the one statement of a typed call: after SQLite's own end of it nothing but
 * blanks of ASCII, as in the crate. What ordinary statements have left in the cache does not
 * matter.
 */
class TrailingTextTest {

  private static final String REFUSAL = "SQL contains trailing text after the first statement";
  private static final String INSERT = "INSERT INTO t(body) VALUES ('x')";

  private IcSqliteConnection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = Budgets.open("");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private List<Long> query(String sql) throws SQLException {
    return connection.query(sql, QueryBudget.defaults(), row -> row.getLong(1)).rows();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "%s",
        "%s;",
        "%s ; ",
        "%s;\t\n\f\r ",
        ";%s",
        ";; %s;",
        "-- c\n%s",
        "%s -- c",
        "%s /* c */",
        "%s /* c */ ;",
        "%s -- ;;",
        "/* é */ %s;\n"
      })
  void oneStatementMayEndInASemicolonAndBlanks(String form) throws SQLException {
    String select = form.replace("%s", "SELECT 7");
    String insert = form.replace("%s", INSERT);
    for (int i = 0; i < 2; i++) {
      assertEquals(List.of(7L), query(select));
      assertEquals(1, connection.update(insert, UpdateBudget.defaults()).changes());
      Budgets.run(connection, select);
      Budgets.run(connection, insert);
    }
    assertEquals(4, Budgets.number(connection, "SELECT count(*) FROM t"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "%s;;",
        "%s ;;",
        "%s; ;\n",
        "%s; -- c",
        "%s; /* c */",
        "%s;--",
        "%s;\u000B",
        "%s;\u001C",
        "%s;\u00A0",
        "%s; é",
        "%s; SELECT 1",
        "%s;;%s",
        "/* é */ %s;;"
      })
  void anythingElseBehindItIsRefused(String form) throws SQLException {
    String select = form.replace("%s", "SELECT 7");
    String insert = form.replace("%s", INSERT);
    refused(select, insert);
    assertEquals(0, Budgets.number(connection, "SELECT count(*) FROM t"));
    // Ordinary statements take what they can of it, and leave it in the cache.
    for (String sql : List.of(select, insert)) {
      try {
        Budgets.run(connection, sql);
      } catch (SQLException e) {
        assertEquals("42000", e.getSQLState());
      }
    }
    long rows = Budgets.number(connection, "SELECT count(*) FROM t");
    refused(select, insert);
    assertEquals(rows, Budgets.number(connection, "SELECT count(*) FROM t"));
    assertEquals(List.of(7L), query("SELECT 7"));
  }

  private void refused(String select, String insert) {
    assertEquals("42000", Budgets.refused(REFUSAL, () -> query(select)).getSQLState());
    Budgets.refused(REFUSAL, () -> connection.update(insert, UpdateBudget.defaults()));
  }
}
