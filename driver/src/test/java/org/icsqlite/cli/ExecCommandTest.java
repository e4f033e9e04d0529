package org.icsqlite.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExecCommandTest {

  @TempDir Path directory;

  private Path database() throws IOException {
    return Cli.database(
        directory.resolve("m.bin"),
        "CREATE TABLE t(id INTEGER PRIMARY KEY, x UNIQUE); INSERT INTO t VALUES (1, 'one');");
  }

  private String rows(Path file) {
    return Cli.run("query", file, "SELECT * FROM t ORDER BY id", "--format=tsv").expect(0).out();
  }

  @Test
  void aScriptFileRunsAsAWholeAndItsChangesAreCounted() throws IOException {
    Path file = database();
    Path script = directory.resolve("s.sql");
    Files.writeString(
        script,
        """
        \ufeff-- strings, identifiers and comments with semicolons
        CREATE TABLE "a;b"([c;d], `e;f`); /* ; */
        CREATE TRIGGER copy AFTER INSERT ON t BEGIN
          INSERT INTO "a;b" VALUES (CASE WHEN new.id > 1 THEN 'big;' ELSE 'small' END, new.x); -- END;
          SELECT 1;
        END;
        INSERT INTO t VALUES (2, 'it''s; two'), (3, 'é');
        SELECT * FROM t;
        SAVEPOINT s; DELETE FROM t; ROLLBACK TO s; RELEASE s
        """);
    Cli.Result result = Cli.run("exec", file, script).expect(ExitCode.OK);
    assertTrue(result.out().matches("8 statements, 5 changes, \\d+\\.\\d{3} s\n"), result.out());
    assertEquals("", result.err());
    assertEquals("id\tx\n1\tone\n2\tit's; two\n3\té\n", rows(file));
    assertEquals(
        "c;d\te;f\nbig;\tit's; two\nbig;\té\n",
        Cli.run("query", file, "SELECT * FROM \"a;b\"", "--format=tsv").expect(0).out());
  }

  @Test
  void theSummaryComesAsJsonAndTsvToo() throws IOException {
    Path file = database();
    String json =
        Cli.runWithInput("INSERT INTO t VALUES(2, 2)", "exec", file, "-", "--format", "json")
            .expect(ExitCode.OK)
            .out();
    JsonArray rows = JsonParser.parseString(json).getAsJsonArray();
    assertEquals(1, rows.get(0).getAsJsonObject().get("statements").getAsInt());
    assertEquals(1, rows.get(0).getAsJsonObject().get("changes").getAsInt());
    String tsv =
        Cli.runWithInput("", "exec", file, "-", "--format", "tsv").expect(ExitCode.OK).out();
    assertTrue(tsv.matches("statements\tchanges\telapsed_ms\n0\t0\t\\d+\n"), tsv);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "INSERT INTO nope VALUES(1)    | line 4: no such table: nope; nothing was changed (SQLState 42S02)",
        "INSERT INTO t VALUES(5,'one') | line 4: UNIQUE constraint failed: t.x; nothing was changed (SQLState 23505)",
        "INSERT OR ROLLBACK INTO t VALUES(5,'one') | UNIQUE constraint failed",
        "SELEC 1                       | line 4: near \"SELEC\": syntax error",
        "SELECT 'open                  | unrecognized token",
        "CREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT 1; | incomplete input",
        "BEGIN                         | line 4: BEGIN cannot stand in the script",
        "commit                        | line 4: COMMIT cannot stand in the script",
        "/* x */ End transaction       | line 4: END cannot stand in the script",
        "ROLLBACK                      | line 4: ROLLBACK cannot stand in the script",
        "rollback transaction          | line 4: ROLLBACK cannot stand in the script",
        "VACUUM                        | line 4: VACUUM cannot stand in the script",
        "ROLLBACK TO nowhere           | no such savepoint",
      })
  void aScriptThatFailsChangesNothing(String last, String message) throws IOException {
    Path file = database();
    Cli.Stamp before = Cli.Stamp.of(file);
    String script =
        "INSERT INTO t VALUES(2, 'two');\nUPDATE t SET x = x || '!' WHERE id = 2;\n"
            + "CREATE TABLE u(y);\n"
            + last;
    Cli.Result result = Cli.runWithInput(script, "exec", file, "-").expect(ExitCode.FAILED);
    assertTrue(result.err().startsWith("icsqlite: line 4: "), result.err());
    assertTrue(result.err().contains(message), result.err());
    assertEquals(1, result.err().lines().count(), result.err());
    assertEquals("", result.out());
    assertEquals(before, Cli.Stamp.of(file));
    assertEquals("id\tx\n1\tone\n", rows(file));
  }

  @Test
  void aCommitThatADeferredForeignKeyRefusesChangesNothing() throws IOException {
    Path file =
        Cli.database(
            directory.resolve("fk.bin"),
            "CREATE TABLE p(id INTEGER PRIMARY KEY);"
                + "CREATE TABLE c(p REFERENCES p(id) DEFERRABLE INITIALLY DEFERRED)");
    Cli.Stamp before = Cli.Stamp.of(file);
    Cli.Result result =
        Cli.runWithInput("INSERT INTO c VALUES(1)", "exec", file, "-").expect(ExitCode.FAILED);
    assertTrue(result.err().contains("SQLState 23503"), result.err());
    assertEquals(before, Cli.Stamp.of(file));
  }

  @Test
  void textThatSqliteWouldReadOnlyHalfIsRefused() throws IOException {
    Path file = database();
    Cli.Stamp before = Cli.Stamp.of(file);
    Cli.Result nul =
        Cli.runWithInput("DELETE FROM t;\nSELECT '\0'; DELETE FROM u", "exec", file, "-");
    assertTrue(
        nul.expect(ExitCode.FAILED).err().startsWith("icsqlite: line 2: the script contains a NUL"),
        nul.err());
    byte[] latin = {'D', 'E', 'L', (byte) 0xe9};
    Cli.Result malformed = Cli.runWithInput(latin, "exec", file, "-").expect(ExitCode.FAILED);
    assertTrue(malformed.err().contains("not valid UTF-8"), malformed.err());
    assertEquals(before, Cli.Stamp.of(file));
  }

  @Test
  void nothingIsCreatedWithoutBeingAskedFor() throws IOException {
    Path absent = directory.resolve("absent.bin");
    Cli.Result result =
        Cli.runWithInput("CREATE TABLE t(x)", "exec", absent, "-").expect(ExitCode.FAILED);
    assertEquals("icsqlite: " + absent + " does not exist; --create makes it\n", result.err());
    assertFalse(Files.exists(absent));

    Path file = database();
    Cli.Stamp before = Cli.Stamp.of(file);
    Cli.Result noDatabase =
        Cli.runWithInput("CREATE TABLE t(x)", "exec", file, "-", "--memory-id", "9");
    assertEquals(
        "icsqlite: memory 9 holds no database; --create makes one (SQLState 08001, NO_DATABASE)\n",
        noDatabase.expect(ExitCode.FAILED).err());
    assertEquals(before, Cli.Stamp.of(file));
  }

  @Test
  void aFileCreatedForAScriptThatFailsIsGoneAgain() {
    Path absent = directory.resolve("absent.bin");
    Cli.runWithInput("CREATE TABLE t(x); oops", "exec", absent, "-", "--create")
        .expect(ExitCode.FAILED);
    assertFalse(Files.exists(absent));
  }

  @Test
  void aDatabaseCreatedInAnExistingFileStaysEmptyAndTheMessageSaysSo() throws IOException {
    Path file = database();
    Cli.Result result =
        Cli.runWithInput("CREATE TABLE n(x); oops", "exec", file, "-", "--create", "--memory-id=9");
    assertTrue(
        result.expect(ExitCode.FAILED).err().contains("; the new database in memory 9 is empty ("),
        result.err());
    assertEquals(
        "count(*)\n0\n",
        Cli.run(
                "query",
                file,
                "SELECT count(*) FROM sqlite_schema",
                "--memory-id=9",
                "--format=tsv")
            .expect(ExitCode.OK)
            .out());
    assertEquals("id\tx\n1\tone\n", rows(file));
  }

  @Test
  void aMissingScriptIsNamed() throws IOException {
    Path script = directory.resolve("none.sql");
    Cli.Result result = Cli.run("exec", database(), script).expect(ExitCode.FAILED);
    assertEquals("icsqlite: " + script + " does not exist\n", result.err());
  }

  @Test
  void progressIsShownOnATerminalAlone() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Terminal quiet = new Terminal(null, out, out, false, false);
    Terminal loud = new Terminal(null, out, out, true, true);
    Progress hidden = new Progress(quiet, 100, 0);
    hidden.at(50, 7);
    hidden.end();
    assertEquals("", out.toString(StandardCharsets.UTF_8));
    Progress shown = new Progress(loud, 100, 0);
    shown.at(50, 7);
    shown.end();
    assertEquals(
        "\r 50 %, 7 statements\r" + " ".repeat(19) + "\r", out.toString(StandardCharsets.UTF_8));
  }

  @Test
  void anInterruptedRunDoesNotBeginItsCommit() throws IOException {
    Path created = Files.createFile(directory.resolve("new.bin"));
    try (CommitGuard guard = new CommitGuard(created)) {
      guard.interrupted();
      assertFalse(Files.exists(created));
      CommandFailure refused =
          assertThrows(
              CommandFailure.class,
              () -> guard.commit(() -> Files.exists(created), () -> Files.exists(created)));
      assertEquals("interrupted; nothing was changed", refused.getMessage());
    }
  }

  @Test
  void anInterruptAfterTheCommitKeepsTheFile() throws Exception {
    Path created = Files.createFile(directory.resolve("new.bin"));
    try (CommitGuard guard = new CommitGuard(created)) {
      guard.commit(() -> {}, () -> {});
      guard.interrupted();
    }
    assertTrue(Files.exists(created));
  }
}
