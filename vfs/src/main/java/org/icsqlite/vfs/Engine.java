package org.icsqlite.vfs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.icsqlite.image.DatabaseImage;
import org.icsqlite.image.Image;
import org.icsqlite.image.ImageFormat;
import org.icsqlite.image.PlainSqliteImage;
import org.icsqlite.memory.Durability;
import org.icsqlite.memory.FileStableMemory;
import org.icsqlite.memory.MemoryManager;
import org.icsqlite.memory.StableMemory;
import org.icsqlite.memory.StableMemoryException;
import org.icsqlite.memory.StableMemoryException.Kind;

/**
 * One stable memory and the databases that are open in it, shared by all connections of this JVM to
 * that memory. Made by {@link Engines}. Thread-safe.
 */
public final class Engine {

  private final StableMemory memory;
  private final MemoryManager manager;
  private final Map<Integer, Database> databases = new HashMap<>();
  private int leases;
  private Path emptyFile;
  private Long snapshotBytes;
  private boolean replayTold;

  /**
   * Checks what lies in the memory; writes nothing.
   *
   * @throws StableMemoryException what {@link MemoryManager#open} throws
   */
  Engine(StableMemory memory, int bucketPages) {
    this.memory = memory;
    this.manager = ImageFormat.isIcSqlite(memory) ? null : MemoryManager.open(memory, bucketPages);
  }

  /** The raw memory. */
  public StableMemory memory() {
    return memory;
  }

  /** The MemoryManager, or null when the memory holds the layout of ic-sqlite. */
  public MemoryManager manager() {
    return manager;
  }

  /**
   * The database of a memory id, opened and checked once for all connections.
   *
   * @param memoryId 0..254; ignored for the layout of ic-sqlite, which has one database
   * @param update whether the caller is going to write
   * @param create whether an empty virtual memory becomes a new database
   * @throws StableMemoryException NO_DATABASE when there is none and create is false,
   *     FOREIGN_FORMAT_READ_ONLY when the layout is only read and update is true,
   *     IMPORT_IN_PROGRESS or IMPORT_ALREADY_STARTED, and what opening the image throws
   */
  public synchronized Database database(int memoryId, boolean update, boolean create) {
    int id = manager == null ? 0 : memoryId;
    Database database = databases.get(id);
    if (database == null) {
      database = new Database(openImage(id, update, create), memory);
    }
    requireUsable(database.image(), update);
    databases.put(id, database);
    return database;
  }

  private Image openImage(int id, boolean update, boolean create) {
    if (manager == null) {
      refuseUpdate(update, "ic-sqlite");
      return PlainSqliteImage.behindLength(memory);
    }
    return switch (ImageFormat.detect(manager, id)) {
      case IC_RUSQLITE -> {
        refuseUpdate(update, "ic-rusqlite");
        yield PlainSqliteImage.inVirtualMemory(manager.memory(id));
      }
      case EMPTY -> {
        if (!create) {
          throw new StableMemoryException(Kind.NO_DATABASE, noDatabase(id, update));
        }
        yield DatabaseImage.openOrCreate(manager, id, snapshotLimit());
      }
      default -> DatabaseImage.open(manager, id, snapshotLimit());
    };
  }

  private static void refuseUpdate(boolean update, String layout) {
    if (update) {
      throw new StableMemoryException(
          Kind.FOREIGN_FORMAT_READ_ONLY,
          "the image was written by " + layout + " and opens for queries only; use mode=query");
    }
  }

  private String noDatabase(int id, boolean update) {
    List<String> used = new ArrayList<>();
    for (int other = 0; other <= MemoryManager.MAXIMUM_ID; other++) {
      if (manager.sizePages(other) > 0) {
        used.add(Integer.toString(other));
      }
    }
    return "memory "
        + id
        + " is empty, it holds no database ("
        + (used.isEmpty() ? "no memory is in use" : "memories in use: " + String.join(", ", used))
        + "); "
        + (update ? "create=true makes one" : "set memory_id, or create one with mode=update");
  }

  private static void requireUsable(Image image, boolean update) {
    if (update && image instanceof DatabaseImage writable) {
      writable.requireUpdatable();
    } else if (update) {
      refuseUpdate(true, image.layoutName());
    } else {
      image.snapshot().close();
    }
  }

  private long snapshotLimit() {
    return snapshotBytes == null ? DatabaseImage.DEFAULT_SNAPSHOT_BYTES : snapshotBytes;
  }

  /**
   * How many transactions were replayed from a redo log when the memory was opened; told to the
   * first that asks, 0 to everybody else.
   */
  public synchronized long takeReplayed() {
    if (replayTold || !(memory instanceof FileStableMemory file)) {
      return 0;
    }
    replayTold = true;
    return file.statistics().replayed();
  }

  /** Whether the memory failed so that every call fails until it is opened anew. */
  boolean poisoned() {
    return memory instanceof FileStableMemory file && file.failure() != null;
  }

  /**
   * Adopts what a further lease asks of the memory as a whole, and turns an engine that was opened
   * for queries into one for updates too where that is asked.
   *
   * @throws StableMemoryException SETTINGS_CONFLICT, and what {@link FileStableMemory#upgrade}
   *     throws
   */
  synchronized void adopt(Engines.Options options) {
    adoptSnapshotBytes(options.snapshotBytes());
    if (memory instanceof FileStableMemory file) {
      if (options.logBytes() != null) {
        file.setLogLimit(options.logBytes());
      }
      if (options.update()) {
        adoptDurability(file, options.durability());
        file.upgrade();
      }
    }
  }

  private void adoptDurability(FileStableMemory file, Durability asked) {
    if (asked == null || asked == file.durability()) {
      return;
    }
    if (!file.readOnly()) {
      throw conflict("durability", file.durability().name().toLowerCase(Locale.ROOT));
    }
    file.setDurability(asked);
  }

  private void adoptSnapshotBytes(Long asked) {
    if (asked == null) {
      return;
    }
    if (snapshotBytes != null && !snapshotBytes.equals(asked)) {
      throw conflict("max_snapshot_bytes", snapshotBytes.toString());
    }
    snapshotBytes = asked;
    for (Database database : databases.values()) {
      if (database.image() instanceof DatabaseImage image) {
        image.setSnapshotLimit(asked);
      }
    }
  }

  private static StableMemoryException conflict(String key, String value) {
    return new StableMemoryException(
        Kind.SETTINGS_CONFLICT,
        "it is open in this JVM with "
            + key
            + "="
            + value
            + ", which holds for all its connections; leave the key out, ask for the same, or close"
            + " the other connections first");
  }

  void addLease() {
    leases++;
  }

  int removeLease() {
    return --leases;
  }

  /** A file that was created for this engine, which goes again when nothing came into it. */
  void ownEmptyFile(Path file) {
    emptyFile = file;
  }

  /**
   * Closes the memory. A file that stayed empty goes while the lock still keeps others out of it,
   * or, where an open file cannot be deleted, right after.
   */
  void close() {
    boolean left = false;
    try {
      left = emptyFile != null && !poisoned() && memory.sizePages() == 0 && !deleteWhileOpen();
    } finally {
      memory.close();
    }
    if (left) {
      try {
        Files.deleteIfExists(emptyFile);
      } catch (IOException e) {
        throw new StableMemoryException(Kind.IO_ERROR, emptyFile + " cannot be deleted: " + e, e);
      }
    }
  }

  private boolean deleteWhileOpen() {
    try {
      Files.deleteIfExists(emptyFile);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
