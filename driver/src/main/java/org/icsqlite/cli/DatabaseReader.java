package org.icsqlite.cli;

import java.util.Arrays;
import java.util.List;
import org.icsqlite.image.DatabaseImage;
import org.icsqlite.image.Image;
import org.icsqlite.image.PlainSqliteImage;
import org.icsqlite.image.Snapshot;
import org.icsqlite.image.Superblock;
import org.icsqlite.memory.MemoryManager;
import org.icsqlite.memory.StableMemory;
import org.icsqlite.memory.StableMemoryException;
import org.icsqlite.memory.VirtualMemory;

/** Reads what a database says about itself below SQL. A refusal becomes part of the answer. */
final class DatabaseReader {

  private static final int SUPERBLOCK_BYTES = 16544;

  private DatabaseReader() {}

  static MemoryMap.Database icSqliteVfs(MemoryManager manager, int id) {
    long allocated = manager.sizePages(id) * StableMemory.PAGE_BYTES;
    Superblock superblock = null;
    try {
      superblock = superblock(manager.memory(id));
      SqliteHeader header = header(DatabaseImage.open(manager, id));
      return database(id, MemoryMapReader.IC_SQLITE_VFS, allocated, superblock, header, null);
    } catch (StableMemoryException e) {
      return database(id, MemoryMapReader.IC_SQLITE_VFS, allocated, superblock, null, e);
    }
  }

  private static Superblock superblock(VirtualMemory memory) {
    byte[] bytes = new byte[SUPERBLOCK_BYTES];
    memory.read(0, bytes, 0, bytes.length);
    return Superblock.decode(bytes);
  }

  static MemoryMap.Database icRusqlite(MemoryManager manager, int id) {
    long allocated = manager.sizePages(id) * StableMemory.PAGE_BYTES;
    try {
      SqliteHeader header = header(PlainSqliteImage.inVirtualMemory(manager.memory(id)));
      return database(id, MemoryMapReader.IC_RUSQLITE, allocated, null, header, null);
    } catch (StableMemoryException e) {
      return database(id, MemoryMapReader.IC_RUSQLITE, allocated, null, null, e);
    }
  }

  static MemoryMap.Database icSqlite(StableMemory memory) {
    long allocated = memory.sizePages() * StableMemory.PAGE_BYTES;
    try {
      SqliteHeader header = header(PlainSqliteImage.behindLength(memory));
      return database(-1, MemoryMapReader.IC_SQLITE, allocated, null, header, null);
    } catch (StableMemoryException e) {
      return database(-1, MemoryMapReader.IC_SQLITE, allocated, null, null, e);
    }
  }

  private static SqliteHeader header(Image image) {
    try (Snapshot snapshot = image.snapshot()) {
      byte[] bytes = new byte[SqliteHeader.BYTES];
      int count = snapshot.read(0, bytes, bytes.length);
      return SqliteHeader.decode(Arrays.copyOf(bytes, count));
    }
  }

  private static MemoryMap.Database database(
      int id,
      String layout,
      long allocated,
      Superblock superblock,
      SqliteHeader header,
      StableMemoryException refusal) {
    return new MemoryMap.Database(
        id,
        layout,
        allocated,
        superblock,
        header,
        List.of(),
        refusal == null ? null : Failure.of(refusal));
  }
}
