/*
 * Runs statements through the block as Java does, under the sanitizers: the block is exactly as
 * large as it says, so that one byte too many is seen.
 */
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER = 144, CELL = 16 };

/* struct icsqlite_exchange, as drawn in icsqlite.h. */
struct exchange {
  int64_t db, stmt, capacity, length, results;
  int32_t sets, max_rows, max_steps, code, rows, columns;
  int64_t used, needed, changes, last_rowid, tail, total_before;
  int32_t parameter_count, read_only, autocommit, reprepares;
  int64_t stack_floor;
  int64_t stack_here;
};
_Static_assert(sizeof(struct exchange) == HEADER, "exchange");

int64_t icsqlite_prepare(int64_t exchange);
int64_t icsqlite_execute(int64_t exchange);
int64_t icsqlite_fetch(int64_t exchange);
int64_t icsqlite_execute_batch(int64_t exchange);
int64_t icsqlite_end(int64_t exchange);
int64_t icsqlite_describe(int64_t exchange);
int64_t icsqlite_set_guard(int64_t db, int64_t guard, int64_t interval);

static int mismatches;
static sqlite3 *db;
static struct exchange *x;

#define CHECK_INT(actual, expected) check_int(__LINE__, #actual, (int64_t)(actual), (int64_t)(expected))
#define CHECK_BYTES(row, column, type, text) check_bytes(__LINE__, row, column, type, text, sizeof(text) - 1)

static void check_int(int line, const char *what, int64_t actual, int64_t expected) {
  if (actual == expected) return;
  printf("rows_test.c:%d: %s is %lld, not %lld\n", line, what, (long long)actual,
         (long long)expected);
  mismatches++;
}

/* A block of that many bytes; what the last one held is gone, but for the statement. */
static void block(int64_t capacity) {
  int64_t stmt = x == NULL ? 0 : x->stmt;
  int64_t before = x == NULL ? 0 : x->total_before;
  free(x);
  x = malloc((size_t)capacity);
  if (x == NULL) abort();
  memset(x, 0x5a, (size_t)capacity);
  x->db = ADDRESS(db);
  x->stmt = stmt;
  x->total_before = before;
  x->stack_floor = INT64_MIN;
  x->capacity = capacity;
  x->max_rows = 1000;
  x->max_steps = 1000000;
}

static int run(const char *sql) { return sqlite3_exec(db, sql, NULL, NULL, NULL); }

static int64_t number(const char *sql) {
  sqlite3_stmt *stmt = NULL;
  int64_t result = -1;
  if (sqlite3_prepare_v2(db, sql, -1, &stmt, NULL) == SQLITE_OK && sqlite3_step(stmt) == SQLITE_ROW) {
    result = sqlite3_column_int64(stmt, 0);
  }
  sqlite3_finalize(stmt);
  return result;
}

static int prepare(const char *sql) {
  size_t length = strlen(sql);
  block((int64_t)(HEADER + length + 1));
  x->length = (int64_t)length;
  x->sets = 0;
  memcpy((char *)x + HEADER, sql, length + 1);
  CHECK_INT(icsqlite_prepare(ADDRESS(x)), 0);
  return x->code;
}

static void finalize(void) {
  sqlite3_finalize((sqlite3_stmt *)(intptr_t)x->stmt);
  x->stmt = 0;
}

static unsigned char *record(int row) {
  unsigned char *at = (unsigned char *)x + HEADER;
  while (row-- > 0) {
    int64_t length;
    memcpy(&length, at, 8);
    at += length;
  }
  return at;
}

static int32_t type_of(int row, int column) {
  int32_t type;
  memcpy(&type, record(row) + 8 + column * CELL, 4);
  return type;
}

static int64_t value_of(int row, int column) {
  int64_t value;
  memcpy(&value, record(row) + 8 + column * CELL + 8, 8);
  return value;
}

static int32_t length_of(int row, int column) {
  int32_t length;
  memcpy(&length, record(row) + 8 + column * CELL + 4, 4);
  return length;
}

static void check_bytes(int line, int row, int column, int type, const char *bytes, size_t length) {
  check_int(line, "the type", type_of(row, column), type);
  check_int(line, "the length", length_of(row, column), (int64_t)length);
  check_int(line, "the difference", memcmp(record(row) + value_of(row, column), bytes, length), 0);
}

/* A set of parameters that is put together cell by cell. */
static int64_t put_set(int64_t at, int count, const int64_t *numbers, const char *text) {
  unsigned char *start = (unsigned char *)x + at;
  int64_t length = 8 + (int64_t)count * CELL;
  int i;
  for (i = 0; i < count; i++) {
    int32_t type = SQLITE_INTEGER;
    memcpy(start + 8 + i * CELL, &type, 4);
    memcpy(start + 8 + i * CELL + 8, &numbers[i], 8);
  }
  if (text != NULL) {
    int32_t type = SQLITE_TEXT;
    int32_t bytes = (int32_t)strlen(text);
    memcpy(start + 8 + (count - 1) * CELL, &type, 4);
    memcpy(start + 8 + (count - 1) * CELL + 4, &bytes, 4);
    memcpy(start + 8 + (count - 1) * CELL + 8, &length, 8);
    memcpy(start + length, text, (size_t)bytes);
    length = (length + bytes + 7) / 8 * 8;
  }
  memcpy(start, &length, 8);
  return at + length;
}

static void compiling(void) {
  CHECK_INT(prepare(""), SQLITE_OK);
  CHECK_INT(x->stmt, 0);
  CHECK_INT(prepare("  -- nothing\n /* at all */ "), SQLITE_OK);
  CHECK_INT(x->stmt, 0);
  CHECK_INT(x->autocommit, 1);
  CHECK_INT(prepare("SELEC 1"), SQLITE_ERROR);
  CHECK_INT(x->stmt, 0);
  CHECK_INT(prepare("SELECT * FROM absent"), SQLITE_ERROR);
  CHECK_INT(x->stmt, 0);
  CHECK_INT(prepare("SELECT ?, ?7; SELECT 2"), SQLITE_OK);
  CHECK_INT(x->tail, 13);
  CHECK_INT(x->columns, 2);
  CHECK_INT(x->parameter_count, 7);
  CHECK_INT(x->read_only, 1);
  finalize();
  CHECK_INT(prepare("EXPLAIN SELECT 1"), SQLITE_OK);
  CHECK_INT(x->read_only, 3);
  finalize();
  CHECK_INT(prepare("CREATE TABLE made(a)"), SQLITE_OK);
  CHECK_INT(x->read_only, 0);
  CHECK_INT(x->columns, 0);
  x->sets = 1;
  x->length = 20;
  finalize();
  block(HEADER + 4);
  memcpy((char *)x + HEADER, "ab\0", 4);
  x->length = 4; /* no room for the NUL */
  icsqlite_prepare(ADDRESS(x));
  CHECK_INT(x->code, SQLITE_MISUSE);
  x->length = -1;
  icsqlite_prepare(ADDRESS(x));
  CHECK_INT(x->code, SQLITE_MISUSE);
  x->length = 1; /* ended by no NUL */
  icsqlite_prepare(ADDRESS(x));
  CHECK_INT(x->code, SQLITE_MISUSE);
  CHECK_INT(x->stmt, 0);
}

static void every_storage_class(void) {
  double real = 0;
  int64_t bits;
  CHECK_INT(prepare("SELECT 9223372036854775807, -2.5, 'h' || char(0) || 'i', x'00ff', NULL, '', x'',"
                    " zeroblob(3)"), SQLITE_OK);
  block(4096);
  icsqlite_execute(ADDRESS(x));
  CHECK_INT(x->code, SQLITE_DONE);
  CHECK_INT(x->rows, 1);
  CHECK_INT(x->columns, 8);
  CHECK_INT(x->used, 8 + 8 * CELL + 8);
  CHECK_INT(type_of(0, 0), SQLITE_INTEGER);
  CHECK_INT(value_of(0, 0), INT64_MAX);
  CHECK_INT(type_of(0, 1), SQLITE_FLOAT);
  bits = value_of(0, 1);
  memcpy(&real, &bits, 8);
  CHECK_INT(real * 2, -5);
  CHECK_BYTES(0, 2, SQLITE_TEXT, "h\0i");
  CHECK_BYTES(0, 3, SQLITE_BLOB, "\0\377");
  CHECK_INT(type_of(0, 4), SQLITE_NULL);
  CHECK_BYTES(0, 5, SQLITE_TEXT, "");
  CHECK_BYTES(0, 6, SQLITE_BLOB, "");
  CHECK_BYTES(0, 7, SQLITE_BLOB, "\0\0\0");
  finalize();
}

static const char *const COUNTING =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10) SELECT i FROM n";

static void limits(void) {
  int row = 0;
  CHECK_INT(prepare(COUNTING), SQLITE_OK);
  block(HEADER + 10 * 24);
  x->max_rows = 3;
  icsqlite_execute(ADDRESS(x));
  while (x->code == SQLITE_ROW) {
    int i;
    CHECK_INT(x->rows, 3);
    CHECK_INT(x->needed, 0);
    for (i = 0; i < x->rows; i++) CHECK_INT(value_of(i, 0), ++row);
    x->sets = 0;
    icsqlite_fetch(ADDRESS(x));
  }
  CHECK_INT(x->code, SQLITE_DONE);
  CHECK_INT(x->rows, 1);
  CHECK_INT(row + x->rows, 10);
  x->max_steps = 1; /* after each row */
  x->max_rows = 1000;
  icsqlite_execute(ADDRESS(x));
  for (row = 1; x->code == SQLITE_ROW; row++) {
    CHECK_INT(x->rows, 1);
    CHECK_INT(value_of(0, 0), row);
    x->sets = 0;
    icsqlite_fetch(ADDRESS(x));
  }
  CHECK_INT(row, 11);
  x->max_steps = 1000000;
  x->max_rows = 2;
  icsqlite_execute(ADDRESS(x));
  CHECK_INT(x->code, SQLITE_ROW);
  icsqlite_end(ADDRESS(x));
  CHECK_INT(x->code, SQLITE_OK);
  CHECK_INT(sqlite3_stmt_busy((sqlite3_stmt *)(intptr_t)x->stmt), 0);
  finalize();
}

/* A block that ends at any byte of what three rows need. */
static void rows_that_do_not_fit(void) {
  int64_t room;
  CHECK_INT(prepare("SELECT 1, 'abc' UNION ALL SELECT 2, hex(zeroblob(500)) UNION ALL SELECT 3, 'z'"), 0);
  for (room = 0; room < 1200; room++) {
    int seen = 0;
    int times = 0;
    block(HEADER + room);
    icsqlite_execute(ADDRESS(x));
    while (times++ < 10) {
      int i;
      for (i = 0; i < x->rows; i++) {
        seen++;
        CHECK_INT(value_of(i, 0), seen);
        CHECK_INT(length_of(i, 1), seen == 1 ? 3 : seen == 2 ? 1000 : 1);
        CHECK_INT(record(i)[value_of(i, 1)], seen == 1 ? 'a' : seen == 2 ? '0' : 'z');
      }
      if (x->code != SQLITE_ROW) break;
      if (x->needed > 0) {
        int64_t needed = x->needed;
        if (x->rows == 0) {
          CHECK_INT(needed > x->capacity, 1);
          block(needed);
        }
        x->sets = 1;
      } else {
        x->sets = 0;
      }
      icsqlite_fetch(ADDRESS(x));
    }
    CHECK_INT(x->code, SQLITE_DONE);
    CHECK_INT(seen, 3);
  }
  finalize();
}

static void failing_rows(void) {
  CHECK_INT(prepare("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10)"
                    " SELECT CASE WHEN i < 4 THEN i ELSE json('bad') END FROM n"), SQLITE_OK);
  block(4096);
  icsqlite_execute(ADDRESS(x));
  CHECK_INT(x->code, SQLITE_ERROR);
  CHECK_INT(x->rows, 3);
  CHECK_INT(value_of(2, 0), 3);
  CHECK_INT(strcmp(sqlite3_errmsg(db), "malformed JSON"), 0);
  CHECK_INT(sqlite3_stmt_busy((sqlite3_stmt *)(intptr_t)x->stmt), 0);
  icsqlite_execute(ADDRESS(x));
  CHECK_INT(x->rows, 3);
  finalize();
}

static void parameters(void) {
  int64_t numbers[] = {5, 0};
  CHECK_INT(run("CREATE TABLE p(a INTEGER PRIMARY KEY, b UNIQUE)"), 0);
  CHECK_INT(prepare("INSERT INTO p VALUES (?, ?)"), SQLITE_OK);
  block(HEADER + 48);
  CHECK_INT(put_set(HEADER, 2, numbers, "lent..."), HEADER + 48);
  icsqlite_execute(ADDRESS(x));
  CHECK_INT(x->code, SQLITE_DONE);
  CHECK_INT(x->changes, 1);
  CHECK_INT(x->last_rowid, 5);
  icsqlite_execute(ADDRESS(x));
  CHECK_INT(x->code, SQLITE_CONSTRAINT_PRIMARYKEY);
  CHECK_INT(x->changes, 0);
  block(HEADER); /* nothing of the block is bound any more */
  CHECK_INT(sqlite3_step((sqlite3_stmt *)(intptr_t)x->stmt), SQLITE_DONE);
  sqlite3_reset((sqlite3_stmt *)(intptr_t)x->stmt);
  CHECK_INT(number("SELECT count(*) FROM p WHERE b IS NULL"), 1);
  finalize();
  CHECK_INT(prepare("SELECT ?1 || '!' FROM p"), SQLITE_OK);
  block(HEADER + 32);
  numbers[0] = 0;
  put_set(HEADER, 1, numbers, "copied.");
  x->max_rows = 1;
  icsqlite_execute(ADDRESS(x));
  CHECK_INT(x->code, SQLITE_ROW);
  block(HEADER + 32); /* the parameter was in the block that is gone */
  x->sets = 0;
  x->max_rows = 9;
  icsqlite_fetch(ADDRESS(x));
  CHECK_BYTES(0, 0, SQLITE_TEXT, "copied.!");
  icsqlite_end(ADDRESS(x));
  finalize();
}

static void schema_changes(void) {
  int64_t none[] = {0};
  CHECK_INT(run("CREATE TABLE g(a)"), 0);
  CHECK_INT(prepare("SELECT * FROM g WHERE a IS NOT ?"), SQLITE_OK);
  CHECK_INT(run("ALTER TABLE g ADD COLUMN b DEFAULT 'new'; INSERT INTO g(a) VALUES (1)"), 0);
  block(4096);
  none[0] = 9;
  put_set(HEADER, 1, none, NULL);
  icsqlite_execute(ADDRESS(x));
  CHECK_INT(x->code, SQLITE_DONE);
  CHECK_INT(x->columns, 2);
  CHECK_INT(x->reprepares, 1);
  CHECK_BYTES(0, 1, SQLITE_TEXT, "new");
  finalize();
}

enum { MALFORMED = -2 };

/* What two threads that use one statement could leave in the block. */
static void sets_that_lie_outside(void) {
  static const int64_t lengths[] = {-8, 0, 8, 31, 1 << 20, INT64_MAX};
  static const int64_t froms[] = {-1, 0, 39, 48, 1 << 20, INT64_MAX, INT64_MIN};
  int64_t numbers[] = {1, 0};
  int64_t end;
  size_t i;
  int32_t bytes = -1;
  CHECK_INT(run("CREATE TABLE o(a, b)"), 0);
  CHECK_INT(prepare("INSERT INTO o VALUES (?, ?)"), SQLITE_OK);
  block(HEADER + 48 + 16);
  end = put_set(HEADER, 2, numbers, "1234567");
  x->sets = 1;
  x->results = end;
  for (i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
    memcpy((char *)x + HEADER, &lengths[i], 8);
    icsqlite_execute(ADDRESS(x));
    CHECK_INT(x->code, MALFORMED);
    icsqlite_execute_batch(ADDRESS(x));
    CHECK_INT(x->code, MALFORMED);
    CHECK_INT(x->rows, 0);
  }
  for (i = 0; i < sizeof froms / sizeof froms[0]; i++) {
    put_set(HEADER, 2, numbers, "1234567");
    memcpy((char *)x + HEADER + 8 + CELL + 8, &froms[i], 8);
    if (froms[i] == 48) memcpy((char *)x + HEADER + 8 + CELL + 4, &(int32_t){1}, 4);
    icsqlite_execute(ADDRESS(x));
    CHECK_INT(x->code, MALFORMED);
    icsqlite_execute_batch(ADDRESS(x));
    CHECK_INT(x->code, MALFORMED);
  }
  put_set(HEADER, 2, numbers, "1234567");
  memcpy((char *)x + HEADER + 8 + CELL + 4, &bytes, 4);
  icsqlite_execute(ADDRESS(x));
  CHECK_INT(x->code, MALFORMED);
  put_set(HEADER, 2, numbers, "1234567");
  x->sets = 2; /* more sets than bytes, and then no room for what they give */
  icsqlite_execute_batch(ADDRESS(x));
  CHECK_INT(x->code, MALFORMED);
  CHECK_INT(x->rows, 0);
  x->sets = 1;
  x->results = end + 1;
  icsqlite_execute_batch(ADDRESS(x));
  CHECK_INT(x->code, MALFORMED);
  x->results = end;
  CHECK_INT(number("SELECT count(*) FROM o"), 0);
  icsqlite_execute_batch(ADDRESS(x));
  CHECK_INT(x->code, SQLITE_DONE);
  CHECK_INT(number("SELECT count(*) FROM o WHERE b = '1234567'"), 1);
  finalize();
}

static void batches(void) {
  enum { SETS = 5 };
  int64_t at = HEADER;
  int64_t results[2 * SETS];
  int i;
  CHECK_INT(run("CREATE TABLE b(a INTEGER PRIMARY KEY, b)"), 0);
  CHECK_INT(prepare("INSERT INTO b VALUES (?, ?)"), SQLITE_OK);
  block(HEADER + SETS * 48 + SETS * 16);
  for (i = 0; i < SETS; i++) {
    int64_t numbers[] = {i == 3 ? 1 : i, 0};
    at = put_set(at, 2, numbers, "1234567");
  }
  CHECK_INT(at, HEADER + SETS * 48);
  x->sets = SETS;
  x->results = at;
  icsqlite_execute_batch(ADDRESS(x));
  CHECK_INT(x->code, SQLITE_CONSTRAINT_PRIMARYKEY);
  CHECK_INT(x->rows, 3);
  memcpy(results, (char *)x + at, sizeof results);
  for (i = 0; i < 3; i++) {
    CHECK_INT(results[i], 1);
    CHECK_INT(results[SETS + i], i);
  }
  CHECK_INT(number("SELECT count(*) FROM b WHERE b = '1234567'"), 3);
  x->sets = 0;
  icsqlite_execute_batch(ADDRESS(x));
  CHECK_INT(x->code, SQLITE_DONE);
  CHECK_INT(x->rows, 0);
  finalize();
  CHECK_INT(prepare("UPDATE b SET b = ?1 WHERE a >= ?1"), SQLITE_OK);
  block(HEADER + 2 * 24 + 2 * 16);
  for (at = HEADER, i = 1; i < 3; i++) {
    int64_t from = i;
    at = put_set(at, 1, &from, NULL);
  }
  x->sets = 2;
  x->results = at;
  icsqlite_execute_batch(ADDRESS(x));
  CHECK_INT(x->code, SQLITE_DONE);
  memcpy(results, (char *)x + at, 32);
  CHECK_INT(results[0], 2);
  CHECK_INT(results[1], 1);
  finalize();
  CHECK_INT(prepare("UPDATE b SET b = 1 WHERE a > 100"), SQLITE_OK);
  block(HEADER + 8);
  put_set(HEADER, 0, NULL, NULL);
  icsqlite_execute(ADDRESS(x));
  CHECK_INT(x->changes, 0); /* and not those of the statement before */
  finalize();
}

static void columns(void) {
  int64_t needed;
  CHECK_INT(run("CREATE TABLE d(k INTEGER PRIMARY KEY AUTOINCREMENT, v VARCHAR(9) NOT NULL)"), 0);
  CHECK_INT(prepare("SELECT k AS label, v, 1 + 1 FROM d"), SQLITE_OK);
  block(4096);
  x->sets = 1;
  icsqlite_describe(ADDRESS(x));
  CHECK_INT(x->code, SQLITE_OK);
  CHECK_INT(x->rows, 3);
  CHECK_BYTES(0, 0, SQLITE_TEXT, "label");
  CHECK_BYTES(0, 1, SQLITE_TEXT, "main");
  CHECK_BYTES(0, 2, SQLITE_TEXT, "d");
  CHECK_BYTES(0, 3, SQLITE_TEXT, "k");
  CHECK_BYTES(0, 4, SQLITE_TEXT, "INTEGER");
  CHECK_INT(value_of(0, 5), 2 + 4);
  CHECK_BYTES(1, 4, SQLITE_TEXT, "VARCHAR(9)");
  CHECK_INT(value_of(1, 5), 1);
  CHECK_BYTES(2, 0, SQLITE_TEXT, "1 + 1");
  CHECK_INT(type_of(2, 1), SQLITE_NULL);
  CHECK_INT(type_of(2, 4), SQLITE_NULL);
  CHECK_INT(value_of(2, 5), 0);
  x->sets = 0;
  icsqlite_describe(ADDRESS(x));
  CHECK_INT(x->rows, 3);
  CHECK_INT(x->used, 3 * (8 + CELL + 8));
  CHECK_BYTES(1, 0, SQLITE_TEXT, "v");
  for (needed = HEADER; needed > 0;) {
    block(needed);
    x->sets = 1;
    icsqlite_describe(ADDRESS(x));
    CHECK_INT(x->needed == 0 || x->needed > needed, 1);
    needed = x->needed;
  }
  CHECK_INT(x->rows, 3);
  finalize();
}

static void commits_that_fail(void) {
  int64_t none[] = {0};
  CHECK_INT(run("CREATE TABLE c(a)"), 0);
  CHECK_INT(prepare("INSERT INTO c VALUES (1)"), SQLITE_OK);
  block(HEADER + 8);
  put_set(HEADER, 0, none, NULL);
  inject(COMMIT, 0, 1, SQLITE_FULL);
  icsqlite_execute(ADDRESS(x));
  CHECK_INT(x->code, SQLITE_FULL);
  CHECK_INT(x->changes, 0);
  CHECK_INT(number("SELECT count(*) FROM c"), 0);
  icsqlite_execute(ADDRESS(x));
  CHECK_INT(x->code, SQLITE_DONE);
  finalize();
  CHECK_INT(prepare("INSERT INTO c VALUES (2), (3) RETURNING a"), SQLITE_OK);
  block(HEADER + 24);
  x->max_rows = 1;
  icsqlite_execute(ADDRESS(x));
  CHECK_INT(x->code, SQLITE_ROW);
  inject(COMMIT, 0, 1, SQLITE_FULL);
  icsqlite_end(ADDRESS(x)); /* the reset commits */
  CHECK_INT(x->code, SQLITE_FULL);
  inject_nothing();
  finalize();
  CHECK_INT(number("SELECT count(*) FROM c"), 1);
}

static void guards(void) {
  struct {
    int32_t stop;
    int32_t exceeded;
    int64_t intervals;
    int64_t looks;
  } guard = {0, 0, -1, 0};
  const char *endless =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)"
      " SELECT count(*) FROM n";
  CHECK_INT(icsqlite_set_guard(0, ADDRESS(&guard), 10), SQLITE_MISUSE);
  CHECK_INT(icsqlite_set_guard(ADDRESS(db), ADDRESS(&guard), 0), SQLITE_MISUSE);
  CHECK_INT(icsqlite_set_guard(ADDRESS(db), ADDRESS(&guard), INT64_C(1) << 31), SQLITE_MISUSE);
  CHECK_INT(icsqlite_set_guard(ADDRESS(db), ADDRESS(&guard), 100), SQLITE_OK);
  CHECK_INT(run(endless), SQLITE_OK);
  guard.stop = 1;
  CHECK_INT(run(endless), SQLITE_INTERRUPT);
  guard.stop = 0;
  CHECK_INT(run(endless), SQLITE_OK);
  guard.intervals = 5;
  CHECK_INT(run(endless), SQLITE_INTERRUPT);
  CHECK_INT(guard.exceeded, 1);
  CHECK_INT(guard.intervals, 0);
  guard.intervals = INT64_MAX;
  guard.exceeded = 0;
  CHECK_INT(run(endless), SQLITE_OK);
  CHECK_INT(guard.exceeded, 0);
  CHECK_INT(prepare("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"), 0);
  block(HEADER + 24 * 1000);
  x->max_rows = 10;
  icsqlite_execute(ADDRESS(x));
  CHECK_INT(x->code, SQLITE_ROW);
  guard.stop = 1;
  x->sets = 0;
  x->max_rows = 1000;
  icsqlite_fetch(ADDRESS(x));
  CHECK_INT(x->code, SQLITE_INTERRUPT);
  CHECK_INT(x->rows > 0 && x->rows < 1000, 1); /* those that were made before it looked */
  guard.stop = 0;
  CHECK_INT(icsqlite_set_guard(ADDRESS(db), 0, 1), SQLITE_OK);
  guard.stop = 1;
  CHECK_INT(run(endless), SQLITE_OK);
  finalize();
}

static void allocations(void) {
  int64_t n;
  int failed = 1;
  CHECK_INT(run("CREATE TABLE m(a, b); INSERT INTO m VALUES (1, 'one')"), 0);
  for (n = 0; failed && n < 5000; n++) {
    allocations_left = n;
    if (prepare("SELECT a, b || ?1, zeroblob(300), ?1 FROM m ORDER BY b") == SQLITE_OK) {
      int64_t zero = 0;
      block(4096);
      put_set(HEADER, 1, &zero, "text");
      icsqlite_execute(ADDRESS(x));
      if (x->code == SQLITE_DONE) {
        CHECK_INT(x->rows, 1);
        CHECK_BYTES(0, 1, SQLITE_TEXT, "onetext");
        CHECK_INT(length_of(0, 2), 300);
      } else {
        CHECK_INT(x->code & 0xff, SQLITE_NOMEM);
      }
      x->sets = 1;
      icsqlite_describe(ADDRESS(x));
      if (x->code == SQLITE_OK) {
        CHECK_BYTES(0, 2, SQLITE_TEXT, "m");
      }
    } else {
      CHECK_INT(x->code & 0xff, SQLITE_NOMEM);
      CHECK_INT(x->stmt, 0);
    }
    failed = allocations_left < 0;
    allocations_left = -1;
    finalize();
  }
  CHECK_INT(failed, 0);
}

int rows_and_guards(void) {
  CHECK_INT(sqlite3_open_v2("/rows.db", &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, "mem"), SQLITE_OK);
  sqlite3_extended_result_codes(db, 1);
  block(HEADER);
  x->stmt = 0;
  compiling();
  every_storage_class();
  limits();
  rows_that_do_not_fit();
  failing_rows();
  parameters();
  schema_changes();
  sets_that_lie_outside();
  batches();
  columns();
  commits_that_fail();
  guards();
  allocations();
  free(x);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  forget_files();
  return mismatches;
}
