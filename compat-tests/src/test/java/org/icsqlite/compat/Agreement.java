package org.icsqlite.compat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;

/** What both sides must agree on for a database. */
final class Agreement {
  private static final ImageChecksum CHECKSUM = ImageChecksum.ours();
  private static final int SHOWN_CHARACTERS = 300;

  private Agreement() {}

  /**
   * Both sides read the same schema and the same rows of every table, find the database sound, and
   * compute the same checksum; and the file keeps every rule of the layout.
   *
   * @return what the crate read
   */
  static Dump assertBothReadTheSame(RustPeer peer, Path image, int memoryId)
      throws IOException, SQLException, RustPeer.Refused {
    Dump dump = peer.dump(image, memoryId);
    assertEquals("ok", dump.integrityCheck(), "integrity check of the crate");
    try (JdbcImage here = JdbcImage.query(image, memoryId)) {
      assertSameRows(dump.schema(), here.rows(Dump.SCHEMA_SQL), "sqlite_schema");
      for (Dump.Table table : dump.tables()) {
        assertSameRows(table.rows(), here.rows(table.sql()), table.name());
      }
      assertSameRows(
          List.of(List.of(new Cell.TextCell("ok"))),
          here.rows("PRAGMA integrity_check"),
          "integrity check");
    }
    RawImage.Database raw = RawImage.read(image).database(memoryId);
    assertEquals(dump.databaseSize(), raw.size(), "db_size");
    assertEquals(dump.imageChecksum(), raw.checksum(), "checksum by the layout alone");
    assertEquals(dump.imageChecksum(), CHECKSUM.of(image, memoryId), "checksum");
    return dump;
  }

  /** Two databases hold the same, in whatever order and on whatever pages their tables lie. */
  static void assertSameContent(Dump expected, Dump actual) {
    assertSameRows(definitions(expected), definitions(actual), "schema");
    assertEquals(expected.tables().size(), actual.tables().size(), "number of tables");
    assertSameTables(expected.tables(), actual.tables());
  }

  /** Every expected table is there with the same rows; others may be too. */
  static void assertSameTables(List<Dump.Table> expected, List<Dump.Table> actual) {
    for (Dump.Table table : expected) {
      Dump.Table other =
          actual.stream()
              .filter(candidate -> candidate.name().equals(table.name()))
              .findFirst()
              .orElseGet(() -> fail("table " + table.name() + " is missing"));
      assertSameRows(table.rows(), other.rows(), table.name());
    }
  }

  /** The same rows in the same order; a failure shows the first that differs, shortened. */
  static void assertSameRows(List<List<Cell>> expected, List<List<Cell>> actual, String what) {
    int common = Math.min(expected.size(), actual.size());
    for (int row = 0; row < common; row++) {
      if (!expected.get(row).equals(actual.get(row))) {
        assertEquals(
            shortened(expected.get(row)), shortened(actual.get(row)), what + ", row " + row);
        fail("%s, row %d differs in a long cell".formatted(what, row));
      }
    }
    assertEquals(expected.size(), actual.size(), what + ", number of rows");
  }

  private static List<List<Cell>> definitions(Dump dump) {
    return dump.schema().stream()
        .map(row -> List.of(row.get(0), row.get(1), row.get(2), row.get(4)))
        .sorted(Comparator.comparing(List::toString))
        .toList();
  }

  private static List<String> shortened(List<Cell> row) {
    return row.stream()
        .map(Cell::toString)
        .map(text -> text.substring(0, Math.min(text.length(), SHOWN_CHARACTERS)))
        .toList();
  }
}
