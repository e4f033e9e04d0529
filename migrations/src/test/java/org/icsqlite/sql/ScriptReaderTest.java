package org.icsqlite.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.StringReader;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScriptReaderTest {

  /** Statements that run in this order, whatever stands between them. */
  private static final List<String> STATEMENTS =
      List.of(
          "CREATE TABLE t(a, \"b;\"\"c\", [d;e], `f;``g`);",
          "INSERT INTO t VALUES (1, ';', 'it''s;', x'3b');",
          "CREATE TEMP TRIGGER a AFTER INSERT ON t BEGIN SELECT 1; END;",
          "create temporary trigger b after insert on t begin select case when 1 then 2 end;"
              + " delete from t where a = 'END;'; end ;",
          "CREATE TRIGGER IF NOT EXISTS \"end;\" BEFORE DELETE ON t WHEN old.a > 5 BEGIN"
              + " UPDATE t SET a = ';END;'; /* ; */ END -- ;\n;",
          "EXPLAIN CREATE TRIGGER x AFTER INSERT ON t BEGIN SELECT 1; END;",
          "EXPLAIN QUERY PLAN SELECT 1;",
          "CREATE TABLE trigger_log(\"trigger\" TEXT);",
          "INSERT INTO t(a) VALUES (1 - -1), (4 / 2), (- 3);",
          "SELECT a AS é, :end, 1.5e3 FROM t --;\n WHERE /* ' */ a <> '--' ;",
          "DROP TRIGGER \"end;\";");

  private static List<ScriptStatement> split(String script) {
    try {
      ScriptReader reader = new ScriptReader(new StringReader(script));
      List<ScriptStatement> statements = new ArrayList<>();
      for (ScriptStatement next = reader.read(); next != null; next = reader.read()) {
        statements.add(next);
      }
      return statements;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static List<String> texts(String script) {
    return split(script).stream().map(ScriptStatement::text).toList();
  }

  @Property(tries = 300)
  void whatStandsBetweenStatementsDoesNotMatter(@ForAll("between") List<String> between) {
    StringBuilder script = new StringBuilder();
    for (int i = 0; i < STATEMENTS.size(); i++) {
      script.append(between.get(i)).append(STATEMENTS.get(i));
    }
    script.append(between.get(STATEMENTS.size()));
    assertEquals(STATEMENTS, texts(script.toString()));
  }

  @Provide
  Arbitrary<List<String>> between() {
    return Arbitraries.of(
            "", " ", "\n", "\r\n\t", ";", "-- BEGIN; it's\n", "/* END; \" */", "/**/", "--\n", "\f")
        .list()
        .ofMaxSize(4)
        .map(parts -> String.join("", parts))
        .list()
        .ofSize(STATEMENTS.size() + 1);
  }

  @Test
  void sqliteAgreesOnWhereStatementsEnd() throws SQLException {
    assertEquals(schema(List.of(String.join("\n", STATEMENTS))), schema(STATEMENTS));
    assertEquals(schema(STATEMENTS), schema(texts(String.join(" ; /* ; */ ", STATEMENTS))));
  }

  @Property(tries = 150)
  void whatSqliteRunsAsAWholeRunsInPieces(@ForAll("scripts") String script) throws SQLException {
    assertEquals(schema(List.of(script)), schema(texts(script)), script);
  }

  @Provide
  Arbitrary<String> scripts() {
    return Arbitraries.of(
            "INSERT INTO t VALUES ('END;');",
            "INSERT INTO t SELECT 1 AS [;];",
            "INSERT INTO t SELECT 2 AS `;`;",
            "INSERT INTO t SELECT 3 AS \";\";",
            "INSERT INTO t VALUES (x'3b');",
            "INSERT INTO t VALUES (coalesce($a::b(;), 4));",
            "INSERT INTO t VALUES (5 -- ;\n);",
            "INSERT INTO t VALUES (6 /* ; */);",
            "DROP TRIGGER IF EXISTS r;",
            "CREATE TRIGGER IF NOT EXISTS r AFTER DELETE ON t BEGIN SELECT 1; END;",
            "CREATE TEMP TRIGGER IF NOT EXISTS \"END;\" AFTER DELETE ON t BEGIN SELECT 1; END;",
            "/**/CREATE/**/TEMPORARY \ufeffTRIGGER IF NOT EXISTS s AFTER DELETE ON t BEGIN"
                + " SELECT CASE WHEN 1 THEN 2 END; SELECT ';END;'; /* ; */ END -- ;\n;",
            ";",
            "--\n",
            "/* ' */")
        .list()
        .ofMaxSize(6)
        .map(parts -> "CREATE TABLE t(a);" + String.join("", parts));
  }

  private static List<String> schema(List<String> scripts) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
        Statement statement = connection.createStatement()) {
      for (String script : scripts) {
        statement.executeUpdate(script);
      }
      List<String> found = new ArrayList<>();
      try (ResultSet rows =
          statement.executeQuery(
              "SELECT sql FROM sqlite_schema UNION ALL SELECT sql FROM sqlite_temp_schema"
                  + " UNION ALL SELECT a FROM t")) {
        while (rows.next()) {
          found.add(rows.getString(1));
        }
      }
      return found;
    }
  }

  @Test
  void theLineIsThatOfTheFirstToken() {
    List<ScriptStatement> statements =
        split("\n-- one\nSELECT\n1;\n\n/* two\n*/ SELECT 'a\nb'; SELECT 3;\n;\nSELECT 4");
    assertEquals(List.of(3L, 7L, 8L, 10L), statements.stream().map(ScriptStatement::line).toList());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 1",
        "SELECT 'open; SELECT 2;",
        "SELECT \"open; SELECT 2;",
        "SELECT `open; SELECT 2;",
        "SELECT [open; SELECT 2;",
        "SELECT 1 /* open; SELECT 2;",
        "CREATE TRIGGER x AFTER INSERT ON t BEGIN SELECT 1; SELECT 2;",
        "CREATE TRIGGER x AFTER INSERT ON t BEGIN SELECT 1; END x; COMMIT; END",
      })
  void aStatementWithoutAnEndIsHandedOnWhole(String script) {
    assertEquals(List.of(script), texts(script));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " \n", ";;;", "-- only\n", "-- only", "/* only", "\ufeff", "/*/;"})
  void aScriptWithoutATokenHasNoStatement(String script) {
    assertEquals(List.of(), texts(script));
  }

  @Test
  void onlyCreateTriggerHasSemicolonsInside() {
    assertEquals(
        List.of("SELECT trigger FROM create_trigger;", "BEGIN;", "END;"),
        texts("SELECT trigger FROM create_trigger; BEGIN; END;"));
    assertEquals(
        List.of("DROP TRIGGER x;", "\"CREATE\" TRIGGER x;", "CREATE TABLE trigger (a);", "END;"),
        texts("DROP TRIGGER x; \"CREATE\" TRIGGER x; CREATE TABLE trigger (a); END;"));
  }

  @Test
  void aNulCharacterIsRefusedWithItsLine() {
    for (String script : new String[] {"SELECT 1;\n\0", "SELECT\n'\0'", "--\n--\0", "/*\n\0*/"}) {
      ScriptException refused =
          assertThrows(
              ScriptException.class,
              () -> {
                ScriptReader reader = new ScriptReader(new StringReader(script));
                while (reader.read() != null) {
                  assertNotNull(reader);
                }
              });
      assertEquals(2, refused.line());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ROLLBACK TO s",
        "rollback to savepoint s",
        "ROLLBACK TRANSACTION TO s",
        "ROLLBACK TRANSACTION x TO SAVEPOINT s",
        "ROLLBACK TRANSACTION \"x\" TO s",
        "SAVEPOINT \"BEGIN\"",
        "RELEASE s",
        "EXPLAIN BEGIN",
        "SELECT 'COMMIT'",
        "\"BEGIN\"",
        "begin_x"
      })
  void savepointsAreNoTransactionControl(String sql) {
    assertNull(split(sql).get(0).transactionControl());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "BEGIN",
        "begin immediate;",
        "/* */ Commit ;",
        "END",
        "END TRANSACTION",
        "ROLLBACK",
        "ROLLBACK;",
        "ROLLBACK TRANSACTION",
        "ROLLBACK TRANSACTION \"TO\"",
        "ROLLBACK -- TO s",
        "VACUUM",
        "VACUUM main"
      })
  void whatBeginsOrEndsATransactionIsFound(String sql) {
    assertNotNull(split(sql).get(0).transactionControl());
  }
}
