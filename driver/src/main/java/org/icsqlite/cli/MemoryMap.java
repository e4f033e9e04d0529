package org.icsqlite.cli;

import java.nio.file.Path;
import java.util.List;
import org.icsqlite.image.Superblock;

/**
 * What {@code inspect} found in a file.
 *
 * @param file the stable-memory file, absolute
 * @param bytes its length
 * @param layout one of the names in {@link MemoryMapReader}
 * @param note a hint about the layout, or null
 * @param manager the MemoryManager, or null when there is none that can be read
 * @param databases the databases found
 * @param failure why the file as a whole is refused, or null
 */
record MemoryMap(
    Path file,
    long bytes,
    String layout,
    String note,
    Manager manager,
    List<Database> databases,
    Failure failure) {

  MemoryMap {
    databases = List.copyOf(databases);
  }

  /** Whether nothing was refused and nothing found damaged. */
  boolean readable() {
    return failure == null && databases.stream().allMatch(Database::readable);
  }

  /**
   * A MemoryManager of layout version 1.
   *
   * @param bucketPages 64 KiB pages in a bucket
   * @param allocatedBuckets buckets in use
   * @param memories the memories that have pages
   */
  record Manager(int bucketPages, int allocatedBuckets, List<Memory> memories) {
    Manager {
      memories = List.copyOf(memories);
    }
  }

  /**
   * A virtual memory.
   *
   * @param id 0..254
   * @param pages its size in 64 KiB pages
   * @param buckets its buckets in the order of its addresses, as ranges
   * @param contents what its first bytes say
   */
  record Memory(int id, long pages, List<Range> buckets, String contents) {
    Memory {
      buckets = List.copyOf(buckets);
    }
  }

  /** Both ends belong to it. */
  record Range(int first, int last) {
    @Override
    public String toString() {
      return first == last ? Integer.toString(first) : first + "-" + last;
    }
  }

  /**
   * A database.
   *
   * @param memoryId its memory, or -1 in the layout of ic-sqlite
   * @param layout the program whose layout it is
   * @param allocatedBytes bytes of its memory
   * @param superblock of ic-sqlite-vfs, or null when there is none that can be read
   * @param header SQLite's header, or null when the database is empty or cannot be read
   * @param tables the tables with their rows; empty when they cannot be read
   * @param failure why it is refused or damaged, or null
   */
  record Database(
      int memoryId,
      String layout,
      long allocatedBytes,
      Superblock superblock,
      SqliteHeader header,
      List<Table> tables,
      Failure failure) {

    Database {
      tables = List.copyOf(tables);
    }

    boolean readable() {
      return failure == null && tables.stream().allMatch(table -> table.failure() == null);
    }

    Database withTables(List<Table> counted, Failure damage) {
      return new Database(memoryId, layout, allocatedBytes, superblock, header, counted, damage);
    }
  }

  /** A table; {@code rows} is null when they cannot be counted, and then {@code failure} is not. */
  record Table(String name, Long rows, Failure failure) {}
}
