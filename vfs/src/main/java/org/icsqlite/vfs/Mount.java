package org.icsqlite.vfs;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A database under a name of its own in the VFS, for one connection. SQLite opens the name; the
 * mount tells the file which database it is, in which mode, and carries what SQLite's numbers
 * cannot: the failure behind a result code.
 *
 * <p>Used by one thread at a time, that of its connection, but for the busy timeout.
 */
public final class Mount implements AutoCloseable {

  private final StableVfs vfs;
  private final long number;
  private final String path;
  private final Database database;
  private final boolean readOnly;
  private volatile long busyTimeoutMillis;
  private volatile boolean internal;
  private long busyDeadlineNanos;
  private final AtomicBoolean opened = new AtomicBoolean();
  private Throwable failure;
  private VfsException lostCommit;

  Mount(
      StableVfs vfs,
      long number,
      String path,
      Database database,
      boolean readOnly,
      long busyTimeoutMillis) {
    this.vfs = vfs;
    this.number = number;
    this.path = path;
    this.database = database;
    this.readOnly = readOnly;
    this.busyTimeoutMillis = busyTimeoutMillis;
  }

  /** The path under which SQLite opens the database, once; nobody else can guess it. */
  public String path() {
    return path;
  }

  /** True for the first caller: a connection has one main file, and no other gets at it. */
  boolean takeOpening() {
    return opened.compareAndSet(false, true);
  }

  /** Identifies the connection in {@link Vfs#retryAfterBusy}. */
  public long number() {
    return number;
  }

  public Database database() {
    return database;
  }

  /** True when the connection was opened in query mode: its file refuses to be written. */
  public boolean readOnly() {
    return readOnly;
  }

  /** How long a writer waits for another one, in milliseconds; 0 does not wait. */
  public long busyTimeoutMillis() {
    return busyTimeoutMillis;
  }

  public void setBusyTimeoutMillis(long millis) {
    if (millis < 0) {
      throw new IllegalArgumentException("busy timeout must not be negative: " + millis);
    }
    busyTimeoutMillis = millis;
  }

  /** While true, pragmas come from the driver itself and {@link PragmaPolicy} lets them pass. */
  public void setInternal(boolean internal) {
    this.internal = internal;
  }

  boolean internal() {
    return internal;
  }

  /**
   * Takes the failure behind the last result code that this connection's files returned.
   *
   * @return the failure, or null when there was none since the last call
   */
  public Throwable takeFailure() {
    Throwable taken = failure;
    failure = null;
    return taken;
  }

  void report(Throwable reported) {
    failure = reported;
  }

  void publicationFailed(VfsException reported) {
    lostCommit = reported;
  }

  /**
   * Takes the failure of a commit that was not reported yet. SQLite also commits when a statement
   * with rows left is reset or finalized, and there nobody looks at the result code.
   *
   * @return the failure, or null when no commit failed since the last call
   */
  public VfsException takeLostCommit() {
    VfsException taken = lostCommit;
    lostCommit = null;
    return taken;
  }

  /** The busy handler: waits for the writer slot, so that the next try finds it held. */
  boolean retryAfterBusy(int attempts) {
    long now = System.nanoTime();
    if (attempts == 0) {
      busyDeadlineNanos = now + busyTimeoutMillis * 1_000_000;
    }
    long remainingMillis = Math.max(0, (busyDeadlineNanos - now + 999_999) / 1_000_000);
    try {
      if (database.writer().acquire(this, remainingMillis)) {
        failure = null;
        return true;
      }
      failure =
          new VfsException(
              ResultCode.BUSY,
              "waited "
                  + busyTimeoutMillis
                  + " ms (busy_timeout) for the write lock, "
                  + database.writer().describeHolder());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failure =
          new VfsException(ResultCode.BUSY, "interrupted while waiting for the write lock", e);
    }
    return false;
  }

  /** Forgets the name and frees the write lock; the connection's files are closed before. */
  @Override
  public void close() {
    database.writer().release(this);
    vfs.unmount(this);
  }
}
