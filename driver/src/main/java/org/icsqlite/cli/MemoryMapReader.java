package org.icsqlite.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.icsqlite.image.ImageFormat;
import org.icsqlite.memory.FileStableMemory;
import org.icsqlite.memory.MemoryManager;
import org.icsqlite.memory.StableMemory;
import org.icsqlite.memory.StableMemoryException;
import org.icsqlite.memory.VirtualMemory;

/**
 * Finds out what lies in a file, and never writes: the file is opened read-only, first as stable
 * memory, then once for each database through JDBC in query mode.
 */
final class MemoryMapReader {

  static final String IC_SQLITE_VFS = "ic-sqlite-vfs";
  static final String IC_RUSQLITE = "ic-rusqlite";
  static final String IC_SQLITE = "ic-sqlite";
  static final String SQLITE_FILE = "sqlite-file";
  static final String MEMORY_MANAGER = "memory-manager";
  static final String EMPTY = "empty";
  static final String UNKNOWN = "unknown";

  private static final byte[] SUPERBLOCK_MAGIC = "ICSQLITE".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] MANAGER_MAGIC = "MGR".getBytes(StandardCharsets.US_ASCII);
  private static final int HEAD_BYTES = 32;
  private static final int CONVENTIONAL_ID = Integer.parseInt(MemoryId.CONVENTION);

  private final Location location;
  private final Path file;
  private final Integer onlyId;

  /**
   * @param onlyId the one memory to look at, or null for all
   */
  MemoryMapReader(Location location, Integer onlyId) {
    this.location = location;
    this.file = location.memoryFile();
    this.onlyId = onlyId;
  }

  /**
   * Reads everything.
   *
   * @throws StableMemoryException when the file cannot be opened at all
   */
  MemoryMap read() throws IOException {
    MemoryMap map = readMemory();
    List<MemoryMap.Database> counted = new ArrayList<>();
    for (MemoryMap.Database database : map.databases()) {
      counted.add(database.failure() == null ? TableCounts.into(database, location) : database);
    }
    return new MemoryMap(
        map.file(), map.bytes(), map.layout(), map.note(), map.manager(), counted, map.failure());
  }

  private MemoryMap readMemory() throws IOException {
    try (StableMemory memory = FileStableMemory.open(file, FileStableMemory.Mode.READ_ONLY)) {
      return read(memory);
    } catch (StableMemoryException e) {
      if (e.kind() != StableMemoryException.Kind.RAGGED_FILE) {
        throw e;
      }
      byte[] head;
      try (InputStream in = Files.newInputStream(file)) {
        head = in.readNBytes(HEAD_BYTES);
      }
      return refused(Files.size(file), head, e);
    }
  }

  private MemoryMap read(StableMemory memory) {
    long bytes = memory.sizePages() * StableMemory.PAGE_BYTES;
    if (bytes == 0) {
      return found(0, EMPTY, null, List.of());
    }
    if (ImageFormat.isIcSqlite(memory)) {
      return found(bytes, IC_SQLITE, null, List.of(DatabaseReader.icSqlite(memory)));
    }
    try {
      return read(bytes, MemoryManager.open(memory));
    } catch (StableMemoryException e) {
      byte[] head = new byte[HEAD_BYTES];
      memory.read(0, head, 0, head.length);
      return refused(bytes, head, e);
    }
  }

  private MemoryMap read(long bytes, MemoryManager manager) {
    List<MemoryMap.Memory> memories = new ArrayList<>();
    List<MemoryMap.Database> databases = new ArrayList<>();
    for (int id = 0; id <= MemoryManager.MAXIMUM_ID; id++) {
      if (manager.sizePages(id) > 0) {
        Contents contents = contents(manager.memory(id));
        memories.add(
            new MemoryMap.Memory(
                id, manager.sizePages(id), ranges(manager.buckets(id)), contents.text));
        if (onlyId == null || onlyId == id) {
          addDatabase(databases, contents, manager, id);
        }
      }
    }
    MemoryMap.Manager facts =
        new MemoryMap.Manager(manager.bucketPages(), manager.allocatedBuckets(), memories);
    String layout = layout(memories);
    Failure missing = databases.isEmpty() ? missing(manager) : null;
    return new MemoryMap(file, bytes, layout, null, facts, databases, missing);
  }

  private static void addDatabase(
      List<MemoryMap.Database> databases, Contents contents, MemoryManager manager, int id) {
    if (contents.layout.equals(IC_SQLITE_VFS)) {
      databases.add(DatabaseReader.icSqliteVfs(manager, id));
    } else if (contents.layout.equals(IC_RUSQLITE)) {
      databases.add(DatabaseReader.icRusqlite(manager, id));
    }
  }

  /**
   * What a connection would be told: about the memory asked for, or about the conventional one when
   * that is in use and no other holds a database.
   */
  private Failure missing(MemoryManager manager) {
    int id = onlyId == null ? CONVENTIONAL_ID : onlyId;
    if (manager.sizePages(id) > 0) {
      Failure foreign = Failure.of(StableMemoryException.foreignStableMemoryImage());
      return new Failure("memory " + id + ": " + foreign.message(), null, foreign.kind());
    }
    return onlyId == null
        ? null
        : new Failure(
            "memory " + id + " is empty, it holds no database",
            null,
            StableMemoryException.Kind.NO_DATABASE.name());
  }

  private static String layout(List<MemoryMap.Memory> memories) {
    String layout = MEMORY_MANAGER;
    for (MemoryMap.Memory memory : memories) {
      if (memory.contents().startsWith("ICSQLITE")) {
        return IC_SQLITE_VFS;
      }
      if (memory.contents().startsWith("SQLite")) {
        layout = IC_RUSQLITE;
      }
    }
    return layout;
  }

  private record Contents(String text, String layout) {}

  private static Contents contents(VirtualMemory memory) {
    byte[] head = new byte[HEAD_BYTES];
    memory.read(0, head, 0, head.length);
    if (startsWith(head, SUPERBLOCK_MAGIC)) {
      int version = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getInt(8);
      return new Contents("ICSQLITE v" + Integer.toUnsignedString(version), IC_SQLITE_VFS);
    }
    return SqliteHeader.isAt(head, 0)
        ? new Contents("SQLite file", IC_RUSQLITE)
        : new Contents("unknown", UNKNOWN);
  }

  private static boolean startsWith(byte[] head, byte[] magic) {
    return head.length >= magic.length
        && Arrays.equals(head, 0, magic.length, magic, 0, magic.length);
  }

  private static List<MemoryMap.Range> ranges(int[] buckets) {
    List<MemoryMap.Range> ranges = new ArrayList<>();
    int first = 0;
    for (int i = 1; i <= buckets.length; i++) {
      if (i == buckets.length || buckets[i] != buckets[i - 1] + 1) {
        ranges.add(new MemoryMap.Range(buckets[first], buckets[i - 1]));
        first = i;
      }
    }
    return ranges;
  }

  private MemoryMap found(
      long bytes, String layout, MemoryMap.Manager manager, List<MemoryMap.Database> databases) {
    Failure missing =
        layout.equals(EMPTY) && onlyId != null
            ? new Failure(
                "the memory is empty, it holds no database",
                null,
                StableMemoryException.Kind.NO_DATABASE.name())
            : null;
    return new MemoryMap(file, bytes, layout, null, manager, databases, missing);
  }

  private MemoryMap refused(long bytes, byte[] head, StableMemoryException refusal) {
    String layout = UNKNOWN;
    String note = null;
    if (SqliteHeader.isAt(head, 0)) {
      layout = SQLITE_FILE;
      note = "a plain SQLite database file, no stable memory; any SQLite tool opens it";
    } else if (startsWith(head, MANAGER_MAGIC)) {
      layout = MEMORY_MANAGER;
    } else if (startsWith(head, SUPERBLOCK_MAGIC)) {
      note = "an ICSQLITE superblock without a MemoryManager around it";
    }
    return new MemoryMap(file, bytes, layout, note, null, List.of(), Failure.of(refusal));
  }
}
