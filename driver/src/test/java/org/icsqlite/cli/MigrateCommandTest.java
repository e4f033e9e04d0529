package org.icsqlite.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.icsqlite.jdbc.IcSqliteConnection;
import org.icsqlite.migrations.MigrationRunner;
import org.icsqlite.migrations.MigrationSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MigrateCommandTest {

  private static final String CREATE = "CREATE TABLE kv(\n  k PRIMARY KEY,\n  v\n)";

  @TempDir Path directory;
  private Path scripts;
  private Path file;

  @BeforeEach
  void scripts() throws IOException {
    scripts = Files.createDirectory(directory.resolve("scripts"));
    Files.writeString(scripts.resolve("V1__create_kv.sql"), CREATE);
    Files.writeString(
        scripts.resolve("V2__fill.sql"), "INSERT INTO kv VALUES('a', 1);\nDROP TABLE old;\n");
    file = Cli.database(directory.resolve("m.bin"), "CREATE TABLE old(x)");
  }

  private String query(String sql) {
    return Cli.run("query", file, sql, "--format=tsv").expect(ExitCode.OK).out();
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void whatIsPendingRunsOnceAndIsReported() throws IOException {
    String out = Cli.run("migrate", file, scripts).expect(ExitCode.OK).out();
    assertTrue(
        out.matches(
            """
            applied 1 create_kv in \\d+\\.\\d{3} s
            applied 2 fill in \\d+\\.\\d{3} s
            2 migrations applied, 0 there before, \\d+\\.\\d{3} s
            """),
        out);
    assertEquals("k\tv\na\t1\n", query("SELECT * FROM kv"));
    Cli.aged(file);
    Cli.Stamp before = Cli.Stamp.of(file);
    String again = Cli.run("migrate", file, scripts).expect(ExitCode.OK).out();
    assertTrue(again.startsWith("0 migrations applied, 2 there before, "), again);
    assertEquals(before, Cli.Stamp.of(file));
    assertTrue(
        Cli.run("inspect", file).expect(ExitCode.OK).out().contains("schema_version            2"));
  }

  @Test
  void aDryRunTellsEverythingAndTouchesNothing() throws IOException, SQLException {
    Cli.Stamp before = Cli.Stamp.of(file);
    String out;
    // Somebody else has it open for queries.
    try (Connection other = DriverManager.getConnection(new Location(file).queryUrl(120))) {
      out = Cli.run("migrate", file, scripts, "--dry-run").expect(ExitCode.OK).out();
      assertFalse(other.isClosed());
    }
    assertTrue(
        out.matches(
            "dry run on a copy; \\Q"
                + file
                + "\\E was not touched\n"
                + "would apply 1 create_kv in \\d+\\.\\d{3} s\n"
                + "would apply 2 fill in \\d+\\.\\d{3} s\n"
                + "2 migrations would be applied, 0 there before\n"
                + "6 dirty pages of 16384 bytes; the database: 32768 bytes before, 98304 after\n"
                + "changes of the schema:\n"
                + "- CREATE TABLE old\\(x\\)\n"
                + "\\+ CREATE TABLE __ic_sqlite_migrations \\(\n(?s:.*)"
                + "\\+ CREATE TABLE kv\\(\n\\+   k PRIMARY KEY,\n\\+   v\n\\+ \\)\n"),
        out);
    assertEquals(before, Cli.Stamp.of(file));
    assertEquals(List.of("m.bin", "scripts"), names());
    assertEquals("n\n1\n", query("SELECT count(*) AS n FROM sqlite_schema"));
  }

  @Test
  void theDirtyPagesOfADryRunAreThoseOfABudget() throws IOException, SQLException {
    Files.writeString(
        scripts.resolve("V3__more.sql"),
        "CREATE TABLE big(b);\nINSERT INTO big VALUES(zeroblob(300000));\nDELETE FROM big;\n"
            + "INSERT INTO kv SELECT 'k' || value, hex(zeroblob(900)) FROM json_each("
            + "'[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20]')");
    Matcher told =
        Pattern.compile("\n(\\d+) dirty pages of 16384 bytes")
            .matcher(Cli.run("migrate", file, scripts, "--dry-run").expect(ExitCode.OK).out());
    assertTrue(told.find());
    int pages = Integer.parseInt(told.group(1));
    MigrationRunner runner = MigrationRunner.of(MigrationSource.directory(scripts));
    Cli.Stamp before = Cli.Stamp.of(file);
    try (Connection tooFew =
        DriverManager.getConnection("jdbc:icsqlite:" + file + "?max_dirty_pages=" + (pages - 1))) {
      SQLException refused = assertThrows(SQLException.class, () -> runner.migrate(tooFew));
      assertTrue(
          refused.getMessage().contains("update budget exceeded: DirtyPages"),
          refused.getMessage());
    }
    assertEquals(before.sha256(), Cli.Stamp.of(file).sha256());
    try (Connection enough =
        DriverManager.getConnection("jdbc:icsqlite:" + file + "?max_dirty_pages=" + pages)) {
      assertEquals(3, runner.migrate(enough).applied().size());
      assertEquals(pages, enough.unwrap(IcSqliteConnection.class).peakDirtyPages());
    }
    String again = Cli.run("migrate", file, scripts, "--dry-run").expect(ExitCode.OK).out();
    assertTrue(again.contains("\n0 dirty pages of 16384 bytes"), again);
  }

  @Test
  void aDryRunFailsWhereTheRunWould() throws IOException {
    Files.writeString(scripts.resolve("V3__bad.sql"), "SELECT 1;\nINSERT INTO nope VALUES(1)");
    Cli.Stamp before = Cli.Stamp.of(file);
    for (String option : new String[] {"--dry-run", "--memory-id=120"}) {
      assertEquals(
          "icsqlite: "
              + scripts.resolve("V3__bad.sql")
              + ", line 2: no such table: nope; nothing was changed (SQLState 42S02)\n",
          Cli.run("migrate", file, scripts, option).expect(ExitCode.FAILED).err());
      assertEquals(before, Cli.Stamp.of(file));
    }
  }

  @Test
  void aDryRunOfADatabaseThatIsToBeCreatedCreatesNone() throws IOException {
    Path absent = directory.resolve("absent.bin");
    Files.delete(scripts.resolve("V2__fill.sql"));
    String out =
        Cli.run("migrate", absent, scripts, "--dry-run", "--create").expect(ExitCode.OK).out();
    assertTrue(out.contains("; the database: 0 bytes before, "), out);
    assertFalse(Files.exists(absent));
    Cli.Stamp before = Cli.Stamp.of(file);
    Cli.run("migrate", file, scripts, "--dry-run", "--create", "--memory-id=9").expect(ExitCode.OK);
    assertEquals(before, Cli.Stamp.of(file));
    assertEquals(
        "icsqlite: memory 9 holds no database; --create makes one (SQLState 08001, NO_DATABASE)\n",
        Cli.run("migrate", file, scripts, "--dry-run", "--memory-id=9")
            .expect(ExitCode.FAILED)
            .err());
    Cli.run("migrate", absent, scripts, "--create").expect(ExitCode.OK);
    assertTrue(Files.exists(absent));
  }

  @Test
  void aDryRunReadsALargeDatabaseWithAnotherPageSize() throws IOException {
    Path large = Cli.fixture(directory, "10a-page-4096");
    Cli.Stamp before = Cli.Stamp.of(large);
    Files.writeString(scripts.resolve("V1__create_kv.sql"), "CREATE TABLE fresh(a)");
    Files.writeString(
        scripts.resolve("V2__fill.sql"), "INSERT INTO fresh VALUES(randomblob(9999))");
    Cli.run("migrate", large, scripts, "--dry-run").expect(ExitCode.OK);
    assertEquals(before, Cli.Stamp.of(large));
  }

  @Test
  void aChangedFileIsRefusedWithBothDigests() throws IOException {
    Cli.run("migrate", file, scripts).expect(ExitCode.OK);
    Files.writeString(scripts.resolve("V1__create_kv.sql"), CREATE + " ");
    Cli.aged(file);
    Cli.Stamp before = Cli.Stamp.of(file);
    String err = Cli.run("migrate", file, scripts).expect(ExitCode.FAILED).err();
    assertTrue(
        err.matches(
            "icsqlite: migration checksum mismatch for version 1; expected SHA-256 [0-9a-f]{64},"
                + " found [0-9a-f]{64}; nothing was changed \\(SQLState 23000\\)\n"),
        err);
    assertEquals(before, Cli.Stamp.of(file));
    Cli.Result info =
        Cli.run("migrations", "info", file, scripts, "--format=tsv").expect(ExitCode.FAILED);
    assertTrue(info.out().contains("\n1\tcreate_kv\tchanged\t"), info.out());
    assertEquals("icsqlite: the file of a recorded migration was changed\n", info.err());
  }

  @Test
  void infoListsWhatIsRecordedAndWhatIsPending() throws IOException {
    Cli.run("migrate", file, scripts).expect(ExitCode.OK);
    Files.writeString(scripts.resolve("V7__later.sql"), "SELECT 1");
    String recorded = Cli.run("migrations", "info", file, "--format=tsv").expect(ExitCode.OK).out();
    assertTrue(
        recorded.matches(
            "version\tstate\tsha256\n1\tapplied\t[0-9a-f]{64}\n2\tapplied\t[0-9a-f]{64}\n"),
        recorded);
    String compared =
        Cli.run("migrations", "info", file, scripts, "--format=tsv").expect(ExitCode.OK).out();
    assertTrue(compared.contains("\n7\tlater\tpending\t"), compared);
  }

  @Test
  void aSignedDirectoryIsVerifiedAndMigratedAndAChangedOneIsNot() throws IOException {
    Path key = directory.resolve("release.key");
    Path publicKey = directory.resolve("release.key.pub");
    Cli.run("migrations", "keygen", key).expect(ExitCode.OK);
    assertEquals(
        "icsqlite: " + publicKey + " exists already\n",
        Cli.run("migrations", "keygen", key).expect(ExitCode.FAILED).err());
    assertEquals(
        "icsqlite: "
            + scripts.resolve("migrations.manifest")
            + " does not exist, so the migrations are not signed\n",
        Cli.run("migrate", file, scripts, "--public-key", publicKey).expect(ExitCode.FAILED).err());
    Cli.Result signed = Cli.run("migrations", "sign", scripts, "--key", key).expect(ExitCode.OK);
    assertEquals(scripts.resolve("migrations.manifest") + ": 2 migrations signed\n", signed.out());
    assertEquals("", signed.err());
    assertEquals(
        scripts + ": 2 migrations, all as signed\n",
        Cli.run("migrations", "verify", scripts, "--public-key", publicKey)
            .expect(ExitCode.OK)
            .out());
    Cli.run("migrate", file, scripts, "--public-key", publicKey, "--dry-run").expect(ExitCode.OK);
    Cli.run("migrate", file, scripts, "--public-key", publicKey).expect(ExitCode.OK);

    Files.writeString(scripts.resolve("V3__extra.sql"), "DROP TABLE kv");
    for (List<Object> command :
        List.<List<Object>>of(
            List.of("migrations", "verify", scripts, "--public-key", publicKey),
            List.of("migrate", file, scripts, "--public-key", publicKey))) {
      String err = Cli.run(command.toArray()).expect(ExitCode.FAILED).err();
      assertTrue(err.contains("V3__extra.sql was not signed: the manifest ends before it"), err);
      assertTrue(err.endsWith("(SQLState 28000)\n"), err);
    }
    assertTrue(
        Cli.run("migrations", "verify", scripts)
            .expect(ExitCode.USAGE)
            .err()
            .contains("--public-key is missing"));
    assertTrue(
        Cli.run("migrate", file, scripts, "--manifest", key)
            .expect(ExitCode.USAGE)
            .err()
            .contains("--public-key, which is missing"));
  }

  @Test
  void aKeyThatEverybodyCanReadIsWarnedAbout() throws IOException {
    Path key = directory.resolve("release.key");
    Cli.run("migrations", "keygen", key).expect(ExitCode.OK);
    Path open = Files.writeString(directory.resolve("open.key"), Files.readString(key));
    Files.setPosixFilePermissions(
        open, java.nio.file.attribute.PosixFilePermissions.fromString("rw-r--r--"));
    Cli.Result signed = Cli.run("migrations", "sign", scripts, "--key", open).expect(ExitCode.OK);
    assertEquals(
        "icsqlite: warning: " + open + " can be read by everybody on this computer; chmod 600 it\n",
        signed.err());
  }
}
