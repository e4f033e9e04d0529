package org.icsqlite.vfs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.icsqlite.memory.Durability;
import org.icsqlite.memory.FileOptions;
import org.icsqlite.memory.FileStableMemory;
import org.icsqlite.memory.HeapStableMemory;
import org.icsqlite.memory.MemoryManager;
import org.icsqlite.memory.StableMemory;
import org.icsqlite.memory.StableMemoryException;
import org.icsqlite.memory.StableMemoryException.Kind;

/**
 * The open engines of this JVM: connections to the same file, by whatever path or link, share one.
 * An engine is opened by its first lease and closed with its last. Thread-safe.
 */
public final class Engines {

  private static final Map<Object, Engine> OPEN = new HashMap<>();

  /**
   * How a memory is opened. What concerns the memory as a whole is settled by the first lease.
   *
   * @param update whether it will be written; the first lease that writes upgrades the engine
   * @param create whether an absent file is created
   * @param bucketPages 64 KiB pages in a bucket of a MemoryManager that is created, 1..65535
   * @param maximumPages 64 KiB pages beyond which the memory does not grow
   * @param durability what commits wait for; null for what holds already, or FULL
   * @param logBytes bytes of the redo log beyond which it is checkpointed; null as above, or 4 MiB
   * @param snapshotBytes bytes of pre-images for each database; null as above, or 64 MiB
   */
  public record Options(
      boolean update,
      boolean create,
      int bucketPages,
      long maximumPages,
      Durability durability,
      Long logBytes,
      Long snapshotBytes) {

    /** Everything that may be left open left open. */
    public Options(boolean update, boolean create, int bucketPages, long maximumPages) {
      this(update, create, bucketPages, maximumPages, null, null, null);
    }

    private FileOptions file() {
      return new FileOptions(
          durability == null ? Durability.FULL : durability,
          maximumPages,
          logBytes == null ? FileOptions.DEFAULT_LOG_BYTES : logBytes);
    }
  }

  private record SharedName(String name) {}

  private Engines() {}

  /**
   * A stable-memory file.
   *
   * @throws StableMemoryException FILE_NOT_FOUND with the reason when there is none and none can be
   *     created, and what {@link FileStableMemory#open} and {@link MemoryManager#open} throw
   */
  public static EngineLease openFile(Path file, Options options) {
    return openFile(file, options, Engines::keyOf);
  }

  static EngineLease openFile(Path file, Options options, Function<Path, Object> keys) {
    synchronized (OPEN) {
      boolean absent = !Files.exists(file);
      if (absent) {
        requireCreatable(file.toAbsolutePath(), options);
      }
      Object key = absent ? null : keys.apply(file);
      Engine engine = key == null ? null : OPEN.get(key);
      if (engine != null && engine.poisoned()) {
        // Its connections fail until they are closed; it has let go of the file.
        OPEN.remove(key);
        engine = null;
      }
      if (engine == null) {
        engine = newEngine(FileStableMemory.open(file, fileMode(options), options.file()), options);
        engine.ownEmptyFile(absent ? file : null);
        key = keyOfOpened(file, engine, keys);
        OPEN.put(key, engine);
      } else {
        engine.adopt(options);
      }
      return lease(key, engine);
    }
  }

  private static void requireCreatable(Path file, Options options) {
    String reason = null;
    Path directory = file.getParent();
    if (Files.isSymbolicLink(file)) {
      reason = " is a link to " + targetOf(file) + ", which does not exist";
    } else if (!options.create()) {
      reason =
          " does not exist"
              + (options.update() ? " and create=false" : " and mode=query creates nothing");
    } else if (directory != null && !Files.isDirectory(directory)) {
      reason =
          " cannot be created: "
              + directory
              + (Files.exists(directory) ? " is not a directory" : " does not exist");
    }
    if (reason != null) {
      throw new StableMemoryException(Kind.FILE_NOT_FOUND, file + reason);
    }
  }

  private static String targetOf(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException e) {
      return "a file";
    }
  }

  private static Object keyOfOpened(Path file, Engine engine, Function<Path, Object> keys) {
    try {
      return keys.apply(file);
    } catch (RuntimeException | Error e) {
      try {
        engine.close();
      } catch (RuntimeException suppressed) {
        e.addSuppressed(suppressed);
      }
      throw e;
    }
  }

  private static FileStableMemory.Mode fileMode(Options options) {
    if (!options.update()) {
      return FileStableMemory.Mode.READ_ONLY;
    }
    return options.create() ? FileStableMemory.Mode.CREATE : FileStableMemory.Mode.READ_WRITE;
  }

  /** A heap memory that everybody in this JVM reaches by its name while it is open. */
  public static EngineLease openShared(String name, Options options) {
    synchronized (OPEN) {
      SharedName key = new SharedName(name);
      Engine engine = OPEN.get(key);
      if (engine == null) {
        engine = newEngine(new HeapStableMemory(options.maximumPages()), options);
        OPEN.put(key, engine);
      } else {
        engine.adopt(options);
      }
      return lease(key, engine);
    }
  }

  /** A heap memory of the caller's own, for example a copy of an image. */
  public static EngineLease openPrivate(StableMemory memory, Options options) {
    synchronized (OPEN) {
      Object key = new Object();
      Engine engine = newEngine(memory, options);
      OPEN.put(key, engine);
      return lease(key, engine);
    }
  }

  private static Engine newEngine(StableMemory memory, Options options) {
    try {
      Engine engine = new Engine(memory, options.bucketPages());
      engine.adopt(options);
      return engine;
    } catch (RuntimeException | Error e) {
      try {
        memory.close();
      } catch (RuntimeException suppressed) {
        e.addSuppressed(suppressed);
      }
      throw e;
    }
  }

  private static EngineLease lease(Object key, Engine engine) {
    engine.addLease();
    return new EngineLease(key, engine);
  }

  static EngineLease share(EngineLease lease) {
    synchronized (OPEN) {
      return lease(lease.key(), lease.engine());
    }
  }

  static void release(Object key, Engine engine) {
    synchronized (OPEN) {
      if (engine.removeLease() == 0) {
        OPEN.remove(key, engine);
        engine.close();
      }
    }
  }

  private static Object keyOf(Path file) {
    try {
      Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
      return key != null ? key : file.toRealPath();
    } catch (IOException e) {
      throw new StableMemoryException(Kind.IO_ERROR, file + ": " + e.getMessage(), e);
    }
  }

  /** Engines open in this JVM; for leak tests. */
  public static int open() {
    synchronized (OPEN) {
      return OPEN.size();
    }
  }
}
