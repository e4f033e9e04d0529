package org.icsqlite.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.icsqlite.image.Superblock;
import org.icsqlite.image.ZeroExtents;
import org.icsqlite.memory.StableMemory;

/** A memory map for people. */
final class MemoryMapText {

  private static final int SHOWN_EXTENTS = 16;
  private static final int SHOWN_RANGES = 8;

  private final Terminal terminal;

  MemoryMapText(Terminal terminal) {
    this.terminal = terminal;
  }

  void print(MemoryMap map) throws IOException {
    long pages = map.bytes() / StableMemory.PAGE_BYTES;
    long rest = map.bytes() % StableMemory.PAGE_BYTES;
    field("file", TextWidth.printable(map.file().toString()));
    field(
        "size",
        bytes(map.bytes()) + ", " + pages + " pages of 64 KiB" + (rest == 0 ? "" : " and a rest"));
    field("layout", map.layout() + (map.note() == null ? "" : ": " + map.note()));
    if (map.failure() != null) {
      field("refused", map.failure().toString());
    }
    if (map.manager() != null) {
      manager(map.manager());
    }
    for (MemoryMap.Database database : map.databases()) {
      database(database);
    }
  }

  private void manager(MemoryMap.Manager manager) throws IOException {
    terminal.line();
    terminal.line(
        "MemoryManager v1, "
            + manager.allocatedBuckets()
            + (manager.allocatedBuckets() == 1 ? " bucket of " : " buckets of ")
            + manager.bucketPages()
            + (manager.bucketPages() == 1 ? " page" : " pages"));
    if (manager.memories().isEmpty()) {
      terminal.line("  no memory has pages");
      return;
    }
    List<String[]> rows = new ArrayList<>();
    rows.add(new String[] {"memory", "pages", "buckets", "contents"});
    for (MemoryMap.Memory memory : manager.memories()) {
      rows.add(
          new String[] {
            Integer.toString(memory.id()),
            Long.toString(memory.pages()),
            ranges(memory.buckets()),
            memory.contents()
          });
    }
    int[] widths = new int[4];
    for (String[] row : rows) {
      for (int i = 0; i < row.length; i++) {
        widths[i] = Math.max(widths[i], row[i].length());
      }
    }
    for (String[] row : rows) {
      terminal.line(
          "  "
              + " ".repeat(widths[0] - row[0].length())
              + row[0]
              + "  "
              + " ".repeat(widths[1] - row[1].length())
              + row[1]
              + "  "
              + row[2]
              + " ".repeat(widths[2] - row[2].length())
              + "  "
              + row[3]);
    }
  }

  private static String ranges(List<MemoryMap.Range> ranges) {
    String shown =
        ranges.stream()
            .limit(SHOWN_RANGES)
            .map(MemoryMap.Range::toString)
            .collect(Collectors.joining(","));
    return ranges.size() <= SHOWN_RANGES
        ? shown
        : shown + ",... (" + (ranges.size() - SHOWN_RANGES) + " ranges more)";
  }

  private void database(MemoryMap.Database database) throws IOException {
    terminal.line();
    terminal.line(
        database.memoryId() < 0
            ? "database (" + database.layout() + ")"
            : "memory " + database.memoryId() + ": database (" + database.layout() + ")");
    if (database.failure() != null) {
      terminal.line("  error: " + database.failure());
    }
    if (database.superblock() != null) {
      superblock(database.superblock(), database.allocatedBytes());
    } else {
      terminal.line("  allocated " + bytes(database.allocatedBytes()));
    }
    if (database.header() != null) {
      header(database.header());
    }
    if (database.failure() == null) {
      tables(database.tables());
    }
  }

  private void superblock(Superblock block, long allocatedBytes) throws IOException {
    terminal.line("  superblock");
    for (Map.Entry<String, Object> field : SuperblockFields.of(block).entrySet()) {
      String value = field.getValue().toString();
      if (field.getKey().equals("flags") && block.flags() != 0) {
        value += " (" + String.join(", ", SuperblockFields.flags(block)) + ")";
      }
      terminal.line(String.format(Locale.ROOT, "    %-24s  %s", field.getKey(), value));
    }
    if (block.zeroExtents().count() > 0) {
      terminal.line("  zero extents in pages of 16 KiB: " + extents(block.zeroExtents()));
    }
    terminal.line(
        "  bytes: active "
            + SuperblockFields.activeBytes(block)
            + ", allocated "
            + allocatedBytes
            + ", orphan "
            + SuperblockFields.orphanBytes(block, allocatedBytes));
  }

  private static String extents(ZeroExtents extents) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < Math.min(SHOWN_EXTENTS, extents.count()); i++) {
      text.append(i == 0 ? "[" : " [")
          .append(Long.toUnsignedString(extents.start(i)))
          .append(',')
          .append(Long.toUnsignedString(extents.end(i)))
          .append(')');
    }
    if (extents.count() > SHOWN_EXTENTS) {
      text.append(" and ").append(extents.count() - SHOWN_EXTENTS).append(" more (--json has all)");
    }
    return text.toString();
  }

  private void header(SqliteHeader header) throws IOException {
    terminal.line(
        "  SQLite: "
            + header.pages()
            + (header.pages() == 1 ? " page of " : " pages of ")
            + header.pageSize()
            + ", "
            + header.freePages()
            + " free, "
            + header.encoding()
            + ", user_version "
            + header.userVersion()
            + ", written by "
            + header.writer());
  }

  private void tables(List<MemoryMap.Table> tables) throws IOException {
    terminal.line(tables.isEmpty() ? "  no tables" : "  tables");
    int width = 0;
    for (MemoryMap.Table table : tables) {
      width = Math.max(width, TextWidth.of(TextWidth.printable(table.name())));
    }
    for (MemoryMap.Table table : tables) {
      String name = TextWidth.printable(table.name());
      String rows =
          table.failure() != null
              ? "error: " + table.failure()
              : table.rows() + (table.rows() == 1 ? " row" : " rows");
      terminal.line("    " + name + " ".repeat(width - TextWidth.of(name)) + "  " + rows);
    }
  }

  private void field(String name, String value) throws IOException {
    terminal.line(String.format(Locale.ROOT, "%-7s  %s", name, value));
  }

  private static String bytes(long bytes) {
    String exact = bytes + " bytes";
    return bytes < 1 << 20
        ? exact
        : exact + String.format(Locale.ROOT, " (%.1f MiB)", bytes / (double) (1 << 20));
  }
}
