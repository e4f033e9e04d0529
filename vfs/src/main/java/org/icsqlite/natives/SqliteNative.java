package org.icsqlite.natives;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.icsqlite.vfs.Vfs;

/**
 * The SQLite of this JVM with the extension in it. Loaded on first use; a failed load is not
 * remembered, so that a later one can succeed. Thread-safe.
 */
public final class SqliteNative {

  /** Guards the load and SQLite's list of VFS names, of which a process has one. */
  private static final Object LOCK = new Object();

  private static volatile SqliteNative instance;

  private final NativeCalls calls;
  private final SqliteApi api;
  private final Map<String, VfsBinding> bindings = new ConcurrentHashMap<>();
  private final AtomicLong clocks = new AtomicLong();

  private SqliteNative(NativeCalls calls) {
    this.calls = calls;
    this.api = new SqliteApi(calls);
  }

  /**
   * The one instance, through FFM or JNA as the system property {@code icsqlite.native} says.
   *
   * @throws NativeUnavailableException when native code cannot be used here
   */
  public static SqliteNative instance() {
    SqliteNative loaded = instance;
    if (loaded == null) {
      synchronized (LOCK) {
        loaded = instance;
        if (loaded == null) {
          loaded = load(NativeAccess.selected());
          instance = loaded;
        }
      }
    }
    return loaded;
  }

  /** Loads another copy of the extension, with its own callbacks; SQLite is the same. */
  static SqliteNative load(NativeAccess access) {
    return new SqliteNative(ExtensionLoader.current(access).load());
  }

  public NativeCalls calls() {
    return calls;
  }

  public SqliteApi api() {
    return api;
  }

  /**
   * Registers a VFS with SQLite, not as the default one, until the JVM ends.
   *
   * @param name the name wanted, 1 to 200 bytes; taken names get {@code -2}, {@code -3}, ... added
   * @return the name it has
   */
  public String register(Vfs vfs, String name) {
    VfsBinding binding = new VfsBinding(calls, Objects.requireNonNull(vfs, "vfs"));
    synchronized (LOCK) {
      String free = name;
      for (int i = 2; api.vfsFind(free) != 0; i++) {
        free = name + "-" + i;
      }
      binding.register(free);
      bindings.put(free, binding);
      return free;
    }
  }

  /**
   * Registers a VFS that is another one but for its clock, which stands still; for one connection.
   *
   * @param registeredName of a VFS registered here
   * @param unixMillis milliseconds since 1970-01-01T00:00:00Z
   */
  public FixedClock fixClock(String registeredName, long unixMillis) {
    return FixedClock.register(
        calls, registeredName, registeredName + "-clock-" + clocks.incrementAndGet(), unixMillis);
  }

  /**
   * How many databases SQLite holds open in the VFS of that registered name; 0 for an unknown one.
   */
  public int openFiles(String registeredName) {
    VfsBinding binding = bindings.get(registeredName);
    return binding == null ? 0 : binding.openFiles();
  }

  /**
   * How many journals and temporary files SQLite holds open in the VFS of that registered name; 0
   * for an unknown one. The extension keeps them in native memory.
   */
  public long privateFiles(String registeredName) {
    long name = calls.allocateUtf8(registeredName);
    try {
      return calls.call(calls.symbol("icsqlite_private_files"), name);
    } finally {
      calls.free(name);
    }
  }
}
