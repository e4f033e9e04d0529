package org.icsqlite.vfs;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.icsqlite.image.PageAdmission;

/**
 * A database under a name of its own in the VFS, for one connection. SQLite opens the name; the
 * mount tells the file which database it is, in which mode, and carries what SQLite's numbers
 * cannot: the failure behind a result code.
 *
 * <p>Used by one thread at a time, that of its connection, but for the busy timeout and what ends
 * its waiting.
 */
public final class Mount implements AutoCloseable {

  private final StableVfs vfs;
  private final long number;
  private final String path;
  private final Database database;
  private final boolean readOnly;
  private volatile long busyTimeoutMillis;
  private volatile Runnable busyTimeoutSet = () -> {};
  private volatile boolean internal;
  private volatile boolean cancelled;
  private volatile boolean waitingEnded;
  private volatile String label;
  private long busyDeadlineNanos;
  private final AtomicBoolean opened = new AtomicBoolean();
  private Throwable failure;
  private VfsException lostCommit;
  private PageAdmission pageLimits = PageAdmission.unlimited();
  private PageAdmission admission;
  private long readCalls;
  private long readBytes;

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
    this.label = "memory " + database.image().memoryId();
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

  /** Says what events of Java Flight Recorder call the database; its memory id unless set. */
  public void setLabel(String label) {
    this.label = label;
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

  /** Sets how long a writer waits, as PRAGMA busy_timeout does too. */
  public void setBusyTimeoutMillis(long millis) {
    if (millis < 0) {
      throw new IllegalArgumentException("busy timeout must not be negative: " + millis);
    }
    busyTimeoutMillis = millis;
    busyTimeoutSet.run();
  }

  /**
   * Gives what is run whenever the busy timeout has been set, in the thread that sets it: in
   * SQLite, that takes the place of another busy handler.
   */
  public void whenBusyTimeoutIsSet(Runnable action) {
    busyTimeoutSet = action;
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

  /** Limits the pages of transactions that begin to write from now on. */
  public void setPageLimits(PageAdmission limits) {
    pageLimits = limits;
  }

  /** What transactions that begin to write may change. */
  public PageAdmission pageLimits() {
    return pageLimits;
  }

  /** A transaction begins to write. */
  PageAdmission admitPages() {
    admission = pageLimits.fresh();
    return admission;
  }

  /** The pages of the transaction that wrote last, or null after {@link #forgetPages}. */
  public PageAdmission pages() {
    return admission;
  }

  /** Forgets the transaction that wrote last; for when no other one runs. */
  public void forgetPages() {
    admission = null;
  }

  void countRead(int bytes) {
    readCalls++;
    readBytes += bytes;
  }

  /** How often SQLite has read from the main file of this connection. */
  public long readCalls() {
    return readCalls;
  }

  /** Bytes that these reads gave. */
  public long readBytes() {
    return readBytes;
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

  /** The busy handler: waits for the right to write, so that the next try finds it held. */
  boolean retryAfterBusy(int attempts) {
    long now = System.nanoTime();
    if (attempts == 0) {
      busyDeadlineNanos =
          now + Math.min(TimeUnit.MILLISECONDS.toNanos(busyTimeoutMillis), Long.MAX_VALUE / 2);
    }
    VfsException refused = awaitWriter(busyDeadlineNanos - now);
    failure = refused;
    return refused == null;
  }

  /**
   * Waits for the right to write, which this mount must not hold yet, at most the busy timeout.
   *
   * @throws VfsException BUSY or INTERRUPT when it was not given
   */
  void acquireWriter() {
    VfsException refused = awaitWriter(TimeUnit.MILLISECONDS.toNanos(busyTimeoutMillis));
    if (refused != null) {
      throw refused;
    }
  }

  /** Null when the right is held. */
  private VfsException awaitWriter(long nanos) {
    WriterWait event = WriterWait.begin();
    WriterQueue.Outcome outcome = database.writer().acquire(this, nanos, this::givesUpWaiting);
    event.end(label, outcome == WriterQueue.Outcome.TIMED_OUT);
    return switch (outcome) {
      case ACQUIRED -> null;
      case TIMED_OUT -> timedOut();
      case CANCELLED ->
          new VfsException(
              ResultCode.INTERRUPT,
              waitingEnded
                  ? "the connection was closed while it waited for the write lock"
                  : "cancelled while waiting for the write lock");
      case INTERRUPTED ->
          new VfsException(
              ResultCode.INTERRUPT, "the thread was interrupted while waiting for the write lock");
    };
  }

  private VfsException timedOut() {
    WriterQueue writer = database.writer();
    return new VfsException(
        ResultCode.BUSY,
        "waited "
            + busyTimeoutMillis
            + " ms (busy_timeout) for the write lock, "
            + writer.describeHolder()
            + (writer.heldByThisThread()
                ? "; waiting cannot end it: commit or roll back on its connection first"
                : ""));
  }

  private boolean givesUpWaiting() {
    return cancelled || waitingEnded;
  }

  /**
   * Makes the connection give up waiting for the write lock, with SQLITE_INTERRUPT, and until
   * {@link #clearCancelled} not begin to wait. From any thread.
   */
  public void cancelWaiting() {
    cancelled = true;
    database.writer().cancel(this);
  }

  /** Forgets a cancellation; for the start of a call while no other one runs. */
  public void clearCancelled() {
    if (cancelled) {
      cancelled = false;
    }
  }

  /** Makes the connection give up waiting now and never wait again: it closes. From any thread. */
  public void endWaiting() {
    waitingEnded = true;
    database.writer().cancel(this);
  }

  /** Whether the connection closes, so that nothing long goes on for it. */
  boolean ending() {
    return waitingEnded;
  }

  /** Forgets the name and frees the write lock; the connection's files are closed before. */
  @Override
  public void close() {
    database.writer().release(this);
    vfs.unmount(this);
  }
}
