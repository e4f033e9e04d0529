package org.icsqlite.natives;

import java.nio.charset.StandardCharsets;

/**
 * SQLite's C functions, typed. Connections ({@code db}), statements and policies are addresses; who
 * owns them and how long they live is in the package description. Result codes are SQLite's.
 *
 * <p>Thread-safe as SQLite is (a connection serialises its callers); nothing here checks an
 * address.
 */
public final class SqliteApi {

  /** {@link #newPolicy} flag: ATTACH and VACUUM INTO of a file are refused. */
  public static final int REFUSE_ATTACH = 1;

  /** {@link #newPolicy} flag: the SQL function load_extension is refused. */
  public static final int REFUSE_LOAD_EXTENSION = 2;

  /**
   * {@link #newPolicy} flag: query_only and busy_timeout are refused with the schema of another
   * database than main, where they would pass by the VFS.
   */
  public static final int REFUSE_PRAGMA_ELSEWHERE = 4;

  /**
   * {@link #newPolicy} flag: all but one write statement is refused: transactions, savepoints,
   * pragmas, other databases, temporary objects.
   */
  public static final int ONE_UPDATE = 256;

  /** What {@link #deniedBy} says of a function that {@link #setPolicyLists} does not allow. */
  public static final int OTHER_FUNCTION = 512;

  /** What {@link #deniedBy} says of a pragma that {@link #setPolicyLists} refuses. */
  public static final int OTHER_PRAGMA = 1024;

  /** SQLITE_PRAGMA, as {@link #deniedAction} gives it. */
  public static final int ACTION_PRAGMA = 19;

  private static final int MAX_MESSAGE_BYTES = 1 << 20;
  private static final long TRANSIENT = -1;
  private static final int DENIED_ACTION_OFFSET = 4;
  private static final int DENIED_NAME_OFFSET = 8;
  private static final int DENIED_NAME_BYTES = 256;
  private static final int DENIED_BY_OFFSET = 264;
  private static final int SEEN_OFFSET = 268;
  private static final int SEEN_SCHEMA_ACTION = 1;
  private static final int FUNCTIONS_OFFSET = 272;
  private static final int PRAGMAS_OFFSET = 280;

  /** struct icsqlite_guard: stop (4), exceeded (4), intervals_left (8), looks (8). */
  private static final int GUARD_BYTES = 24;

  private static final int GUARD_EXCEEDED_OFFSET = 4;
  private static final int GUARD_INTERVALS_OFFSET = 8;
  private static final int GUARD_LOOKS_OFFSET = 16;

  private final NativeCalls calls;
  private final long[] functions = new long[ApiSlot.COUNT];
  private final long setBusyHandler;
  private final long policyNew;
  private final long policyFree;
  private final long setPolicy;
  private final long setGuard;
  private final long dbConfig;
  private final long limit;
  private final long readCounters;
  private final long canisterFunctions;
  private final long canisterSeed;
  private final long keepModules;
  private final long loseFunctions;
  private final long checkCalls;

  SqliteApi(NativeCalls calls) {
    this.calls = calls;
    long table = calls.call(calls.symbol("icsqlite_api"));
    for (ApiSlot slot : ApiSlot.values()) {
      functions[slot.index()] = calls.getLong(table + 8L * slot.index());
    }
    setBusyHandler = calls.symbol("icsqlite_set_busy_handler");
    policyNew = calls.symbol("icsqlite_policy_new");
    policyFree = calls.symbol("icsqlite_policy_free");
    setPolicy = calls.symbol("icsqlite_set_policy");
    setGuard = calls.symbol("icsqlite_set_guard");
    dbConfig = calls.symbol("icsqlite_db_config");
    limit = calls.symbol("icsqlite_limit");
    readCounters = calls.symbol("icsqlite_read_counters");
    canisterFunctions = calls.symbol("icsqlite_canister_functions");
    canisterSeed = calls.symbol("icsqlite_canister_seed");
    keepModules = calls.symbol("icsqlite_keep_modules");
    loseFunctions = calls.symbol("icsqlite_lose_functions");
    checkCalls = calls.symbol("icsqlite_check_calls");
  }

  private long function(ApiSlot slot) {
    return functions[slot.index()];
  }

  /** SQLite's version as a number, 3054001 for 3.54.1. */
  public int libversionNumber() {
    return (int) calls.call(function(ApiSlot.LIBVERSION_NUMBER));
  }

  /** Bytes that SQLite has allocated; 0 where it was built without memory statistics. */
  public long memoryUsed() {
    return calls.call(function(ApiSlot.MEMORY_USED));
  }

  /** The VFS of that name as an address, or 0. */
  long vfsFind(String name) {
    long text = calls.allocateUtf8(name);
    try {
      return calls.call(function(ApiSlot.VFS_FIND), text);
    } finally {
      calls.free(text);
    }
  }

  // Connections

  /**
   * Opens a connection. Look at {@link #errcode} before using it, and close it in any case.
   *
   * @param vfs name of the VFS, or null for the system's
   * @return the connection, 0 only when there is no memory
   */
  public long openV2(String name, int flags, String vfs) {
    long nameText = 0;
    long vfsText = 0;
    long out = 0;
    try {
      nameText = calls.allocateUtf8(name);
      vfsText = calls.allocateUtf8(vfs);
      out = calls.allocate(Long.BYTES);
      calls.call(function(ApiSlot.OPEN_V2), nameText, out, flags, vfsText);
      return calls.getLong(out);
    } finally {
      calls.free(out);
      calls.free(vfsText);
      calls.free(nameText);
    }
  }

  /** Closes a connection, once its last statement is finalized at the latest. */
  public int closeV2(long db) {
    return (int) calls.call(function(ApiSlot.CLOSE_V2), db);
  }

  public int errcode(long db) {
    return (int) calls.call(function(ApiSlot.ERRCODE), db);
  }

  public int extendedErrcode(long db) {
    return (int) calls.call(function(ApiSlot.EXTENDED_ERRCODE), db);
  }

  /** Message of the connection's last failure, never null. */
  public String errmsg(long db) {
    String message = calls.utf8(calls.call(function(ApiSlot.ERRMSG), db), MAX_MESSAGE_BYTES);
    return message == null ? "" : message;
  }

  /** SQLite's general text for a result code. */
  public String errstr(int code) {
    return calls.utf8(calls.call(function(ApiSlot.ERRSTR), code), MAX_MESSAGE_BYTES);
  }

  /** Byte offset into the SQL that the last error is about, or -1. */
  public int errorOffset(long db) {
    return (int) calls.call(function(ApiSlot.ERROR_OFFSET), db);
  }

  /**
   * Sets a SQLITE_LIMIT_* (a negative value only asks); the limit before the call, -1 if unknown.
   */
  public int limit(long db, int id, int value) {
    return (int) calls.call(limit, db, id, value);
  }

  /** Whether no BEGIN is open on the connection. */
  public boolean getAutocommit(long db) {
    return (int) calls.call(function(ApiSlot.GET_AUTOCOMMIT), db) != 0;
  }

  /** The highest transaction state of all schemas: 0 none, 1 read, 2 write. */
  public int txnState(long db) {
    return (int) calls.call(function(ApiSlot.TXN_STATE), db, 0);
  }

  /** Rows changed by the last INSERT, UPDATE or DELETE. */
  public long changes64(long db) {
    return calls.call(function(ApiSlot.CHANGES64), db);
  }

  /** Sets what the SQL function last_insert_rowid() answers. */
  public void setLastInsertRowid(long db, long rowid) {
    calls.call(function(ApiSlot.SET_LAST_INSERT_ROWID), db, rowid);
  }

  /**
   * Makes running statements fail with SQLITE_INTERRUPT; from any thread, on an open connection.
   */
  public void interrupt(long db) {
    calls.call(function(ApiSlot.INTERRUPTX), db);
  }

  /**
   * Switches a SQLITE_DBCONFIG_* on (1) or off (0), or asks (negative).
   *
   * @return the setting after the call, or a negated result code
   */
  public int dbConfig(long db, int op, int value) {
    return (int) calls.call(dbConfig, db, op, value);
  }

  /**
   * Sends refused locks to {@link org.icsqlite.vfs.Vfs#retryAfterBusy}, of the VFS of the main
   * database, which must be one registered here.
   *
   * @param connection 0 to 2^48-1, passed on; negative removes the handler
   * @return a result code, SQLITE_MISUSE for another VFS or number
   */
  public int setBusyHandler(long db, long connection) {
    return (int) calls.call(setBusyHandler, db, connection);
  }

  // Policies

  /** A new policy with these REFUSE_ flags, see {@link #freePolicy}. */
  public long newPolicy(int flags) {
    long policy = calls.call(policyNew);
    if (policy == 0) {
      throw new OutOfMemoryError("no native memory for a policy");
    }
    setPolicyFlags(policy, flags);
    return policy;
  }

  /** Changes what a policy refuses, for statements prepared from now on. */
  public void setPolicyFlags(long policy, int flags) {
    calls.putInt(policy, flags);
  }

  /** Applies a policy to one connection; 0 removes the one it has. */
  public int setPolicy(long db, long policy) {
    return (int) calls.call(setPolicy, db, policy);
  }

  /**
   * Gives a policy lists of names in lower case, as {@link #newNames} makes them.
   *
   * @param functions functions beside which all are refused, or 0
   * @param pragmas pragmas that are refused, or 0
   */
  public void setPolicyLists(long policy, long functions, long pragmas) {
    calls.putLong(policy + FUNCTIONS_OFFSET, functions);
    calls.putLong(policy + PRAGMAS_OFFSET, pragmas);
  }

  /** A list of names, none of them empty, that is never freed. */
  public long newNames(Iterable<String> names) {
    StringBuilder texts = new StringBuilder();
    for (String name : names) {
      texts.append(name).append('\0');
    }
    byte[] bytes = texts.toString().getBytes(StandardCharsets.UTF_8);
    long list = calls.allocate(bytes.length + 1L);
    calls.copyToNative(bytes, 0, list, bytes.length);
    return list;
  }

  /** Frees a policy whose connection is closed or has another one. */
  public void freePolicy(long policy) {
    calls.call(policyFree, policy);
  }

  /** SQLite's action code of the last refusal (24 ATTACH, 31 function), 0 when there was none. */
  public int deniedAction(long policy) {
    return calls.getInt(policy + DENIED_ACTION_OFFSET);
  }

  /** The file or function that was refused last, cut at 255 bytes; empty when it is not known. */
  public String deniedName(long policy) {
    return calls.utf8(policy + DENIED_NAME_OFFSET, DENIED_NAME_BYTES);
  }

  /** The one of the flags that refused last, 0 when none did. */
  public int deniedBy(long policy) {
    return calls.getInt(policy + DENIED_BY_OFFSET);
  }

  /** Whether a statement was compiled that changes the schema since {@link #clearSeen}. */
  public boolean schemaActionSeen(long policy) {
    return (calls.getInt(policy + SEEN_OFFSET) & SEEN_SCHEMA_ACTION) != 0;
  }

  /** Forgets what was seen; for before a statement is compiled. */
  public void clearSeen(long policy) {
    calls.putInt(policy + SEEN_OFFSET, 0);
  }

  /** Forgets the last refusal. */
  public void clearDenied(long policy) {
    calls.putInt(policy + DENIED_ACTION_OFFSET, 0);
    calls.putByte(policy + DENIED_NAME_OFFSET, (byte) 0);
  }

  // Canisters

  /**
   * Gives a connection the functions of a canister: random() and randomblob() from a seed, date
   * functions that know no local time.
   *
   * @param seed 44 bytes, what a canister's VFS answers when SQLite asks it first
   * @return the functions, which live as long as the connection, or a negated result code
   */
  public long canisterFunctions(long db, byte[] seed) {
    long bytes = copy(seed);
    try {
      return calls.call(canisterFunctions, db, bytes);
    } finally {
      calls.free(bytes);
    }
  }

  /** Begins the random numbers anew of functions whose connection is open. */
  public void canisterSeed(long functions, byte[] seed) {
    long bytes = copy(seed);
    try {
      calls.call(canisterSeed, functions, bytes);
    } finally {
      calls.free(bytes);
    }
  }

  private long copy(byte[] bytes) {
    long address = calls.allocate(bytes.length);
    calls.copyToNative(bytes, 0, address, bytes.length);
    return address;
  }

  /**
   * Takes all virtual table modules away from a connection but those named, at most 63.
   *
   * @param names as {@link #newNames} makes them
   * @return a result code
   */
  public int keepModules(long db, long names) {
    return (int) calls.call(keepModules, db, names);
  }

  /**
   * Puts functions that fail in the place of scalar functions of a connection.
   *
   * @param functions as {@link #newNames} makes them, with the number of arguments (-1 for any)
   *     plus 2 as a character before each name
   * @return a result code
   */
  public int loseFunctions(long db, long functions) {
    return (int) calls.call(loseFunctions, db, functions);
  }

  /**
   * Looks whether a statement calls a function that a policy does not list and of which SQLite has
   * not asked it, as with those of constraints; then it names the function as refused.
   *
   * @return a result code, 23 (SQLITE_AUTH) when there is such a call
   */
  public int checkCalls(long policy, long statement) {
    return (int) calls.call(checkCalls, policy, statement);
  }

  // Guards

  /**
   * A new guard without limits, see {@link #setGuard}; freed by {@link #freeGuard} once its
   * connection is closed.
   */
  public long newGuard() {
    long guard = calls.allocate(GUARD_BYTES);
    calls.putLong(guard + GUARD_INTERVALS_OFFSET, -1);
    return guard;
  }

  /**
   * Puts a guard over a connection, which takes the place of any progress handler.
   *
   * @param steps of SQLite's machine between two looks at the guard, 1 or more
   */
  public int setGuard(long db, long guard, int steps) {
    return (int) calls.call(setGuard, db, guard, steps);
  }

  /** Ends the statement that runs with SQLITE_INTERRUPT at its next look, or no longer. */
  public void setStop(long guard, boolean stop) {
    calls.putInt(guard, stop ? 1 : 0);
  }

  /** Allows so many further intervals between two looks, or any number when negative. */
  public void setIntervals(long guard, long intervals) {
    calls.putInt(guard + GUARD_EXCEEDED_OFFSET, 0);
    calls.putLong(guard + GUARD_INTERVALS_OFFSET, intervals);
  }

  /** Whether a statement was ended because its intervals were used up. */
  public boolean intervalsExceeded(long guard) {
    return calls.getInt(guard + GUARD_EXCEEDED_OFFSET) != 0;
  }

  /** How often SQLite has looked at a guard. */
  public long looks(long guard) {
    return calls.getLong(guard + GUARD_LOOKS_OFFSET);
  }

  /** Frees a guard whose connection is closed. */
  public void freeGuard(long guard) {
    calls.free(guard);
  }

  // Statements

  /** Compiles the first statement; 0 on failure (see {@link #errcode}) and for empty SQL. */
  public long prepare(long db, String sql) {
    long text = 0;
    long out = 0;
    try {
      text = calls.allocateUtf8(sql);
      out = calls.allocate(Long.BYTES);
      calls.call(function(ApiSlot.PREPARE_V2), db, text, -1, out, 0);
      return calls.getLong(out);
    } finally {
      calls.free(out);
      calls.free(text);
    }
  }

  /** SQLITE_ROW (100), SQLITE_DONE (101) or an error. */
  public int step(long stmt) {
    return (int) calls.call(function(ApiSlot.STEP), stmt);
  }

  public int reset(long stmt) {
    return (int) calls.call(function(ApiSlot.RESET), stmt);
  }

  public int finalizeStatement(long stmt) {
    return (int) calls.call(function(ApiSlot.FINALIZE), stmt);
  }

  /** The connection of a statement. */
  public long dbHandle(long stmt) {
    return calls.call(function(ApiSlot.DB_HANDLE), stmt);
  }

  /** The statement after {@code stmt} in the connection, the first one for 0; 0 at the end. */
  public long nextStmt(long db, long stmt) {
    return calls.call(function(ApiSlot.NEXT_STMT), db, stmt);
  }

  /** Whether the statement writes to no database file directly. */
  public boolean stmtReadonly(long stmt) {
    return (int) calls.call(function(ApiSlot.STMT_READONLY), stmt) != 0;
  }

  /** A SQLITE_STMTSTATUS_* counter, set back to 0 if {@code reset}. */
  public int stmtStatus(long stmt, int counter, boolean reset) {
    return (int) calls.call(function(ApiSlot.STMT_STATUS), stmt, counter, reset ? 1 : 0);
  }

  /**
   * Reads what SQLite has counted of a statement since it was compiled.
   *
   * @param counters 24 bytes of native memory: steps of full scans, sorts, rows put in automatic
   *     indexes, steps of the machine, compilations anew, runs; 4 bytes each, modulo 2^32
   */
  public void readCounters(long stmt, long counters) {
    calls.call(readCounters, stmt, counters);
  }

  /** Binds to the parameter, counted from 1. */
  public int bindInt64(long stmt, int parameter, long value) {
    return (int) calls.call(function(ApiSlot.BIND_INT64), stmt, parameter, value);
  }

  /** Binds a text, which may hold NUL characters, or NULL, to the parameter, counted from 1. */
  public int bindText(long stmt, int parameter, String value) {
    if (value == null) {
      return (int) calls.call(function(ApiSlot.BIND_TEXT), stmt, parameter, 0, 0, 0);
    }
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    long text = calls.allocate(bytes.length + 1L);
    try {
      calls.copyToNative(bytes, 0, text, bytes.length);
      return (int)
          calls.call(function(ApiSlot.BIND_TEXT), stmt, parameter, text, bytes.length, TRANSIENT);
    } finally {
      calls.free(text);
    }
  }

  public int columnCount(long stmt) {
    return (int) calls.call(function(ApiSlot.COLUMN_COUNT), stmt);
  }

  /** 1 INTEGER, 2 REAL, 3 TEXT, 4 BLOB, 5 NULL; columns count from 0. */
  public int columnType(long stmt, int column) {
    return (int) calls.call(function(ApiSlot.COLUMN_TYPE), stmt, column);
  }

  public long columnInt64(long stmt, int column) {
    return calls.call(function(ApiSlot.COLUMN_INT64), stmt, column);
  }

  /** The value as text, or null for NULL. */
  public String columnText(long stmt, int column) {
    long address = calls.call(function(ApiSlot.COLUMN_TEXT), stmt, column);
    return address == 0 ? null : new String(bytes(stmt, column, address), StandardCharsets.UTF_8);
  }

  /**
   * The value as bytes, or null for NULL and for an empty BLOB, which SQLite tells apart by type.
   */
  public byte[] columnBlob(long stmt, int column) {
    long address = calls.call(function(ApiSlot.COLUMN_BLOB), stmt, column);
    return address == 0 ? null : bytes(stmt, column, address);
  }

  private byte[] bytes(long stmt, int column, long address) {
    byte[] bytes = new byte[(int) calls.call(function(ApiSlot.COLUMN_BYTES), stmt, column)];
    calls.copyFromNative(address, bytes, 0, bytes.length);
    return bytes;
  }
}
