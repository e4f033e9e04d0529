package org.icsqlite.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueryCommandTest {

  private static final String VALUES =
      "CREATE TABLE v(id INTEGER PRIMARY KEY, x);"
          + "INSERT INTO v(x) VALUES (NULL), ('NULL'), (9223372036854775807), (-1), (0.1), (2.0),"
          + " (1e300), (9e999), (-9e999), (x'00ff'), (x''), (''), ('tab' || char(9) || 'lf' ||"
          + " char(10) || 'cr' || char(13) || 'bs\\'), ('a' || char(0) || 'b'), ('é漢😀'),"
          + " ('<&\"'), (char(27) || '[31m');";

  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void create() throws IOException {
    file = Cli.database(directory.resolve("stable_memory.bin"), VALUES);
  }

  private String query(String sql, Object... more) {
    Object[] arguments = new Object[3 + more.length];
    arguments[0] = "query";
    arguments[1] = file;
    arguments[2] = sql;
    System.arraycopy(more, 0, arguments, 3, more.length);
    Cli.Result result = Cli.run(arguments).expect(ExitCode.OK);
    assertEquals("", result.err());
    return result.out();
  }

  @Test
  void theTableShowsEveryKindOfValueOnOneLine() {
    assertEquals(
        """
        id | x
        ---+--------------------
         1 | NULL
         2 | 'NULL'
         3 | 9223372036854775807
         4 | -1
         5 | 0.1
         6 | 2.0
         7 | 1.0E300
         8 | Inf
         9 | -Inf
        10 | x'00ff'
        11 | x''
        12 |\s
        13 | tab\\tlf\\ncr\\rbs\\
        14 | a\\0b
        15 | é漢😀
        16 | <&"
        17 | \\u001b[31m
        (17 rows)
        """,
        query("SELECT * FROM v"));
  }

  @Test
  void theTableAlignsNumbersRightAndWideCharactersByTheirWidth() {
    assertEquals(
        """
           n | wide | t
        -----+------+--
           1 | 漢字 | a
        NULL | ab   | b
        (2 rows)
        """,
        query("SELECT 1 AS n, '漢字' AS wide, 'a' AS t UNION ALL SELECT NULL, 'ab', 'b'"));
  }

  @Test
  void tsvKeepsEveryValueApartByEscapes() {
    assertEquals(
        """
        id\tx
        1\t\\N
        2\tNULL
        3\t9223372036854775807
        4\t-1
        5\t0.1
        6\t2.0
        7\t1.0E300
        8\tInf
        9\t-Inf
        10\tx'00ff'
        11\tx''
        12\t
        13\ttab\\tlf\\ncr\\rbs\\\\
        14\ta\\0b
        15\té漢😀
        16\t<&"
        17\t\033[31m
        """,
        query("SELECT * FROM v", "--format", "tsv"));
  }

  @Test
  void jsonIsAnArrayWithOneObjectALine() {
    String json = query("SELECT * FROM v", "--format", "json");
    assertEquals(
        """
        [
        {"id":1,"x":null},
        {"id":2,"x":"NULL"},
        {"id":3,"x":9223372036854775807},
        {"id":4,"x":-1},
        {"id":5,"x":0.1},
        {"id":6,"x":2.0},
        {"id":7,"x":1.0E300},
        {"id":8,"x":1e999},
        {"id":9,"x":-1e999},
        {"id":10,"x":{"blob":"00ff"}},
        {"id":11,"x":{"blob":""}},
        {"id":12,"x":""},
        {"id":13,"x":"tab\\tlf\\ncr\\rbs\\\\"},
        {"id":14,"x":"a\\u0000b"},
        {"id":15,"x":"é漢😀"},
        {"id":16,"x":"<&\\""},
        {"id":17,"x":"\\u001b[31m"}
        ]
        """,
        json);
    JsonArray rows = JsonParser.parseString(json).getAsJsonArray();
    assertEquals(17, rows.size());
    assertEquals(Long.MAX_VALUE, rows.get(2).getAsJsonObject().get("x").getAsLong());
  }

  @Test
  void jsonNamesAreUniqueInAnObject() {
    assertEquals(
        "[\n{\"a\":1,\"a_3\":2,\"a_2\":3,\"a_4\":4}\n]\n",
        query("SELECT 1 AS a, 2 AS a, 3 AS a_2, 4 AS a", "--format", "json"));
  }

  @Test
  void aResultWithoutRowsHasItsColumns() {
    assertEquals("id | x\n---+--\n(0 rows)\n", query("SELECT * FROM v WHERE 0"));
    assertEquals("id\tx\n", query("SELECT * FROM v WHERE 0", "--format", "tsv"));
    assertEquals("[]\n", query("SELECT * FROM v WHERE 0", "--format", "json"));
  }

  @Test
  void aTableBeyondTheMeasuredRowsGoesOnInTheSameWidths() {
    int count = TableFormat.MEASURED_ROWS + 2;
    String table =
        query(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT "
                + count
                + ") SELECT i, 'row' AS t FROM n");
    List<String> lines = table.lines().toList();
    assertEquals(count + 3, lines.size());
    assertEquals("   i | t", lines.get(0));
    assertEquals("1002 | row", lines.get(count + 1));
    assertEquals("(1002 rows)", lines.get(count + 2));
  }

  @Test
  void realsReadBackAsTheSameDouble() {
    for (double value :
        new double[] {0.1, 1.0 / 3, Double.MIN_VALUE, Double.MAX_VALUE, 5e-5, -0.0}) {
      String printed = query("SELECT ?", "--param", Double.toString(value), "--format", "tsv");
      double read = Double.parseDouble(printed.substring(printed.indexOf('\n')).strip());
      assertEquals(Double.doubleToLongBits(value), Double.doubleToLongBits(read), printed);
    }
  }

  @Test
  void parametersAreReadAsLiteralsAndElseAsText() {
    assertEquals(
        "integer\treal\tnull\tblob\ttext\ttext\ttext\n",
        query(
                "SELECT typeof(?), typeof(?), typeof(?), typeof(?), typeof(?), typeof(?), typeof(?)",
                "--format=tsv",
                "--param",
                "-7",
                "--param=1.5e3",
                "--param=null",
                "--param=x'0a'",
                "--param='12'",
                "--param=O'Brien",
                "--param=99999999999999999999")
            .lines()
            .skip(1)
            .reduce("", (all, line) -> all + line + "\n"));
    assertEquals(
        "id\n2\n", query("SELECT id FROM v WHERE x = ?", "--param", "'NULL'", "--format=tsv"));
  }

  @Test
  void tooFewAndTooManyParametersAreWrongUsage() {
    assertEquals(
        "icsqlite: the statement has 1 parameter, 0 given with --param; see icsqlite query"
            + " --help\n",
        Cli.run("query", file, "SELECT ?").expect(ExitCode.USAGE).err());
    Cli.run("query", file, "SELECT ?", "--param", "1", "--param", "2").expect(ExitCode.USAGE);
  }

  @Test
  void theStatementCanComeFromTheStandardInput() {
    Cli.Result result =
        Cli.runWithInput("-- é\nSELECT 'é;' AS x;\n", "query", file, "-", "--format", "tsv");
    assertEquals("x\né;\n", result.expect(ExitCode.OK).out());
  }

  @Test
  void bytesThatAreNoUtf8AreRefused() {
    Cli.Result result =
        Cli.runWithInput(new byte[] {'S', (byte) 0xff}, "query", file, "-").expect(ExitCode.FAILED);
    assertEquals("icsqlite: the SQL from the standard input is not valid UTF-8\n", result.err());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ;; ", "/* nothing */ -- at all", "SELECT 1; SELECT 2", "SELECT 1;;SELECT"})
  void exactlyOneStatementIsTaken(String sql) {
    Cli.Result result = Cli.run("query", file, sql).expect(ExitCode.USAGE);
    assertEquals("", result.out());
    assertTrue(result.err().startsWith("icsqlite: SQL holds "), result.err());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DELETE FROM v",
        "INSERT INTO v(x) VALUES(1) RETURNING id",
        "CREATE TABLE w(x)",
        "DROP TABLE v",
        "PRAGMA user_version = 7",
        "VACUUM",
        "WITH c AS (SELECT 1) UPDATE v SET x = 1"
      })
  void aWriteIsRefusedAndTheFileKeepsItsBytesAndItsTime(String sql) throws IOException {
    Cli.Stamp before = Cli.Stamp.of(file);
    Cli.Result result = Cli.run("query", file, sql).expect(ExitCode.FAILED);
    assertTrue(result.err().contains("(SQLState 25006"), result.err());
    assertEquals(1, result.err().lines().count(), result.err());
    assertEquals(before, Cli.Stamp.of(file));
  }

  @Test
  void wrongSqlTellsItsSqlState() {
    assertEquals(
        "icsqlite: near \"SELEC\": syntax error, at line 1, column 1 (SQLState 42000)\n",
        Cli.run("query", file, "SELEC").expect(ExitCode.FAILED).err());
    assertEquals(
        "icsqlite: no such table: nope (SQLState 42S02)\n",
        Cli.run("query", file, "SELECT * FROM nope").expect(ExitCode.FAILED).err());
  }

  @Test
  void anErrorInALaterRowComesBehindTheRowsBefore() {
    Cli.Result result =
        Cli.run(
            "query",
            file,
            "SELECT abs(column1) AS a FROM (VALUES (1), (-9223372036854775807 - 1))",
            "--format",
            "tsv");
    assertEquals("a\n1\n", result.expect(ExitCode.FAILED).out());
    assertTrue(result.err().contains("integer overflow"), result.err());
  }

  @Test
  void anotherMemoryIsAskedForByItsId() {
    Cli.runWithInput("CREATE TABLE o(x)", "exec", file, "-", "--create", "--memory-id", "7")
        .expect(ExitCode.OK);
    assertEquals(
        "name\no\n", query("SELECT name FROM sqlite_schema", "--memory-id=7", "--format=tsv"));
    Cli.Result none =
        Cli.run("query", file, "SELECT 1", "--memory-id", "8").expect(ExitCode.FAILED);
    assertTrue(none.err().contains("NO_DATABASE"), none.err());
  }
}
