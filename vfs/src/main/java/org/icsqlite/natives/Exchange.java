package org.icsqlite.natives;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The block of native memory through which one connection compiles and runs its statements: struct
 * icsqlite_exchange of icsqlite.h. One call runs a statement and brings its first rows, or as many
 * rows or parameter sets as the block holds.
 *
 * <pre>
 * offset  size  field
 *      0     8  db               prepare: the connection
 *      8     8  stmt             the statement
 *     16     8  capacity         bytes of the block
 *     24     8  length           prepare: bytes of the text, without its NUL
 *     32     8  results          batch: offset of 8 bytes for the changes of each set, and then of
 *                                8 bytes for the last rowid after each
 *     40     4  sets             parameter sets, or a flag
 *     44     4  max_rows         rows that a call fetches at most
 *     48     4  max_steps        steps of SQLite's machine after which it stops at the next row
 *     52     4  code             SQLITE_ROW, SQLITE_DONE, SQLITE_OK or an extended result code
 *     56     4  rows             records written, or parameter sets run
 *     60     4  columns          of the statement
 *     64     8  used             bytes of the records
 *     72     8  needed           capacity for a row that did not fit, or 0
 *     80     8  changes          rows changed by the statement that ended
 *     88     8  last_rowid
 *     96     8  tail             prepare: where the next statement begins in the text
 *    104     8  total_before     rows the connection had changed when the statement began
 *    112     4  parameter_count  prepare
 *    116     4  read_only        prepare: 1 writes to no database, 2 EXPLAIN
 *    120     4  autocommit
 *    124     4  reprepares
 *    128     8  stack_floor      where calls end at once because the stack has grown below it
 *    136     8  stack_here       how far it has grown
 *    144        records, or the text to compile
 *
 * record:    0     8  length, a multiple of 8
 *            8  16*n  cells: type (4), length (4), value or offset in the record (8)
 *          ...        bytes of texts and blobs
 * </pre>
 *
 * <p>It grows for a large value and shrinks again at the next call. Not thread-safe: used under the
 * monitor of its connection, and freed there, once no call runs.
 */
public final class Exchange implements AutoCloseable {

  /** Bytes of the block, but while a longer record needs more. */
  public static final int USUAL_BYTES = 64 << 10;

  /** Bytes before the records. */
  public static final int HEADER = 144;

  /** Bytes of a record before its cells. */
  public static final int RECORD_HEADER = 8;

  /** Bytes of a cell. */
  public static final int CELL = 16;

  /** Result codes that are no failures. */
  public static final int OK = 0;

  public static final int ROW = 100;
  public static final int DONE = 101;

  private static final int MOST_BYTES = Integer.MAX_VALUE - (64 << 10);

  private static final int DB = 0;
  private static final int STMT = 8;
  private static final int CAPACITY = 16;
  private static final int LENGTH = 24;
  private static final int RESULTS = 32;
  private static final int SETS = 40;
  private static final int MAX_ROWS = 44;
  private static final int MAX_STEPS = 48;
  private static final int CODE = 52;
  private static final int ROWS = 56;
  private static final int COLUMNS = 60;
  private static final int USED = 64;
  private static final int NEEDED = 72;
  private static final int CHANGES = 80;
  private static final int LAST_ROWID = 88;
  private static final int TAIL = 96;
  private static final int TOTAL_BEFORE = 104;
  private static final int PARAMETER_COUNT = 112;
  private static final int READ_ONLY = 116;
  private static final int AUTOCOMMIT = 120;
  private static final int REPREPARES = 124;
  private static final int STACK_FLOOR = 128;
  private static final int STACK_HERE = 136;

  /** A code, of a set of parameters or of results that do not fit the block; nothing was bound. */
  public static final int MALFORMED = -2;

  /** ICSQLITE_DEEPER: nothing was done, the stack has grown. */
  private static final int DEEPER = -1;

  private static final Class<?> VIRTUAL_THREAD = virtualThreads();

  private final NativeCalls calls;
  private final long prepare;
  private final long execute;
  private final long fetch;
  private final long executeBatch;
  private final long end;
  private final long describe;
  private long address;
  private ByteBuffer block;

  private boolean handlers;

  /** The thread whose stack the floor is about, or null. */
  private Thread probed;

  /**
   * A block of 64 KiB.
   *
   * @throws OutOfMemoryError when there is no memory for it
   */
  public Exchange(NativeCalls calls) {
    this.calls = calls;
    prepare = calls.symbol("icsqlite_prepare");
    execute = calls.symbol("icsqlite_execute");
    fetch = calls.symbol("icsqlite_fetch");
    executeBatch = calls.symbol("icsqlite_execute_batch");
    end = calls.symbol("icsqlite_end");
    describe = calls.symbol("icsqlite_describe");
    allocate(USUAL_BYTES);
  }

  private void allocate(int bytes) {
    long fresh = calls.allocate(bytes);
    block = calls.view(fresh, bytes).order(ByteOrder.nativeOrder());
    calls.free(address);
    address = fresh;
    block.putLong(CAPACITY, bytes);
    probed = null;
  }

  /** Bytes of the block, header included. */
  public int capacity() {
    return block.capacity();
  }

  /**
   * Makes room for that many bytes, header included. What the block held before is gone.
   *
   * @throws OutOfMemoryError when there is no memory for it, or it is more than about 2 GiB
   */
  public void require(long bytes) {
    if (bytes > MOST_BYTES) {
      throw new OutOfMemoryError("a row or a set of parameters takes " + bytes + " bytes");
    }
    if (bytes > block.capacity() || (block.capacity() > USUAL_BYTES && bytes <= USUAL_BYTES)) {
      allocate(Math.max((int) bytes, USUAL_BYTES));
    }
  }

  /** The block, for records behind the header; valid until the next {@link #require}. */
  public ByteBuffer block() {
    return block;
  }

  /** Frees the block; again does nothing. */
  @Override
  public void close() {
    calls.free(address);
    address = 0;
    block = ByteBuffer.allocate(0);
  }

  /**
   * Whether SQLite may call handlers that sqlite-jdbc has registered. An exception that one of them
   * leaves behind comes out of the call then. The virtual machine looks for it when a native method
   * returns, but not when a foreign function does, so that it would come out of some later one.
   */
  public void setHandlers(boolean registered) {
    handlers = registered;
  }

  // ---- calls --------------------------------------------------------------------------------

  private void call(long function) {
    if (address == 0) {
      throw new IllegalStateException("the exchange is closed");
    }
    calls.call(function, address);
    if (handlers && Runtime.getRuntime().totalMemory() < 0) {
      throw new IllegalStateException("the Java virtual machine reports no memory");
    }
  }

  /**
   * Runs SQLite's machine, which may call back into Java, where there is stack enough. The
   * extension compares how deep the stack is with where there was enough before, which costs
   * nothing; a probe in Java would take a tenth of a point read each time.
   */
  private void callWithHeadroom(long function) {
    Thread thread = Thread.currentThread();
    if (thread != probed) {
      probed = null;
      block.putLong(STACK_FLOOR, Long.MAX_VALUE);
    }
    call(function);
    if (code() == DEEPER) {
      StackHeadroom.require();
      block.putLong(STACK_FLOOR, block.getLong(STACK_HERE));
      call(function);
      if (code() == DEEPER) { // a frame that was compiled meanwhile is another one
        block.putLong(STACK_FLOOR, Long.MIN_VALUE);
        call(function);
        block.putLong(STACK_FLOOR, block.getLong(STACK_HERE));
      }
      probed = isVirtual(thread) ? null : thread;
    }
  }

  /** A virtual thread runs now on the stack of one thread, now on that of another. */
  private static boolean isVirtual(Thread thread) {
    return thread.getClass() == VIRTUAL_THREAD;
  }

  private static Class<?> virtualThreads() {
    try {
      return Class.forName("java.lang.VirtualThread");
    } catch (ClassNotFoundException before21) {
      return null;
    }
  }

  /**
   * Compiles the first statement of a text, which begins at {@code from}. {@link #stmt()} is 0 on
   * failure, and where nothing but blanks and comments is left.
   *
   * @param text UTF-8 without NUL
   * @param persistent whether the statement will be used for long
   */
  public void prepare(long db, byte[] text, int from, boolean persistent) {
    int length = text.length - from;
    require(HEADER + length + 1L);
    block.putLong(DB, db);
    block.putLong(LENGTH, length);
    block.putInt(SETS, persistent ? 1 : 0);
    block.put(HEADER, text, from, length);
    block.put(HEADER + length, (byte) 0);
    call(prepare);
  }

  /** Runs a statement with the parameters that stand behind the header, up to {@code maxRows}. */
  public void execute(long stmt, int maxRows, int maxSteps) {
    block.putLong(STMT, stmt);
    block.putInt(MAX_ROWS, maxRows);
    block.putInt(MAX_STEPS, maxSteps);
    callWithHeadroom(execute);
  }

  /**
   * Fetches further rows.
   *
   * @param standing whether a row stands that did not fit before
   * @param totalBefore what {@link #totalBefore()} was after the statement was executed
   */
  public void fetch(long stmt, int maxRows, int maxSteps, boolean standing, long totalBefore) {
    block.putLong(STMT, stmt);
    block.putInt(MAX_ROWS, maxRows);
    block.putInt(MAX_STEPS, maxSteps);
    block.putInt(SETS, standing ? 1 : 0);
    block.putLong(TOTAL_BEFORE, totalBefore);
    callWithHeadroom(fetch);
  }

  /**
   * Runs a statement without columns for each of the sets that stand behind the header, up to the
   * first that fails; {@link #rows()} is how many were run.
   *
   * @param results offset of 16 bytes for each set, see {@link #readChanges}
   */
  public void executeBatch(long stmt, int sets, int results) {
    block.putLong(STMT, stmt);
    block.putInt(SETS, sets);
    block.putLong(RESULTS, results);
    callWithHeadroom(executeBatch);
  }

  /** Ends a statement before its last row. */
  public void end(long stmt) {
    block.putLong(STMT, stmt);
    call(end);
  }

  /**
   * Describes the columns of a statement in a record each: label and, unless {@code labelsOnly},
   * schema, table, column, declared type, and 1 NOT NULL + 2 primary key + 4 AUTOINCREMENT.
   */
  public void describe(long stmt, boolean labelsOnly) {
    block.putLong(STMT, stmt);
    block.putInt(SETS, labelsOnly ? 0 : 1);
    call(describe);
  }

  // ---- what the last call says ----------------------------------------------------------------

  public long stmt() {
    return block.getLong(STMT);
  }

  public int code() {
    return block.getInt(CODE);
  }

  public int rows() {
    return block.getInt(ROWS);
  }

  public int columns() {
    return block.getInt(COLUMNS);
  }

  /** Bytes of the records behind the header. */
  public int used() {
    return (int) block.getLong(USED);
  }

  /** What {@link #require} needs for the row that stands and did not fit; 0 when all did. */
  public long needed() {
    return block.getLong(NEEDED);
  }

  public long changes() {
    return block.getLong(CHANGES);
  }

  public long lastRowid() {
    return block.getLong(LAST_ROWID);
  }

  /** Offset of the next statement from where {@link #prepare} began. */
  public int tail() {
    return (int) block.getLong(TAIL);
  }

  public long totalBefore() {
    return block.getLong(TOTAL_BEFORE);
  }

  public int parameterCount() {
    return block.getInt(PARAMETER_COUNT);
  }

  /** Whether the statement that was compiled writes to no database. */
  public boolean readOnly() {
    return (block.getInt(READ_ONLY) & 1) != 0;
  }

  public boolean explain() {
    return (block.getInt(READ_ONLY) & 2) != 0;
  }

  /** Whether no BEGIN is open on the connection. */
  public boolean autocommit() {
    return block.getInt(AUTOCOMMIT) != 0;
  }

  /** How often SQLite has compiled the statement anew. */
  public int reprepares() {
    return block.getInt(REPREPARES);
  }

  /**
   * Reads the rows changed by each set that {@link #executeBatch} ran.
   *
   * @param to gets {@link #rows()} numbers, from {@code from} on
   */
  public void readChanges(int results, long[] to, int from) {
    readLongs(results, to, from);
  }

  /**
   * Reads the connection's last rowid after each set that {@link #executeBatch} ran.
   *
   * @param sets as they were given to it
   * @param to gets {@link #rows()} numbers, from {@code from} on
   */
  public void readRowids(int results, int sets, long[] to, int from) {
    readLongs(results + Long.BYTES * sets, to, from);
  }

  private void readLongs(int at, long[] to, int from) {
    int count = rows();
    block
        .slice(at, Long.BYTES * count)
        .order(ByteOrder.nativeOrder())
        .asLongBuffer()
        .get(to, from, count);
  }
}
