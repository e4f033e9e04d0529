package org.icsqlite.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.icsqlite.error.OpenErrors;
import org.icsqlite.error.SqlState;
import org.icsqlite.image.ImageFormat;
import org.icsqlite.memory.HeapStableMemory;
import org.icsqlite.memory.StableMemory;
import org.icsqlite.memory.StableMemoryException;
import org.icsqlite.natives.FixedClock;
import org.icsqlite.natives.NativeUnavailableException;
import org.icsqlite.natives.SqliteApi;
import org.icsqlite.natives.SqliteNative;
import org.icsqlite.vfs.Database;
import org.icsqlite.vfs.Engine;
import org.icsqlite.vfs.EngineLease;
import org.icsqlite.vfs.Engines;
import org.icsqlite.vfs.Mount;

/** What a connection holds below JDBC, taken and given back as one. */
final class Resources {

  /** What shows that a file is SQLite's own. */
  private static final int SQLITE_HEADER_BYTES = 16;

  private final NativeLibrary library;
  private final EngineLease lease;
  private final Mount mount;
  private final FixedClock clock;
  private final Path updatedFile;
  private final long openedPages;

  private Resources(
      NativeLibrary library,
      EngineLease lease,
      Mount mount,
      FixedClock clock,
      Path updatedFile,
      long openedPages) {
    this.library = library;
    this.lease = lease;
    this.mount = mount;
    this.clock = clock;
    this.updatedFile = updatedFile;
    this.openedPages = openedPages;
  }

  /** Opens engine and database and mounts it; leaves nothing open when it fails. */
  static Resources acquire(ConnectionSettings settings) throws SQLException {
    NativeLibrary library;
    try {
      library = NativeLibrary.get();
    } catch (NativeUnavailableException e) {
      throw new SQLNonTransientConnectionException(e.getMessage(), SqlState.CANNOT_CONNECT, e);
    }
    return acquire(settings, library, () -> openEngine(settings));
  }

  /** As {@link #acquire(ConnectionSettings)} in an engine from elsewhere, for tests. */
  static Resources acquire(
      ConnectionSettings settings, NativeLibrary library, Supplier<EngineLease> engine)
      throws SQLException {
    EngineLease lease = null;
    try {
      lease = engine.get();
      long openedPages = lease.engine().memory().sizePages();
      boolean query = settings.mode() == Mode.QUERY;
      Database database = lease.engine().database(settings.memoryId(), !query, settings.create());
      Path updatedFile = query ? null : file(settings);
      FixedClock clock = clock(settings, library);
      Mount mount = library.vfs().mount(database, query, settings.busyTimeoutMillis());
      return new Resources(library, lease, mount, clock, updatedFile, openedPages);
    } catch (StableMemoryException e) {
      closeQuietly(lease, e);
      throw OpenErrors.cannotOpen(settings.location(), e, advice(settings, e));
    } catch (InvalidPathException e) {
      throw OpenErrors.noPath(settings.location(), e);
    } catch (RuntimeException | Error e) {
      closeQuietly(lease, e);
      throw e;
    }
  }

  /** What else there is to say about a file that was refused, or null. */
  private static String advice(ConnectionSettings settings, StableMemoryException refusal) {
    boolean unknown =
        refusal.kind() == StableMemoryException.Kind.RAGGED_FILE
            || refusal.kind() == StableMemoryException.Kind.NON_MEMORY_MANAGER_LAYOUT;
    if (!unknown || settings.heapMemory()) {
      return null;
    }
    Path file = file(settings);
    try (InputStream bytes = Files.newInputStream(file)) {
      return ImageFormat.isSqliteFile(bytes.readNBytes(SQLITE_HEADER_BYTES))
          ? "it is a plain SQLite database, no stable memory; sqlite-jdbc opens it as jdbc:sqlite:"
              + file
          : null;
    } catch (IOException e) {
      return null; // what is wrong was said already
    }
  }

  /** A clock of the connection's own, or null where it has that of all. */
  private static FixedClock clock(ConnectionSettings settings, NativeLibrary library) {
    OptionalLong millis = settings.clock();
    return millis.isPresent()
        ? library.sqlite().fixClock(library.vfsName(), millis.getAsLong())
        : null;
  }

  private static void closeQuietly(EngineLease lease, Throwable failure) {
    if (lease != null) {
      try {
        lease.close();
      } catch (RuntimeException e) {
        failure.addSuppressed(e);
      }
    }
  }

  /** The stable-memory file, or null for a memory in the heap. */
  private static Path file(ConnectionSettings settings) {
    return settings.heapMemory() ? null : SnapshotMetadata.memoryFile(settings.path());
  }

  private static EngineLease openEngine(ConnectionSettings settings) {
    Engines.Options options =
        new Engines.Options(
            settings.mode() == Mode.UPDATE,
            settings.create(),
            settings.bucketPages(),
            settings.maximumStablePages(),
            settings.durability().orElse(null),
            boxed(settings.redoLogBytes()),
            boxed(settings.maxSnapshotBytes()));
    if (settings.privateMemory()) {
      return Engines.openPrivate(new HeapStableMemory(options.maximumPages()), options);
    }
    String name = settings.sharedMemoryName();
    return name != null
        ? Engines.openShared(name, options)
        : Engines.openFile(file(settings), options);
  }

  private static Long boxed(OptionalLong number) {
    return number.isPresent() ? number.getAsLong() : null;
  }

  /** Transactions that were replayed from a redo log for this connection, 0 for later ones. */
  long takeReplayed() {
    return lease.engine().takeReplayed();
  }

  SqliteNative natives() {
    return library.sqlite();
  }

  SqliteApi api() {
    return library.api();
  }

  Mount mount() {
    return mount;
  }

  /** What SQLite is asked to open. */
  String fileName() {
    return "file:" + mount.path() + "?vfs=" + (clock == null ? library.vfsName() : clock.vfsName());
  }

  /**
   * Gives everything back; SQLite has closed its file before.
   *
   * @throws SQLException when the size in a snapshot's metadata could not be raised
   */
  void close() throws SQLException {
    mount.close();
    if (clock != null) {
      clock.close();
    }
    SQLException failure = null;
    try {
      failure = updatedFile == null ? null : raiseSize();
    } finally {
      failure = closeLease(failure);
    }
    if (failure != null) {
      throw failure;
    }
  }

  private SQLException closeLease(SQLException earlier) {
    try {
      lease.close();
      return earlier;
    } catch (StableMemoryException e) {
      SQLException unclosed =
          new SQLNonTransientConnectionException(e.getMessage(), SqlState.IO_ERROR, e);
      if (earlier != null) {
        unclosed.addSuppressed(earlier);
      }
      return unclosed;
    }
  }

  /**
   * Raises the size in the metadata while the lease keeps other processes out.
   *
   * @return what to tell the user, or null; only a memory that grew is worth a complaint
   */
  private SQLException raiseSize() {
    Engine engine = lease.engine();
    synchronized (engine) {
      boolean grown = false;
      try {
        long pages = engine.memory().sizePages();
        grown = pages > openedPages;
        SnapshotMetadata.raiseSize(updatedFile, pages * StableMemory.PAGE_BYTES);
      } catch (StableMemoryException e) {
        // A poisoned memory has said so before; what it became is seen when it is opened again.
      } catch (IOException e) {
        return grown ? notRaised(updatedFile, e) : null;
      }
      return null;
    }
  }

  private static SQLException notRaised(Path file, IOException e) {
    return new SQLNonTransientConnectionException(
        "The database is safe, but its memory grew and stable_memory_size in the snapshot's"
            + " metadata.json could not be raised; set it to the size of "
            + file
            + " before uploading: "
            + e.getMessage(),
        SqlState.IO_ERROR,
        e);
  }
}
