package org.icsqlite.image;

import java.nio.charset.StandardCharsets;
import org.icsqlite.memory.MemoryManager;
import org.icsqlite.memory.StableMemory;
import org.icsqlite.memory.StableMemoryException;
import org.icsqlite.memory.VirtualMemory;

/** What a memory holds, told from its first bytes. Detection never writes. */
public enum ImageFormat {
  /** No pages: a new database can be created. */
  EMPTY,
  /** A superblock in a virtual memory; {@link DatabaseImage} checks it. */
  IC_SQLITE_VFS,
  /** A plain SQLite file in a virtual memory; read by {@link PlainSqliteImage}. */
  IC_RUSQLITE,
  /** A plain SQLite file behind its length in raw memory; read by {@link PlainSqliteImage}. */
  IC_SQLITE;

  private static final byte[] MANAGER_MAGIC = "MGR".getBytes(StandardCharsets.US_ASCII);

  /**
   * What a virtual memory holds.
   *
   * @throws StableMemoryException FOREIGN_STABLE_MEMORY_IMAGE for anything unknown
   */
  public static ImageFormat detect(VirtualMemory memory) {
    if (memory.sizePages() == 0) {
      return EMPTY;
    }
    byte[] head = new byte[PlainSqliteImage.SQLITE_MAGIC.length];
    memory.read(0, head, 0, head.length);
    if (PlainSqliteImage.startsWith(head, 0, Superblock.MAGIC)) {
      return IC_SQLITE_VFS;
    }
    if (PlainSqliteImage.startsWith(head, 0, PlainSqliteImage.SQLITE_MAGIC)) {
      return IC_RUSQLITE;
    }
    throw StableMemoryException.foreignStableMemoryImage();
  }

  /** What a memory id of a manager holds, as {@link #detect(VirtualMemory)}. */
  public static ImageFormat detect(MemoryManager manager, int memoryId) {
    return detect(manager.memory(memoryId));
  }

  /** Whether these are the first bytes, at least 16 of them, of a SQLite database file. */
  public static boolean isSqliteFile(byte[] head) {
    return PlainSqliteImage.startsWith(head, 0, PlainSqliteImage.SQLITE_MAGIC);
  }

  /**
   * Whether a raw memory is that of ic-sqlite, which uses no MemoryManager. For any other memory
   * the MemoryManager is opened next, and says what is wrong with it.
   */
  public static boolean isIcSqlite(StableMemory memory) {
    if (memory.sizePages() == 0) {
      return false;
    }
    byte[] head = new byte[PlainSqliteImage.LENGTH_BYTES + PlainSqliteImage.SQLITE_MAGIC.length];
    memory.read(0, head, 0, head.length);
    return !PlainSqliteImage.startsWith(head, 0, MANAGER_MAGIC)
        && !PlainSqliteImage.startsWith(head, 0, Superblock.MAGIC)
        && PlainSqliteImage.startsWith(
            head, PlainSqliteImage.LENGTH_BYTES, PlainSqliteImage.SQLITE_MAGIC);
  }

  /**
   * What a raw memory holds for a memory id.
   *
   * @param bucketPages as for {@link MemoryManager#open(StableMemory, int)}
   * @throws StableMemoryException what the MemoryManager throws, or FOREIGN_STABLE_MEMORY_IMAGE
   */
  public static ImageFormat detect(StableMemory memory, int bucketPages, int memoryId) {
    if (isIcSqlite(memory)) {
      return IC_SQLITE;
    }
    return detect(MemoryManager.open(memory, bucketPages), memoryId);
  }
}
