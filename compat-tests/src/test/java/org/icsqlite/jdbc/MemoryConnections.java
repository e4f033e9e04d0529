package org.icsqlite.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import java.util.function.Function;
import org.icsqlite.memory.StableMemory;
import org.icsqlite.natives.SqliteNative;
import org.icsqlite.vfs.Engines;
import org.icsqlite.vfs.Mount;

/** Opens connections to a memory that a test has made, and shows what tests look for behind it. */
public final class MemoryConnections {

  /** A connection and the mount that carries the failures of its files. */
  public record Opened(Connection connection, Mount mount) {}

  private MemoryConnections() {}

  /**
   * As the driver opens {@code jdbc:icsqlite:}, but in the memory given.
   *
   * @param memory makes the memory for a maximum of pages; closed with the connection
   */
  public static Opened open(Function<Long, StableMemory> memory, String options)
      throws SQLException {
    ConnectionSettings settings =
        ConnectionSettings.parse("jdbc:icsqlite::memory:?" + options, new Properties());
    Resources resources =
        Resources.acquire(
            settings,
            NativeLibrary.get(),
            () ->
                Engines.openPrivate(
                    memory.apply(settings.maximumStablePages()),
                    new Engines.Options(
                        settings.mode() == Mode.UPDATE,
                        settings.create(),
                        settings.bucketPages(),
                        settings.maximumStablePages())));
    return new Opened(IcSqliteConnection.open(settings, resources), resources.mount());
  }

  /** Mounts, temporary files and engines that are open, in words; null when there are none. */
  public static String leaks() {
    int mounts = NativeLibrary.get().vfs().mounts();
    long files = SqliteNative.instance().privateFiles(NativeLibrary.get().vfsName());
    int engines = Engines.open();
    return mounts == 0 && files == 0 && engines == 0
        ? null
        : mounts + " mounts, " + files + " temporary files, " + engines + " engines left open";
  }
}
