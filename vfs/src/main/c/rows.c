/*
 * The row path: a statement is compiled, run and read through one block of memory that Java owns,
 * with one call for each batch of rows or of parameters.
 *
 * Nothing here outlives its call but what SQLite holds of the statement itself: rows are copied
 * into the block, and parameters that the block lends are taken back before the call returns.
 */
#include "icsqlite.h"

enum { MAX_COLUMNS = 32767 };

static int64_t aligned(int64_t length) { return (length + 7) & ~INT64_C(7); }

static unsigned char *bytes_at(struct icsqlite_exchange *x, int64_t offset) {
  return (unsigned char *)x + offset;
}

static void store_int(unsigned char *to, int32_t value) { __builtin_memcpy(to, &value, 4); }

static void store_long(unsigned char *to, int64_t value) { __builtin_memcpy(to, &value, 8); }

static int32_t load_int(const unsigned char *from) {
  int32_t value;
  __builtin_memcpy(&value, from, 4);
  return value;
}

static int64_t load_long(const unsigned char *from) {
  int64_t value;
  __builtin_memcpy(&value, from, 8);
  return value;
}

/* A record that is being written; what does not fit is counted and not written. */
struct writer {
  struct icsqlite_exchange *x;
  int64_t start;
  int64_t payload; /* from the start of the record */
  int64_t room;    /* from the start of the record */
};

static void begin_record(struct writer *w, struct icsqlite_exchange *x, int64_t start,
                         int64_t cells) {
  w->x = x;
  w->start = start;
  w->payload = ICSQLITE_RECORD_HEADER + cells * ICSQLITE_CELL;
  w->room = x->capacity - start;
}

static void put_cell(struct writer *w, int64_t index, int32_t type, int32_t length, int64_t value) {
  int64_t at = ICSQLITE_RECORD_HEADER + index * ICSQLITE_CELL;
  unsigned char *cell;
  if (at + ICSQLITE_CELL > w->room) return;
  cell = bytes_at(w->x, w->start + at);
  store_int(cell, type);
  store_int(cell + 4, length);
  store_long(cell + 8, value);
}

static void put_bytes(struct writer *w, int64_t index, int32_t type, const void *bytes,
                      int64_t length) {
  if (bytes == NULL) length = 0;
  put_cell(w, index, type, (int32_t)length, w->payload);
  if (length > 0 && w->payload + length <= w->room) {
    icsqlite_copy(bytes_at(w->x, w->start + w->payload), bytes, length);
  }
  w->payload += length;
}

static void put_text(struct writer *w, int64_t index, const char *text) {
  int64_t length = 0;
  if (text == NULL) {
    put_cell(w, index, SQLITE_NULL, 0, 0);
    return;
  }
  while (text[length] != 0) length++;
  put_bytes(w, index, SQLITE_TEXT, text, length);
}

/* The end of the record, or 0 when it did not fit and the block says what it needs. */
static int64_t end_record(struct writer *w) {
  int64_t length = aligned(w->payload);
  if (length > w->room) {
    w->x->needed = w->start + length;
    return 0;
  }
  store_long(bytes_at(w->x, w->start), length);
  return w->start + length;
}

/* Copies the present row to the end of the records; 0 when it does not fit, -1 without memory. */
static int64_t put_row(struct icsqlite_exchange *x, sqlite3_stmt *stmt, int columns, int64_t at) {
  struct writer w;
  int i;
  begin_record(&w, x, at, columns);
  for (i = 0; i < columns; i++) {
    /* Looked at under the connection's mutex; an own mutex for each value would cost more. */
    sqlite3_value *value = sqlite3_column_value(stmt, i);
    int type = sqlite3_value_type(value);
    switch (type) {
      case SQLITE_INTEGER:
        put_cell(&w, i, SQLITE_INTEGER, 0, sqlite3_value_int64(value));
        break;
      case SQLITE_FLOAT: {
        double real = sqlite3_value_double(value);
        int64_t bits;
        __builtin_memcpy(&bits, &real, 8);
        put_cell(&w, i, SQLITE_FLOAT, 0, bits);
        break;
      }
      case SQLITE_TEXT: {
        const unsigned char *text = sqlite3_value_text(value);
        if (text == NULL) return -1; /* a conversion from UTF-16 */
        put_bytes(&w, i, SQLITE_TEXT, text, sqlite3_value_bytes(value));
        break;
      }
      case SQLITE_BLOB: {
        const void *blob = sqlite3_value_blob(value);
        int length = sqlite3_value_bytes(value);
        if (blob == NULL && length > 0) return -1; /* a zeroblob that is made now */
        put_bytes(&w, i, SQLITE_BLOB, blob, length);
        break;
      }
      default:
        put_cell(&w, i, SQLITE_NULL, 0, 0);
    }
  }
  return end_record(&w);
}

/* What the connection is like after a call. */
static void report(struct icsqlite_exchange *x, sqlite3 *db, sqlite3_stmt *stmt) {
  x->autocommit = sqlite3_get_autocommit(db);
  x->last_rowid = sqlite3_last_insert_rowid(db);
  if (stmt != NULL) {
    x->columns = sqlite3_column_count(stmt);
    x->reprepares = sqlite3_stmt_status(stmt, SQLITE_STMTSTATUS_REPREPARE, 0);
  }
}

/* Ends a statement; its code, unless the reset itself tells of a failed commit. */
static int end_statement(sqlite3 *db, sqlite3_stmt *stmt, int code) {
  int ended;
  if (code != SQLITE_DONE) code = sqlite3_extended_errcode(db);
  ended = sqlite3_reset(stmt);
  if (code == SQLITE_DONE && ended != SQLITE_OK) return sqlite3_extended_errcode(db);
  return code == SQLITE_OK ? SQLITE_ERROR : code;
}

/* Steps and copies rows until there are enough, no more, or no room; pending: one stands already. */
static void fetch_rows(struct icsqlite_exchange *x, sqlite3 *db, sqlite3_stmt *stmt, int pending) {
  int64_t at = ICSQLITE_EXCHANGE_HEADER;
  int code = SQLITE_ROW;
  uint32_t before = (uint32_t)sqlite3_stmt_status(stmt, SQLITE_STMTSTATUS_VM_STEP, 0);
  int columns = sqlite3_data_count(stmt);
  x->rows = 0;
  x->needed = 0;
  for (;;) {
    uint32_t steps;
    int64_t end;
    if (!pending) {
      code = sqlite3_step(stmt);
      if (code != SQLITE_ROW) {
        code = end_statement(db, stmt, code);
        break;
      }
      if (x->rows == 0) columns = sqlite3_data_count(stmt);
    }
    pending = 0;
    end = columns > MAX_COLUMNS ? -1 : put_row(x, stmt, columns, at);
    if (end < 0) {
      sqlite3_reset(stmt);
      code = SQLITE_NOMEM;
      break;
    }
    if (end == 0) break; /* the row stands until it is asked for again */
    at = end;
    x->rows++;
    if (x->rows >= x->max_rows) break;
    steps = (uint32_t)sqlite3_stmt_status(stmt, SQLITE_STMTSTATUS_VM_STEP, 0) - before;
    if (steps >= (uint32_t)x->max_steps) break;
  }
  x->code = code;
  x->used = at - ICSQLITE_EXCHANGE_HEADER;
}

/*
 * The length of the set of parameters at start, or -1 where it does not lie before end or one of its
 * values not within it. Java writes the block in one piece, unless two threads use one statement.
 */
static int64_t set_length(struct icsqlite_exchange *x, int64_t start, int64_t end, int count) {
  int64_t cells = ICSQLITE_RECORD_HEADER + (int64_t)count * ICSQLITE_CELL;
  int64_t length;
  int i;
  if (end > x->capacity || start > end || cells > end - start) return -1;
  length = load_long(bytes_at(x, start));
  if (length < cells || length > end - start) return -1;
  for (i = 0; i < count; i++) {
    const unsigned char *cell =
        bytes_at(x, start + ICSQLITE_RECORD_HEADER + (int64_t)i * ICSQLITE_CELL);
    int32_t type = load_int(cell);
    if (type == SQLITE_TEXT || type == SQLITE_BLOB) {
      int64_t bytes = load_int(cell + 4);
      int64_t from = load_long(cell + 8);
      if (bytes < 0 || from < cells || from > length - bytes) return -1;
    }
  }
  return length;
}

/*
 * Binds one set of parameters, of which set_length has found the length. Lent: SQLite uses the
 * block's own bytes, which is right only when the statement ends and is unbound before the call
 * returns.
 */
static int bind_set(struct icsqlite_exchange *x, sqlite3_stmt *stmt, int64_t start, int count,
                    int lent) {
  const unsigned char *record = bytes_at(x, start);
  sqlite3_destructor_type owner = lent ? SQLITE_STATIC : SQLITE_TRANSIENT;
  int i;
  for (i = 0; i < count; i++) {
    const unsigned char *cell = record + ICSQLITE_RECORD_HEADER + (int64_t)i * ICSQLITE_CELL;
    int32_t type = load_int(cell);
    int32_t length = load_int(cell + 4);
    int64_t value = load_long(cell + 8);
    double real;
    int code;
    switch (type) {
      case SQLITE_INTEGER:
        code = sqlite3_bind_int64(stmt, i + 1, value);
        break;
      case SQLITE_FLOAT:
        __builtin_memcpy(&real, &value, 8);
        code = sqlite3_bind_double(stmt, i + 1, real);
        break;
      case SQLITE_TEXT:
        code = sqlite3_bind_text(stmt, i + 1, (const char *)record + value, length, owner);
        break;
      case SQLITE_BLOB:
        code = sqlite3_bind_blob(stmt, i + 1, record + value, length, owner);
        break;
      default:
        code = sqlite3_bind_null(stmt, i + 1);
    }
    if (code != SQLITE_OK) return code;
  }
  return SQLITE_OK;
}

/*
 * Whether the stack has grown beyond where Java has found enough of it free. Nothing was done then,
 * and Java looks before it calls again.
 */
static int too_deep(struct icsqlite_exchange *x) {
  x->stack_here = (int64_t)(intptr_t)__builtin_frame_address(0);
  if (x->stack_here >= x->stack_floor) return 0;
  x->code = ICSQLITE_DEEPER;
  return 1;
}

static int64_t changed(sqlite3 *db, int64_t total_before) {
  return sqlite3_total_changes64(db) == total_before ? 0 : sqlite3_changes64(db);
}

/*
 * Compiles the first statement of a text of x->length bytes, followed by a NUL, behind the header.
 * x->stmt is 0 where the text has none, or when it fails; x->tail is where the next one begins.
 */
ICSQLITE_EXPORT int64_t icsqlite_prepare(int64_t exchange) {
  struct icsqlite_exchange *x = (struct icsqlite_exchange *)(intptr_t)exchange;
  sqlite3 *db = (sqlite3 *)(intptr_t)x->db;
  const char *text = (const char *)bytes_at(x, ICSQLITE_EXCHANGE_HEADER);
  const char *tail = text;
  sqlite3_stmt *stmt = NULL;
  int code;
  x->stmt = 0;
  if (x->length < 0 || x->length >= x->capacity - ICSQLITE_EXCHANGE_HEADER ||
      x->length >= INT32_MAX || text[x->length] != 0) {
    x->code = SQLITE_MISUSE;
    return 0;
  }
  code = sqlite3_prepare_v3(db, text, (int)x->length + 1,
                            x->sets != 0 ? SQLITE_PREPARE_PERSISTENT : 0, &stmt, &tail);
  x->code = code == SQLITE_OK ? SQLITE_OK : sqlite3_extended_errcode(db);
  x->stmt = (int64_t)(intptr_t)stmt;
  x->tail = tail == NULL ? x->length : tail - text;
  if (stmt != NULL) {
    x->parameter_count = sqlite3_bind_parameter_count(stmt);
    x->read_only = sqlite3_stmt_readonly(stmt) | (sqlite3_stmt_isexplain(stmt) != 0 ? 2 : 0);
  }
  report(x, db, stmt);
  return 0;
}

/* Binds the set of parameters behind the header and begins the statement, or runs it to its end. */
ICSQLITE_EXPORT int64_t icsqlite_execute(int64_t exchange) {
  struct icsqlite_exchange *x = (struct icsqlite_exchange *)(intptr_t)exchange;
  sqlite3_stmt *stmt = (sqlite3_stmt *)(intptr_t)x->stmt;
  sqlite3 *db = sqlite3_db_handle(stmt);
  int count = sqlite3_bind_parameter_count(stmt);
  int lent = sqlite3_column_count(stmt) == 0;
  int64_t before;
  int code;
  if (too_deep(x)) return 0;
  sqlite3_mutex_enter(sqlite3_db_mutex(db));
  x->changes = 0;
  x->rows = 0;
  x->used = 0;
  before = sqlite3_total_changes64(db);
  code = count > 0 && set_length(x, ICSQLITE_EXCHANGE_HEADER, x->capacity, count) < 0
             ? ICSQLITE_MALFORMED
             : bind_set(x, stmt, ICSQLITE_EXCHANGE_HEADER, count, lent);
  if (code != SQLITE_OK) {
    x->code = code;
  } else {
    fetch_rows(x, db, stmt, 0);
    if (x->code == SQLITE_DONE) x->changes = changed(db, before);
  }
  if (lent && count > 0) {
    /* A statement that has got columns meanwhile may stand at a row: it ends all the same. */
    if (x->code == SQLITE_ROW) {
      sqlite3_reset(stmt);
      x->code = SQLITE_SCHEMA;
    }
    sqlite3_clear_bindings(stmt);
  }
  x->total_before = before;
  report(x, db, stmt);
  sqlite3_mutex_leave(sqlite3_db_mutex(db));
  return 0;
}

/* More rows of a statement that icsqlite_execute began; x->sets != 0: first the one that stands. */
ICSQLITE_EXPORT int64_t icsqlite_fetch(int64_t exchange) {
  struct icsqlite_exchange *x = (struct icsqlite_exchange *)(intptr_t)exchange;
  sqlite3_stmt *stmt = (sqlite3_stmt *)(intptr_t)x->stmt;
  sqlite3 *db = sqlite3_db_handle(stmt);
  if (too_deep(x)) return 0;
  sqlite3_mutex_enter(sqlite3_db_mutex(db));
  x->changes = 0;
  fetch_rows(x, db, stmt, x->sets != 0);
  if (x->code == SQLITE_DONE) x->changes = changed(db, x->total_before);
  report(x, db, stmt);
  sqlite3_mutex_leave(sqlite3_db_mutex(db));
  return 0;
}

/*
 * Runs a statement without columns once for each of x->sets parameter sets behind the header, up to
 * the first that fails; x->rows is how many were run. At x->results there is room for two int64_t
 * for each set: first the changes of all sets, then the last rowid after each.
 */
ICSQLITE_EXPORT int64_t icsqlite_execute_batch(int64_t exchange) {
  struct icsqlite_exchange *x = (struct icsqlite_exchange *)(intptr_t)exchange;
  sqlite3_stmt *stmt = (sqlite3_stmt *)(intptr_t)x->stmt;
  sqlite3 *db = sqlite3_db_handle(stmt);
  int count = sqlite3_bind_parameter_count(stmt);
  int64_t at = ICSQLITE_EXCHANGE_HEADER;
  int set;
  if (too_deep(x)) return 0;
  sqlite3_mutex_enter(sqlite3_db_mutex(db));
  x->code = SQLITE_DONE;
  x->rows = 0;
  if (x->sets < 0 || x->results > x->capacity - x->sets * INT64_C(16)) x->code = ICSQLITE_MALFORMED;
  for (set = 0; x->code == SQLITE_DONE && set < x->sets; set++) {
    int64_t before = sqlite3_total_changes64(db);
    unsigned char *result = bytes_at(x, x->results + set * INT64_C(8));
    int64_t length = set_length(x, at, x->results, count);
    int code = length < 0 ? ICSQLITE_MALFORMED : bind_set(x, stmt, at, count, 1);
    if (code == SQLITE_OK) code = end_statement(db, stmt, sqlite3_step(stmt));
    if (code != SQLITE_DONE) {
      x->code = code;
      break;
    }
    store_long(result, changed(db, before));
    store_long(result + x->sets * INT64_C(8), sqlite3_last_insert_rowid(db));
    x->rows++;
    at += length;
  }
  sqlite3_clear_bindings(stmt);
  report(x, db, stmt);
  sqlite3_mutex_leave(sqlite3_db_mutex(db));
  return 0;
}

/* Ends a statement, whose automatic commit may fail. */
ICSQLITE_EXPORT int64_t icsqlite_end(int64_t exchange) {
  struct icsqlite_exchange *x = (struct icsqlite_exchange *)(intptr_t)exchange;
  sqlite3_stmt *stmt = (sqlite3_stmt *)(intptr_t)x->stmt;
  sqlite3 *db = sqlite3_db_handle(stmt);
  int code;
  sqlite3_mutex_enter(sqlite3_db_mutex(db));
  code = sqlite3_reset(stmt);
  x->code = code == SQLITE_OK ? SQLITE_OK : sqlite3_extended_errcode(db);
  report(x, db, stmt);
  sqlite3_mutex_leave(sqlite3_db_mutex(db));
  return 0;
}

/* Where a column comes from; NULLs and a 0 for an expression. */
static int put_origin(struct writer *w, sqlite3 *db, sqlite3_stmt *stmt, int i) {
  const char *schema = sqlite3_column_database_name(stmt, i);
  const char *table = sqlite3_column_table_name(stmt, i);
  const char *column = sqlite3_column_origin_name(stmt, i);
  int not_null = 0;
  int primary_key = 0;
  int autoincrement = 0;
  put_text(w, 1, schema);
  put_text(w, 2, table);
  put_text(w, 3, column);
  put_text(w, 4, sqlite3_column_decltype(stmt, i));
  if (table != NULL && column != NULL) {
    int code = sqlite3_table_column_metadata(db, schema, table, column, NULL, NULL, &not_null,
                                             &primary_key, &autoincrement);
    if (code != SQLITE_OK && code != SQLITE_ERROR) return code;
  }
  put_cell(w, 5, SQLITE_INTEGER, 0,
           (not_null ? 1 : 0) | (primary_key ? 2 : 0) | (autoincrement ? 4 : 0));
  return SQLITE_OK;
}

/*
 * Describes the columns of a statement, a record for each: label, schema, table, column, declared
 * type, and a number: 1 NOT NULL, 2 in the primary key, 4 AUTOINCREMENT. Of x->sets == 0 the label
 * only.
 */
ICSQLITE_EXPORT int64_t icsqlite_describe(int64_t exchange) {
  struct icsqlite_exchange *x = (struct icsqlite_exchange *)(intptr_t)exchange;
  sqlite3_stmt *stmt = (sqlite3_stmt *)(intptr_t)x->stmt;
  sqlite3 *db = sqlite3_db_handle(stmt);
  int64_t at = ICSQLITE_EXCHANGE_HEADER;
  int columns = sqlite3_column_count(stmt);
  int i;
  sqlite3_mutex_enter(sqlite3_db_mutex(db));
  x->code = SQLITE_OK;
  x->rows = 0;
  x->needed = 0;
  for (i = 0; i < columns && x->code == SQLITE_OK; i++) {
    struct writer w;
    const char *label = sqlite3_column_name(stmt, i);
    int64_t end;
    begin_record(&w, x, at, x->sets != 0 ? 6 : 1);
    if (label == NULL) {
      x->code = SQLITE_NOMEM;
      break;
    }
    put_text(&w, 0, label);
    if (x->sets != 0) x->code = put_origin(&w, db, stmt, i);
    end = end_record(&w);
    if (end == 0) break;
    at = end;
    x->rows++;
  }
  x->used = at - ICSQLITE_EXCHANGE_HEADER;
  report(x, db, stmt);
  sqlite3_mutex_leave(sqlite3_db_mutex(db));
  return 0;
}
