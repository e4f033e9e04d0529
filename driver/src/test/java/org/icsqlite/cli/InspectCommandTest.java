package org.icsqlite.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InspectCommandTest {

  private static final int PAGE = 65536;

  @TempDir Path directory;

  @Test
  void theMapOfASmallDatabaseIsCompleteToTheByte() throws IOException {
    Path file = Cli.fixture(directory, "02-kv");
    Cli.Stamp before = Cli.Stamp.of(file);
    Cli.Result result = Cli.run("inspect", file).expect(ExitCode.OK);
    assertEquals("", result.err());
    assertEquals(
        """
        file     FILE
        size     8454144 bytes (8.1 MiB), 129 pages of 64 KiB
        layout   ic-sqlite-vfs

        MemoryManager v1, 1 bucket of 128 pages
          memory  pages  buckets  contents
             120      3  0        ICSQLITE v8

        memory 120: database (ic-sqlite-vfs)
          superblock
            version                   8
            sqlite_page_size          16384
            db_size                   81920
            schema_version            0
            last_tx_id                1
            flags                     2 (CHECKSUM_STALE)
            checksum                  0x0000000000000000
            import_expected_checksum  0x0000000000000000
            import_written_until      0
            import_total_size         0
            import_base_offset        0
            checksum_refresh_offset   0
            checksum_refresh_hash     0x0000000000000000
            checksum_refresh_tx_id    0
            db_base_offset            65536
            page_table_offset         0
            page_count                5
            layout_version            8
            zero_extent_count         0
            meta_checksum             0xa2e0dda7b8c68373
          bytes: active 147456, allocated 196608, orphan 49152
          SQLite: 5 pages of 16384, 0 free, UTF-8, user_version 0, written by 3.53.4
          tables
            kv  1000 rows
        """
            .replace("FILE", file.toString()),
        result.out());
    assertEquals(before, Cli.Stamp.of(file));
  }

  @Test
  void bucketsAreRangesAndOtherStructuresAreListed() throws IOException {
    Path file = Cli.fixture(directory, "07a-two-dbs");
    String all = Cli.run("inspect", file).expect(ExitCode.OK).out();
    assertTrue(
        all.contains(
            """
            MemoryManager v1, 8 buckets of 128 pages
              memory  pages  buckets  contents
                   5    385  2-3,6-7  unknown
                 120    236  0,4      ICSQLITE v8
                 121    236  1,5      ICSQLITE v8
            """),
        all);
    assertTrue(all.contains("memory 120: database") && all.contains("memory 121: database"), all);

    String one = Cli.run("inspect", file, "--memory-id", "121").expect(ExitCode.OK).out();
    assertFalse(one.contains("memory 120: database"), one);
    assertTrue(one.contains("memory 121: database"), one);

    Cli.Result other = Cli.run("inspect", file, "--memory-id", "5").expect(ExitCode.FAILED);
    assertTrue(other.err().contains("FOREIGN_STABLE_MEMORY_IMAGE"), other.err());
    Cli.Result none = Cli.run("inspect", file, "--memory-id", "6").expect(ExitCode.FAILED);
    assertTrue(none.err().contains("NO_DATABASE"), none.err());
  }

  @Test
  void extentsAndFlagsAreDecoded() throws IOException {
    String extents = Cli.run("inspect", Cli.fixture(directory, "04a-holes-inside")).expect(0).out();
    assertTrue(extents.contains("  zero extents in pages of 16 KiB: [4,23) [25,55)\n"), extents);
    String many = Cli.run("inspect", Cli.fixture(directory, "04d-extents-1024")).expect(0).out();
    assertTrue(many.contains(" [32,33) and 1008 more (--json has all)\n"), many);
    Cli.Result importing =
        Cli.run("inspect", Cli.fixture(directory, "11c-importing")).expect(ExitCode.FAILED);
    assertTrue(
        importing.out().contains("    flags                     3 (IMPORTING, CHECKSUM_STALE)\n"),
        importing.out());
    assertTrue(
        importing.out().contains("  error: database import is in progress"), importing.out());
    assertTrue(importing.err().contains("IMPORT_IN_PROGRESS"), importing.err());
    String refreshing =
        Cli.run("inspect", Cli.fixture(directory, "06b-checksum-refreshing")).expect(0).out();
    assertTrue(refreshing.contains("CHECKSUM_REFRESHING"), refreshing);
  }

  @Test
  void aDamagedDatabaseIsReportedInItsPlace() throws IOException {
    Path file = Cli.fixture(directory, "08w-sqlite-header-damaged");
    Cli.Result result = Cli.run("inspect", file).expect(ExitCode.FAILED);
    assertTrue(
        result
            .out()
            .contains(
                """
                memory 120: database (ic-sqlite-vfs)
                  error: file is not a database (SQLState XX001)
                  superblock
                """),
        result.out());
    assertEquals(
        "icsqlite: " + file + ": memory 120: file is not a database (SQLState XX001)\n",
        result.err());
  }

  @Test
  void anEmptyFileAndAnEmptyManagerHoldNoDatabase() throws IOException {
    Path empty = Cli.fixture(directory, "08z-empty-file");
    assertEquals(
        "file     " + empty + "\nsize     0 bytes, 0 pages of 64 KiB\nlayout   empty\n",
        Cli.run("inspect", empty).expect(ExitCode.OK).out());
    Cli.run("inspect", empty, "--memory-id", "120").expect(ExitCode.FAILED);
    Path manager = Cli.fixture(directory, "01b-manager-only");
    String map = Cli.run("inspect", manager).expect(ExitCode.OK).out();
    assertTrue(
        map.contains(
            """
            layout   memory-manager

            MemoryManager v1, 0 buckets of 128 pages
              no memory has pages
            """),
        map);
  }

  @Test
  void aPlainSqliteFileIsNamedWhetherItsLengthIsWholePagesOrNot() throws Exception {
    Path plain = plainSqlite("plain.db", 4096);
    Cli.Stamp before = Cli.Stamp.of(plain);
    Cli.Result ragged = Cli.run("inspect", plain).expect(ExitCode.FAILED);
    assertTrue(ragged.out().contains("layout   sqlite-file: a plain SQLite"), ragged.out());
    assertTrue(ragged.err().contains("RAGGED_FILE"), ragged.err());
    assertEquals(before, Cli.Stamp.of(plain));

    Cli.Result whole = Cli.run("inspect", plainSqlite("whole.db", PAGE)).expect(ExitCode.FAILED);
    assertTrue(whole.out().contains("layout   sqlite-file: a plain SQLite"), whole.out());
    assertTrue(whole.err().contains("NON_MEMORY_MANAGER_LAYOUT"), whole.err());
  }

  @Test
  void theLayoutOfIcSqliteIsReadWithoutAManager() throws Exception {
    byte[] plain = Files.readAllBytes(plainSqlite("plain.db", 4096));
    byte[] raw = new byte[2 * PAGE];
    ByteBuffer.wrap(raw).putLong(plain.length).put(plain);
    Path file = Cli.aged(Files.write(directory.resolve("raw.bin"), raw));
    Cli.Stamp before = Cli.Stamp.of(file);
    String map = Cli.run("inspect", file).expect(ExitCode.OK).out();
    assertTrue(map.contains("layout   ic-sqlite\n\ndatabase (ic-sqlite)\n"), map);
    assertTrue(map.contains("  SQLite: 2 pages of 4096, 0 free, UTF-8"), map);
    assertTrue(map.contains("    plain  2 rows\n"), map);
    assertEquals(
        "x\n1\n2\n", Cli.run("query", file, "SELECT x FROM plain", "--format=tsv").expect(0).out());
    Cli.runWithInput("DELETE FROM plain", "exec", file, "-").expect(ExitCode.FAILED);
    assertEquals(before, Cli.Stamp.of(file));
  }

  @Test
  void theLayoutOfIcRusqliteIsAPlainFileInAMemory() throws Exception {
    byte[] plain = Files.readAllBytes(plainSqlite("plain.db", 4096));
    Path file = Cli.fixture(directory, "01-empty");
    try (RandomAccessFile raw = new RandomAccessFile(file.toFile(), "rw")) {
      raw.seek(PAGE);
      raw.write(Arrays.copyOf(plain, PAGE));
    }
    Cli.Stamp before = Cli.Stamp.of(Cli.aged(file));
    String map = Cli.run("inspect", file).expect(ExitCode.OK).out();
    assertTrue(map.contains("layout   ic-rusqlite\n"), map);
    assertTrue(map.contains("     120      1  0        SQLite file\n"), map);
    assertTrue(map.contains("    plain  2 rows\n"), map);
    assertEquals(before, Cli.Stamp.of(file));
  }

  private Path plainSqlite(String name, int pageSize) throws SQLException, IOException {
    Path file = directory.resolve(name);
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(
          "PRAGMA page_size="
              + pageSize
              + "; CREATE TABLE plain(x); INSERT INTO plain VALUES(1),(2)");
    }
    return Cli.aged(file);
  }

  @Test
  void somethingElseIsUnknown() throws IOException {
    byte[] text = "hello".getBytes(StandardCharsets.US_ASCII);
    Cli.Result small =
        Cli.run("inspect", Files.write(directory.resolve("small"), text)).expect(ExitCode.FAILED);
    assertTrue(
        small.out().contains("size     5 bytes, 0 pages of 64 KiB and a rest\n"), small.out());
    assertTrue(small.out().contains("layout   unknown\n"), small.out());
    Cli.Result page =
        Cli.run("inspect", Files.write(directory.resolve("page"), Arrays.copyOf(text, PAGE)));
    assertTrue(page.expect(ExitCode.FAILED).out().contains("layout   unknown\n"), page.out());
    Cli.Result absent = Cli.run("inspect", directory.resolve("absent")).expect(ExitCode.FAILED);
    assertTrue(absent.err().contains("FILE_NOT_FOUND"), absent.err());
    assertEquals("", absent.out());
  }
}
