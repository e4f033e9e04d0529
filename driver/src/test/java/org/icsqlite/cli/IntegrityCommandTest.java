package org.icsqlite.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class IntegrityCommandTest {

  private static final String NOT_CHECKED =
      "checksum: not checked, the stored one is stale or there is none\n";

  @TempDir Path directory;

  static List<String> whole() throws IOException {
    List<String> names = new ArrayList<>();
    for (JsonElement element : Cli.manifest()) {
      JsonObject fixture = element.getAsJsonObject();
      for (JsonElement database : fixture.getAsJsonArray("databases")) {
        JsonObject object = database.getAsJsonObject();
        if (object.has("integrity_check")
            && object.get("integrity_check").getAsString().equals("ok")) {
          names.add(fixture.get("name").getAsString() + " " + object.get("id").getAsInt());
        }
      }
    }
    return names;
  }

  @ParameterizedTest
  @MethodSource("whole")
  void whatTheCrateFindsWholeIsWholeAndStaysAsItIs(String nameAndId) throws IOException {
    String[] parts = nameAndId.split(" ", -1);
    Path file = Cli.fixture(directory, parts[0]);
    Cli.Stamp before = Cli.Stamp.of(file);
    String out = Cli.run("integrity", file, "--memory-id", parts[1]).expect(ExitCode.OK).out();
    assertTrue(
        out.equals("layout: ok\nchecksum: ok\nintegrity_check: ok\nforeign_key_check: ok\n")
            || out.equals(
                "layout: ok\n" + NOT_CHECKED + "integrity_check: ok\nforeign_key_check: ok\n"),
        out);
    assertEquals(before, Cli.Stamp.of(file));
  }

  @Test
  void theChecksumIsComparedWhereItIsFresh() throws IOException {
    assertEquals(
        "layout: ok\nchecksum: ok\nintegrity_check: ok\nforeign_key_check: ok\n",
        Cli.run("integrity", Cli.fixture(directory, "06a-checksum-fresh"))
            .expect(ExitCode.OK)
            .out());
  }

  /** A database that was filled without a look at its foreign keys. */
  private Path unchecked(String... statements) throws SQLException, IOException {
    Path file = directory.resolve("m.bin");
    String url = new Location(file).updateUrl(120, true) + "&foreign_keys=false";
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
    return Cli.aged(file);
  }

  @Test
  void rowsWithoutAParentAreProblems() throws Exception {
    Path file =
        unchecked(
            "CREATE TABLE p(id INTEGER PRIMARY KEY)",
            "CREATE TABLE \"c\nd\"(id INTEGER PRIMARY KEY, p REFERENCES p)",
            "CREATE TABLE w(p REFERENCES p, k PRIMARY KEY) WITHOUT ROWID",
            "INSERT INTO p VALUES(1)",
            "INSERT INTO \"c\nd\" VALUES(7, 1), (8, 2)",
            "INSERT INTO w VALUES(3, 'x')");
    Cli.Stamp before = Cli.Stamp.of(file);
    Cli.Result result = Cli.run("integrity", file).expect(ExitCode.FAILED);
    assertEquals(
        "layout: ok\n"
            + NOT_CHECKED
            + "integrity_check: ok\nforeign_key_check: not ok\n"
            + "  table w: no row of p for foreign key 0\n"
            + "  table c\\nd, row 8: no row of p for foreign key 0\n",
        result.out());
    assertEquals("icsqlite: " + file + ": memory 120 has 2 problems\n", result.err());
    assertEquals(before, Cli.Stamp.of(file));
  }

  @Test
  void aForeignKeyThatFitsNothingIsAProblem() throws Exception {
    Path file =
        unchecked(
            "CREATE TABLE p(x)", "CREATE TABLE c(p REFERENCES p(x))", "INSERT INTO c VALUES(1)");
    String out = Cli.run("integrity", file).expect(ExitCode.FAILED).out();
    assertTrue(out.contains("foreign_key_check: not ok\n  foreign key mismatch"), out);
  }

  @Test
  void aDamagedPageIsAProblem() throws IOException {
    Path file =
        Cli.database(
            directory.resolve("m.bin"),
            "CREATE TABLE t(id INTEGER PRIMARY KEY, x); CREATE INDEX t_x ON t(x);"
                + "WITH RECURSIVE i(v) AS (SELECT 1 UNION ALL SELECT v+1 FROM i WHERE v<900)"
                + " INSERT INTO t SELECT v, 'row ' || v FROM i");
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
      // The content of the table's root page, page 2, to the end.
      bytes.seek(2 * 65536 + 16384 + 16000);
      bytes.write(new byte[300]);
    }
    Cli.aged(file);
    Cli.Stamp before = Cli.Stamp.of(file);
    Cli.Result result = Cli.run("integrity", file).expect(ExitCode.FAILED);
    assertTrue(result.out().contains("integrity_check: not ok\n  "), result.out());
    assertTrue(result.err().matches("icsqlite: .*: memory 120 has .*problems?\n"), result.err());
    assertEquals(before, Cli.Stamp.of(file));
  }

  @Test
  void whatTheSuperblockAndSqlitesHeaderContradictIsAProblem() throws IOException {
    assertEquals(
        "layout: not ok\n  superblock: page_count is 4, db_size 81920 takes 5\n"
            + NOT_CHECKED
            + "integrity_check: ok\nforeign_key_check: ok\n",
        Cli.run("integrity", Cli.fixture(directory, "08x-page-count-wrong"))
            .expect(ExitCode.FAILED)
            .out());
    String damaged =
        Cli.run("integrity", Cli.fixture(directory, "08w-sqlite-header-damaged"))
            .expect(ExitCode.FAILED)
            .out();
    assertTrue(
        damaged.startsWith("layout: not ok\n  the database does not begin with a SQLite header\n"),
        damaged);
    assertTrue(
        damaged.contains("integrity_check: not ok\n  file is not a database (SQLState XX001)\n"),
        damaged);
  }

  @Test
  void aRefusedFileIsRefused() throws IOException {
    Path file = Cli.fixture(directory, "08a-bad-meta-checksum");
    String err = Cli.run("integrity", file).expect(ExitCode.FAILED).err();
    assertTrue(err.contains("META_CHECKSUM_MISMATCH"), err);
  }
}
