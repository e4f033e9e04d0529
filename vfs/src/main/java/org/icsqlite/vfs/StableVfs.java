package org.icsqlite.vfs;

import java.time.InstantSource;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The VFS {@code icstable}: a mounted database for the path of a {@link Mount}, and a refusal for
 * any other name.
 *
 * <p>Thread-safe. SQLite asks for the clock per VFS, not per connection: a connection that wants
 * its own has a {@code FixedClock} registered beside this VFS.
 */
public final class StableVfs implements Vfs {

  /** The name under which the VFS is registered with SQLite. */
  public static final String NAME = "icstable";

  static final String PATH_PREFIX = "/icstable/";

  private final InstantSource clock;
  private final Randomness randomness;
  private final AtomicLong numbers = new AtomicLong();
  private final ConcurrentMap<Long, Mount> mounts = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, Mount> mountsByPath = new ConcurrentHashMap<>();

  /**
   * A VFS without mounts.
   *
   * @param clock the source of SQLite's {@code 'now'}, read with a precision of milliseconds
   * @param randomness what SQLite gets when it asks this VFS; for {@code random()} it asks its
   *     default VFS, once in a process
   */
  public StableVfs(InstantSource clock, Randomness randomness) {
    this.clock = clock;
    this.randomness = randomness;
  }

  /**
   * Makes a database openable by SQLite.
   *
   * @param readOnly query mode: the file refuses every write
   * @param busyTimeoutMillis how long a writer waits for another, 0 or more
   */
  public Mount mount(Database database, boolean readOnly, long busyTimeoutMillis) {
    long number = numbers.incrementAndGet();
    String path = PATH_PREFIX + number + "-" + UUID.randomUUID();
    Mount mount = new Mount(this, number, path, database, readOnly, busyTimeoutMillis);
    mounts.put(number, mount);
    mountsByPath.put(path, mount);
    return mount;
  }

  void unmount(Mount mount) {
    mounts.remove(mount.number());
    mountsByPath.remove(mount.path());
  }

  /** Mounts not yet closed; for leak tests. */
  public int mounts() {
    return mounts.size();
  }

  /** The paths of the mounts not yet closed; for tests. */
  public Set<String> mountedPaths() {
    return Set.copyOf(mountsByPath.keySet());
  }

  @Override
  public VfsFile open(String name, int flags) {
    Mount mount = name == null ? null : mountsByPath.get(name);
    if (mount == null || !mount.takeOpening()) {
      throw new VfsException(
          ResultCode.CANTOPEN,
          "'"
              + name
              + "' is not a database that this connection may open; use a jdbc:icsqlite URL");
    }
    return new MainFile(mount, mount.readOnly() || (flags & OpenFlags.READONLY) != 0);
  }

  @Override
  public void randomness(byte[] bytes) {
    randomness.fill(bytes);
  }

  @Override
  public long currentTimeMillis() {
    return clock.millis();
  }

  @Override
  public boolean retryAfterBusy(long connection, int attempts) {
    Mount mount = mounts.get(connection);
    return mount != null && mount.retryAfterBusy(attempts);
  }

  @Override
  public void report(VfsFile file, Throwable failure) {
    if (file instanceof MainFile main) {
      main.mount().report(failure);
    }
  }
}
