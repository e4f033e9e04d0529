/*
 * Runs the extension under SQLite with sanitizers, without Java: databases, faults in every
 * callback, pragmas, policies, the busy handler, names and paths at their limits. Prints each
 * mismatch; the exit status is 0 only when there was none.
 */
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sqlite3_api_routines;
int sqlite3_icsqlite_init(sqlite3 *db, char **error, const struct sqlite3_api_routines *api);

static int mismatches;
static const char *journal_mode = "truncate";
int64_t allocations_left = -1;

#define CHECK(condition)                                                    \
  do {                                                                      \
    if (!(condition)) {                                                     \
      printf("harness.c:%d: %s does not hold\n", __LINE__, #condition);     \
      mismatches++;                                                         \
    }                                                                       \
  } while (0)

#define CHECK_INT(actual, expected) check_int(__LINE__, #actual, (int64_t)(actual), (int64_t)(expected))
#define CHECK_TEXT(actual, expected) check_text(__LINE__, #actual, (actual), (expected))

static void check_int(int line, const char *what, int64_t actual, int64_t expected) {
  if (actual == expected) return;
  printf("harness.c:%d: %s is %lld, not %lld\n", line, what, (long long)actual,
         (long long)expected);
  mismatches++;
}

static void check_text(int line, const char *what, const char *actual, const char *expected) {
  if (strcmp(actual, expected) == 0) return;
  printf("harness.c:%d: %s is '%s', not '%s'\n", line, what, actual, expected);
  mismatches++;
}

static void set_journal_mode(sqlite3 *db) {
  char sql[60];
  snprintf(sql, sizeof sql, "PRAGMA journal_mode = %s", journal_mode);
  sqlite3_exec(db, sql, NULL, NULL, NULL);
}

static sqlite3 *open_db(const char *name) {
  sqlite3 *db = NULL;
  CHECK_INT(sqlite3_open_v2(name, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, "mem"), SQLITE_OK);
  sqlite3_extended_result_codes(db, 1);
  set_journal_mode(db);
  return db;
}

static void close_db(sqlite3 *db) {
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  CHECK_INT(open_files, 0);
  CHECK_INT(icsqlite_private_files(ADDRESS("mem")), 0);
}

static int run(sqlite3 *db, const char *sql) { return sqlite3_exec(db, sql, NULL, NULL, NULL); }

/* First column of the first row as text, in a buffer of its own; "" for no row, NULL or failure. */
static const char *value(sqlite3 *db, const char *sql) {
  static char text[4096];
  sqlite3_stmt *stmt = NULL;
  text[0] = 0;
  if (sqlite3_prepare_v2(db, sql, -1, &stmt, NULL) == SQLITE_OK && sqlite3_step(stmt) == SQLITE_ROW &&
      sqlite3_column_text(stmt, 0) != NULL) {
    snprintf(text, sizeof text, "%s", (const char *)sqlite3_column_text(stmt, 0));
  }
  sqlite3_finalize(stmt);
  return text;
}

/* sqlite3_auto_extension hands over the function table as the load of an extension does. */
static int bootstrap(sqlite3 *db, char **error, const struct sqlite3_api_routines *api) {
  CHECK_INT(sqlite3_icsqlite_init(db, error, api), SQLITE_OK_LOAD_PERMANENTLY);
  CHECK_INT(icsqlite_api(), ADDRESS(api));
  return SQLITE_OK;
}

static void load(void) {
  sqlite3 *db = NULL;
  CHECK_INT(icsqlite_api(), 0);
  sqlite3_auto_extension((void (*)(void))bootstrap);
  CHECK_INT(sqlite3_open(":memory:", &db), SQLITE_OK);
  sqlite3_close(db);
  sqlite3_reset_auto_extension();
  CHECK(icsqlite_api() != 0);
  CHECK_INT(icsqlite_abi_version(), 8);
}

static void general_exports(void) {
  int64_t memory = icsqlite_allocate(9);
  char text[9];
  CHECK(memory != 0);
  memset(text, 0, sizeof text);
  CHECK_INT(memcmp((void *)(intptr_t)memory, text, sizeof text), 0);
  icsqlite_release(memory);
  CHECK_INT(icsqlite_allocate(-1), 0);
  memory = icsqlite_allocate(0);
  CHECK(memory != 0);
  icsqlite_release(memory);
  icsqlite_release(0);
  CHECK_INT(icsqlite_text_length(ADDRESS("abc"), 10), 3);
  CHECK_INT(icsqlite_text_length(ADDRESS("abc"), 2), 2);
  CHECK_INT(icsqlite_text_length(ADDRESS(""), 2), 0);
  CHECK_INT(icsqlite_text_length(ADDRESS("a"), 0), 0);
  CHECK_INT((int)icsqlite_call(ADDRESS(sqlite3_libversion_number), 0, 0, 0, 0, 0, 0),
            sqlite3_libversion_number());
  CHECK_INT((int)icsqlite_call1(ADDRESS(sqlite3_complete), ADDRESS("x;")), 1);
  CHECK_INT((int)icsqlite_call3(ADDRESS(sqlite3_strnicmp), ADDRESS("abc"), ADDRESS("ABd"), 2), 0);
  CHECK_INT((int)icsqlite_same(17), 17);
}

static void registration(void) {
  char name[300];
  memset(name, 'n', sizeof name);
  name[299] = 0;
  CHECK_INT(icsqlite_vfs_create(0, ADDRESS(memory_callbacks)), SQLITE_MISUSE);
  CHECK_INT(icsqlite_vfs_create(ADDRESS("mem"), 0), SQLITE_MISUSE);
  CHECK_INT(icsqlite_vfs_create(ADDRESS(""), ADDRESS(memory_callbacks)), SQLITE_MISUSE);
  CHECK_INT(icsqlite_vfs_create(ADDRESS(name), ADDRESS(memory_callbacks)), SQLITE_MISUSE);
  name[256] = 0;
  CHECK_INT(icsqlite_vfs_create(ADDRESS(name), ADDRESS(memory_callbacks)), SQLITE_MISUSE);
  name[255] = 0;
  CHECK_INT(icsqlite_vfs_create(ADDRESS(name), ADDRESS(memory_callbacks)), SQLITE_OK);
  CHECK(sqlite3_vfs_find(name) != NULL);
  CHECK_INT(icsqlite_vfs_create(ADDRESS("mem"), ADDRESS(memory_callbacks)), SQLITE_OK);
  CHECK(sqlite3_vfs_find("mem") != NULL);
  CHECK(sqlite3_vfs_find(NULL) != sqlite3_vfs_find("mem"));
}

static void databases(void) {
  sqlite3 *db = open_db("/a.db");
  CHECK_INT(run(db, "CREATE TABLE t(a INTEGER PRIMARY KEY, b); INSERT INTO t VALUES (1, 'kept')"), 0);
  CHECK_INT(run(db, "PRAGMA cache_size = 4; BEGIN"), 0);
  CHECK_INT(run(db, "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 500)"
                    " INSERT INTO t SELECT i, zeroblob(2000) FROM n"), 0);
  CHECK_TEXT(value(db, "SELECT count(*) FROM t"), "500");
  CHECK_INT(run(db, "ROLLBACK"), 0);
  CHECK_TEXT(value(db, "SELECT group_concat(b) FROM t"), "kept");
  CHECK_INT(run(db, "INSERT INTO t SELECT value, zeroblob(5000) FROM json_each('[2,3,4,5,6,7]')"), 0);
  CHECK_INT(run(db, "DELETE FROM t WHERE a > 1; VACUUM"), 0);
  CHECK(calls[TRUNCATE] > 0);
  CHECK_TEXT(value(db, "PRAGMA integrity_check"), "ok");
  CHECK_TEXT(value(db, "PRAGMA journal_mode = WAL"), journal_mode);
  CHECK_INT(run(db, "PRAGMA journal_mode = DELETE; UPDATE t SET b = 'new'"), 0);
  close_db(db);
  db = open_db("/a.db");
  CHECK_TEXT(value(db, "SELECT b FROM t"), "new");
  close_db(db);
  forget_files();
}

static int64_t callbacks(void) {
  int64_t sum = 0;
  int i;
  for (i = 0; i < OPERATIONS; i++) sum += calls[i];
  return sum;
}

/* How many calls of Java a statement takes. */
static void crossings(void) {
  sqlite3 *db = open_db("/c.db");
  sqlite3 *other = open_db("/c.db");
  CHECK_INT(run(db, "CREATE TABLE t(a, b); INSERT INTO t VALUES (1, 1)"), 0);
  CHECK_INT(run(db, "UPDATE t SET b = 2"), 0);
  memset(calls, 0, sizeof calls);
  CHECK_INT(run(db, "UPDATE t SET b = 3"), 0);
  CHECK_INT(calls[LOCK], 2);
  CHECK_INT(calls[COMMIT], 1);
  CHECK_INT(calls[UNLOCK], 2);
  CHECK_INT(calls[WRITE], 2); /* within the commit */
  CHECK_INT(callbacks() - calls[WRITE], 5);
  memset(calls, 0, sizeof calls);
  CHECK_INT(run(db, "SELECT b FROM t"), 0);
  CHECK_INT(calls[LOCK], 1);
  CHECK_INT(calls[UNLOCK], 1);
  CHECK_INT(callbacks(), 2);
  CHECK_TEXT(value(other, "SELECT b FROM t"), "3");
  CHECK_INT(run(db, "UPDATE t SET b = 4"), 0);
  CHECK_TEXT(value(other, "SELECT b FROM t"), "4");
  tell_nothing = 1;
  CHECK_INT(run(db, "UPDATE t SET b = 5"), 0);
  CHECK_TEXT(value(other, "SELECT b FROM t"), "5");
  tell_nothing = 0;
  CHECK_INT(sqlite3_close(other), SQLITE_OK);
  close_db(db);
  forget_files();
}

static void gathered_writes(void) {
  static unsigned char page[65536];
  static unsigned char back[65536];
  sqlite3_vfs *v = sqlite3_vfs_find("mem");
  sqlite3_file *f = calloc(1, (size_t)v->szOsFile);
  const sqlite3_io_methods *m;
  sqlite3_int64 size = 0;
  int i;
  if (f == NULL) abort();
  CHECK_INT(v->xOpen(v, "/g.db", f, SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
  m = f->pMethods;
  memset(calls, 0, sizeof calls);
  memset(page, 5, sizeof page);
  CHECK_INT(m->xWrite(f, page, 4096, 0), SQLITE_OK);
  CHECK_INT(calls[WRITE], 1); /* without the lock at once */
  inject(WRITE, 0, 1, SQLITE_READONLY);
  CHECK_INT(m->xWrite(f, page, 4096, 0), SQLITE_READONLY);
  CHECK_INT(m->xLock(f, SQLITE_LOCK_SHARED), SQLITE_OK);
  CHECK_INT(m->xLock(f, SQLITE_LOCK_RESERVED), SQLITE_OK);
  CHECK_INT(m->xLock(f, SQLITE_LOCK_EXCLUSIVE), SQLITE_OK);
  CHECK_INT(calls[LOCK], 2);
  CHECK_INT(m->xFileSize(f, &size), SQLITE_OK);
  CHECK_INT(size, 4096);
  CHECK_INT(m->xRead(f, back, 16, 24), SQLITE_OK);
  CHECK_INT(back[15], 5);
  CHECK_INT(calls[SIZE] + calls[READ], 0);
  memset(page, 6, sizeof page);
  memset(calls, 0, sizeof calls);
  CHECK_INT(m->xWrite(f, page, 4096, 0), SQLITE_OK);
  CHECK_INT(m->xWrite(f, page, 4096, 8192), SQLITE_OK);
  CHECK_INT(calls[WRITE], 0);
  inject(WRITE, 1, 1, SQLITE_FULL);
  CHECK_INT(m->xRead(f, back, 16, 24), SQLITE_FULL);
  CHECK_INT(m->xRead(f, back, 16, 24), SQLITE_OK); /* what was refused came again */
  CHECK_INT(back[0], 6);
  CHECK_INT(calls[WRITE], 4);
  CHECK_INT(m->xFileSize(f, &size), SQLITE_OK);
  CHECK_INT(size, 12288);
  CHECK_INT(m->xWrite(f, page, 4096, 20480), SQLITE_OK);
  CHECK_INT(m->xRead(f, back, 4096, 0), SQLITE_OK); /* touches nothing gathered */
  CHECK_INT(calls[WRITE], 4);
  memset(back, 1, sizeof back);
  CHECK_INT(m->xRead(f, back, 4096, 16384), SQLITE_OK); /* before the end that the write moved */
  CHECK_INT(back[0] + back[4095], 0);
  CHECK_INT(calls[WRITE], 5);
  CHECK_INT(m->xWrite(f, page, 4096, 24576), SQLITE_OK);
  CHECK_INT(m->xTruncate(f, 8192), SQLITE_OK);
  CHECK_INT(calls[WRITE], 6);
  CHECK_INT(m->xFileSize(f, &size), SQLITE_OK);
  CHECK_INT(size, 8192);
  memset(calls, 0, sizeof calls);
  for (i = 0; i < 16; i++) CHECK_INT(m->xWrite(f, page, 65536, 65536 * (sqlite3_int64)i), SQLITE_OK);
  CHECK_INT(calls[WRITE], 0);
  inject(WRITE, 0, 1, INT64_MIN);
  CHECK_INT(m->xWrite(f, page, 1, 0), SQLITE_IOERR_WRITE);
  CHECK_INT(m->xWrite(f, page, 1, 0), SQLITE_OK);
  CHECK_INT(calls[WRITE], 17);
  for (i = 1; i < 256; i++) CHECK_INT(m->xWrite(f, page, 1, i), SQLITE_OK);
  CHECK_INT(calls[WRITE], 17);
  CHECK_INT(m->xWrite(f, page, 1, 256), SQLITE_OK);
  CHECK_INT(calls[WRITE], 17 + 256);
  CHECK_INT(m->xUnlock(f, SQLITE_LOCK_SHARED), SQLITE_OK); /* no commit: all is dropped */
  CHECK_INT(m->xFileSize(f, &size), SQLITE_OK);
  CHECK_INT(size, 4096);
  CHECK_INT(m->xRead(f, back, 4096, 0), SQLITE_OK);
  CHECK_INT(back[0], 5);
  CHECK_INT(m->xLock(f, SQLITE_LOCK_RESERVED), SQLITE_OK);
  CHECK_INT(m->xWrite(f, page, 4096, 0), SQLITE_OK);
  inject(WRITE, 0, 1, INT64_MIN);
  CHECK_INT(m->xUnlock(f, SQLITE_LOCK_SHARED), SQLITE_IOERR_WRITE);
  CHECK_INT(m->xLock(f, SQLITE_LOCK_RESERVED), SQLITE_OK);
  memset(calls, 0, sizeof calls);
  CHECK_INT(m->xWrite(f, page, 4096, 0), SQLITE_OK);
  inject(COMMIT, 0, 1, SQLITE_FULL);
  CHECK_INT(m->xFileControl(f, SQLITE_FCNTL_COMMIT_PHASETWO, NULL), SQLITE_FULL);
  CHECK_INT(calls[WRITE], 1);
  CHECK_INT(m->xFileControl(f, SQLITE_FCNTL_COMMIT_PHASETWO, NULL), SQLITE_OK);
  CHECK_INT(calls[WRITE], 1); /* a failed commit forgets what it took along */
  CHECK_INT(m->xUnlock(f, SQLITE_LOCK_NONE), SQLITE_OK);
  CHECK_INT(m->xLock(f, SQLITE_LOCK_SHARED), SQLITE_OK);
  CHECK_INT(m->xLock(f, SQLITE_LOCK_RESERVED), SQLITE_OK);
  allocations_left = 0;
  CHECK_INT(m->xWrite(f, page, 65536, 0), SQLITE_OK);
  allocations_left = -1;
  CHECK_INT(m->xWrite(f, page, 65536, 65536), SQLITE_OK); /* left gathered by the close */
  inject_nothing();
  CHECK_INT(m->xClose(f), SQLITE_OK);
  CHECK_INT(open_files, 0);
  free(f);
  forget_files();
}

static uint32_t next_random(void) {
  static uint32_t state = 12345;
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state;
}

/* Writes and truncations at random, compared with an array. */
static void private_files(void) {
  enum { MOST = 2500000 };
  static unsigned char model[MOST];
  static unsigned char bytes[MOST];
  sqlite3_vfs *v = sqlite3_vfs_find("mem");
  sqlite3_file *f = calloc(1, (size_t)v->szOsFile);
  const sqlite3_io_methods *m;
  sqlite3_int64 size = 0;
  sqlite3_int64 told = -1;
  int step;
  if (f == NULL) abort();
  memset(calls, 0, sizeof calls);
  CHECK_INT(v->xOpen(v, NULL, f, SQLITE_OPEN_TEMP_DB | SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
  m = f->pMethods;
  for (step = 0; step < 600; step++) {
    int64_t limit = next_random() % 3 == 0 ? MOST : 200000;
    int64_t offset = next_random() % limit;
    int64_t length = next_random() % (next_random() % 2 == 0 ? 20 : 140000);
    if (next_random() % 4 == 0) offset = offset / 65536 * 65536;
    if (length > MOST - offset) length = MOST - offset;
    if (next_random() % 3 == 0) {
      CHECK_INT(m->xTruncate(f, offset), SQLITE_OK);
      if (offset < size) memset(model + offset, 0, (size_t)(size - offset));
      size = offset;
    } else {
      memset(bytes, 1 + step % 255, (size_t)length);
      allocations_left = next_random() % 4;
      if (m->xWrite(f, bytes, (int)length, offset) != SQLITE_OK) {
        allocations_left = -1;
        CHECK_INT(m->xWrite(f, bytes, (int)length, offset), SQLITE_OK);
      }
      allocations_left = -1;
      memset(model + offset, 1 + step % 255, (size_t)length);
      if (length > 0 && offset + length > size) size = offset + length;
    }
    CHECK_INT(m->xFileSize(f, &told), SQLITE_OK);
    CHECK_INT(told, size);
    memset(bytes, 9, sizeof bytes);
    CHECK_INT(m->xRead(f, bytes, MOST, 0), size == MOST ? SQLITE_OK : SQLITE_IOERR_SHORT_READ);
    CHECK_INT(memcmp(bytes, model, MOST), 0);
    if (size > 100) {
      CHECK_INT(m->xRead(f, bytes, 100, size - 100), SQLITE_OK);
      CHECK_INT(memcmp(bytes, model + size - 100, 100), 0);
    }
  }
  CHECK_INT(m->xTruncate(f, 10), SQLITE_OK);
  CHECK_INT(m->xRead(f, bytes, -1, 0), SQLITE_IOERR_READ);
  CHECK_INT(m->xRead(f, bytes, 1, -1), SQLITE_IOERR_READ);
  CHECK_INT(m->xRead(f, bytes, 16, INT64_MAX - 15), SQLITE_IOERR_READ);
  CHECK_INT(m->xRead(f, bytes, 16, INT64_MAX - 16), SQLITE_IOERR_SHORT_READ);
  CHECK_INT(m->xWrite(f, bytes, -1, 0), SQLITE_IOERR_WRITE);
  CHECK_INT(m->xWrite(f, bytes, 1, -1), SQLITE_IOERR_WRITE);
  CHECK_INT(m->xWrite(f, bytes, 16, INT64_MAX - 15), SQLITE_IOERR_WRITE);
  CHECK_INT(m->xWrite(f, bytes, 16, INT64_MAX - 16), SQLITE_FULL);
  CHECK_INT(m->xWrite(f, bytes, 1, INT64_C(1) << 43), SQLITE_FULL);
  CHECK_INT(m->xTruncate(f, -1), SQLITE_IOERR_TRUNCATE);
  allocations_left = 0;
  CHECK_INT(m->xWrite(f, bytes, 1, 1 << 28), SQLITE_IOERR_NOMEM);
  allocations_left = -1;
  CHECK_INT(m->xFileSize(f, &size), SQLITE_OK);
  CHECK_INT(size, 10);
  CHECK_INT(m->xTruncate(f, INT64_MAX), SQLITE_OK);
  CHECK_INT(m->xRead(f, bytes, 16, INT64_MAX - 16), SQLITE_OK);
  CHECK_INT(bytes[15], 0);
  CHECK_INT(m->xLock(f, SQLITE_LOCK_EXCLUSIVE) + m->xUnlock(f, SQLITE_LOCK_NONE), SQLITE_OK);
  CHECK_INT(m->xSync(f, 0), SQLITE_OK);
  CHECK_INT(m->xSectorSize(f), 16384);
  CHECK_INT(m->xDeviceCharacteristics(f), SQLITE_IOCAP_POWERSAFE_OVERWRITE);
  CHECK_INT(m->xFileControl(f, SQLITE_FCNTL_PRAGMA, NULL), SQLITE_NOTFOUND);
  CHECK_INT(m->xClose(f), SQLITE_OK);
  CHECK_INT(callbacks(), 0);
  free(f);
}

/* The methods of an open file with arguments that SQLite itself never passes. */
static void file_methods(void) {
  sqlite3 *db = open_db("/m.db");
  sqlite3_file *f = NULL;
  char buffer[16];
  char *name = NULL;
  int number = -1;
  sqlite3_int64 size = 0;
  CHECK_INT(run(db, "CREATE TABLE t(a)"), 0);
  CHECK_INT(sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &f), SQLITE_OK);
  CHECK_INT(f->pMethods->xFileSize(f, &size), SQLITE_OK);
  memset(buffer, 1, sizeof buffer);
  CHECK_INT(f->pMethods->xRead(f, buffer, 16, size - 4), SQLITE_IOERR_SHORT_READ);
  CHECK_INT(memcmp(buffer + 4, "\0\0\0\0\0\0\0\0\0\0\0\0", 12), 0);
  memset(buffer, 1, sizeof buffer);
  CHECK_INT(f->pMethods->xRead(f, buffer, 16, size + 100), SQLITE_IOERR_SHORT_READ);
  CHECK_INT(memcmp(buffer, "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 16), 0);
  CHECK_INT(f->pMethods->xRead(f, buffer, 0, 0), SQLITE_OK);
  CHECK_INT(f->pMethods->xRead(f, buffer, -1, 0), SQLITE_IOERR_READ);
  CHECK_INT(f->pMethods->xRead(f, buffer, 1, -1), SQLITE_IOERR_READ);
  CHECK_INT(f->pMethods->xRead(f, buffer, 16, INT64_MAX - 15), SQLITE_IOERR_READ);
  CHECK_INT(f->pMethods->xRead(f, buffer, 16, INT64_MAX - 16), SQLITE_IOERR_SHORT_READ);
  CHECK_INT(f->pMethods->xWrite(f, buffer, 0, 0), SQLITE_OK);
  CHECK_INT(f->pMethods->xWrite(f, buffer, -1, 0), SQLITE_IOERR_WRITE);
  CHECK_INT(f->pMethods->xWrite(f, buffer, 1, -1), SQLITE_IOERR_WRITE);
  CHECK_INT(f->pMethods->xWrite(f, buffer, 16, INT64_MAX - 15), SQLITE_IOERR_WRITE);
  CHECK_INT(f->pMethods->xTruncate(f, -1), SQLITE_IOERR_TRUNCATE);
  CHECK_INT(f->pMethods->xLock(f, 5), SQLITE_IOERR_LOCK);
  CHECK_INT(f->pMethods->xLock(f, -1), SQLITE_IOERR_LOCK);
  CHECK_INT(f->pMethods->xUnlock(f, SQLITE_LOCK_RESERVED), SQLITE_IOERR_UNLOCK);
  CHECK_INT(f->pMethods->xSync(f, 0), SQLITE_OK);
  CHECK_INT(f->pMethods->xSectorSize(f), 16384);
  CHECK_INT(f->pMethods->xDeviceCharacteristics(f), SQLITE_IOCAP_POWERSAFE_OVERWRITE);
  number = 0;
  CHECK_INT(sqlite3_file_control(db, "main", SQLITE_FCNTL_POWERSAFE_OVERWRITE, &number), SQLITE_OK);
  CHECK_INT(number, 0);
  CHECK_INT(f->pMethods->xDeviceCharacteristics(f), 0);
  number = 9;
  CHECK_INT(sqlite3_file_control(db, "main", SQLITE_FCNTL_POWERSAFE_OVERWRITE, &number), SQLITE_OK);
  CHECK_INT(number, 1);
  CHECK_INT(run(db, "BEGIN IMMEDIATE"), 0);
  CHECK_INT(sqlite3_file_control(db, "main", SQLITE_FCNTL_LOCKSTATE, &number), SQLITE_OK);
  CHECK_INT(number, SQLITE_LOCK_RESERVED);
  CHECK_INT(run(db, "COMMIT"), 0);
  CHECK_INT(sqlite3_file_control(db, "main", SQLITE_FCNTL_LOCKSTATE, &number), SQLITE_OK);
  CHECK_INT(number, SQLITE_LOCK_NONE);
  CHECK_INT(sqlite3_file_control(db, "main", SQLITE_FCNTL_HAS_MOVED, &number), SQLITE_OK);
  CHECK_INT(number, 0);
  CHECK_INT(sqlite3_file_control(db, "main", SQLITE_FCNTL_VFSNAME, &name), SQLITE_OK);
  CHECK_TEXT(name, "mem");
  sqlite3_free(name);
  CHECK_INT(sqlite3_file_control(db, "main", SQLITE_FCNTL_SIZE_HINT, &size), SQLITE_OK);
  CHECK_INT(sqlite3_file_control(db, "main", SQLITE_FCNTL_CHUNK_SIZE, &number), SQLITE_OK);
  CHECK_INT(sqlite3_file_control(db, "main", SQLITE_FCNTL_SYNC, NULL), SQLITE_OK);
  CHECK_INT(sqlite3_file_control(db, "main", SQLITE_FCNTL_MMAP_SIZE, &size), SQLITE_NOTFOUND);
  CHECK_INT(sqlite3_file_control(db, "main", 123456, NULL), SQLITE_NOTFOUND);
  CHECK_INT(f->pMethods->xFileControl(f, SQLITE_FCNTL_LOCKSTATE, NULL), SQLITE_OK);
  CHECK_INT(f->pMethods->xFileControl(f, SQLITE_FCNTL_HAS_MOVED, NULL), SQLITE_OK);
  CHECK_INT(f->pMethods->xFileControl(f, SQLITE_FCNTL_POWERSAFE_OVERWRITE, NULL), SQLITE_OK);
  CHECK_INT(f->pMethods->xFileControl(f, SQLITE_FCNTL_VFSNAME, NULL), SQLITE_OK);
  CHECK_INT(f->pMethods->xFileControl(f, SQLITE_FCNTL_PRAGMA, NULL), SQLITE_NOTFOUND);
  close_db(db);
  forget_files();
}

static void vfs_methods(void) {
  sqlite3_vfs *v = sqlite3_vfs_find("mem");
  sqlite3_file *f = calloc(1, (size_t)v->szOsFile);
  char out[16];
  char *exact = malloc(4);
  int number = 9;
  sqlite3_int64 millis = 0;
  double days = 0;
  if (f == NULL || exact == NULL) abort();
  CHECK_INT(v->xFullPathname(v, "abc", 4, exact), SQLITE_OK);
  CHECK_TEXT(exact, "abc");
  CHECK_INT(v->xFullPathname(v, "abcd", 4, exact), SQLITE_CANTOPEN);
  CHECK_INT(v->xFullPathname(v, "abc", 0, exact), SQLITE_CANTOPEN);
  CHECK_INT(v->xFullPathname(v, "abc", -1, exact), SQLITE_CANTOPEN);
  CHECK_INT(v->xFullPathname(v, NULL, 4, exact), SQLITE_CANTOPEN);
  CHECK_INT(v->xAccess(v, "abc", SQLITE_ACCESS_EXISTS, &number), SQLITE_OK);
  CHECK_INT(number, 0);
  CHECK_INT(v->xDelete(v, "abc", 1), SQLITE_OK);
  CHECK(v->xDlOpen(v, "abc") == NULL);
  CHECK(v->xDlSym(v, NULL, "abc") == NULL);
  v->xDlClose(v, NULL);
  v->xDlError(v, 4, exact);
  CHECK_TEXT(exact, "thi");
  v->xDlError(v, 0, exact);
  CHECK_INT(v->xGetLastError(v, 4, exact), 0);
  CHECK_TEXT(exact, "");
  CHECK_INT(v->xSleep(v, 1000) >= 0, 1);
  CHECK_INT(v->xRandomness(v, 16, out), 16);
  CHECK_INT(out[15], 7);
  CHECK_INT(v->xRandomness(v, 0, out), 0);
  CHECK_INT(v->xRandomness(v, -1, out), 0);
  inject(RANDOMNESS, 0, 1, 17);
  CHECK_INT(v->xRandomness(v, 16, out), 0);
  inject(RANDOMNESS, 0, 1, INT64_MIN);
  CHECK_INT(v->xRandomness(v, 16, out), 0);
  CHECK_INT(v->xCurrentTimeInt64(v, &millis), SQLITE_OK);
  CHECK_INT(millis, INT64_C(210866760000000) + now_millis);
  CHECK_INT(v->xCurrentTime(v, &days), SQLITE_OK);
  CHECK(days > 2460263.4 && days < 2460263.5);
  inject(TIME, 0, 3, INT64_MIN);
  CHECK_INT(v->xCurrentTimeInt64(v, &millis), SQLITE_ERROR);
  CHECK_INT(v->xCurrentTime(v, &days), SQLITE_ERROR);
  inject(TIME, 0, 1, INT64_MAX);
  CHECK_INT(v->xCurrentTimeInt64(v, &millis), SQLITE_ERROR);
  number = 0;
  CHECK_INT(v->xOpen(v, "/x-wal", f, SQLITE_OPEN_WAL | SQLITE_OPEN_READWRITE, &number), SQLITE_CANTOPEN);
  CHECK(f->pMethods == NULL);
  CHECK_INT(v->xOpen(v, NULL, f, SQLITE_OPEN_TEMP_DB | SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
  CHECK_INT(icsqlite_private_files(ADDRESS("mem")), 1);
  CHECK_INT(icsqlite_private_files(ADDRESS("unix")), 0);
  CHECK_INT(icsqlite_private_files(ADDRESS("absent")), 0);
  CHECK_INT(icsqlite_private_files(0), 0);
  number = 1;
  CHECK_INT(f->pMethods->xCheckReservedLock(f, &number), SQLITE_OK);
  CHECK_INT(number, 0);
  CHECK_INT(f->pMethods->xClose(f), SQLITE_OK);
  CHECK(f->pMethods == NULL);
  CHECK_INT(icsqlite_private_files(ADDRESS("mem")), 0);
  CHECK_INT(v->xOpen(v, "/m.db", f, SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
  inject(RESERVED, 0, 1, -SQLITE_NOMEM);
  CHECK_INT(f->pMethods->xCheckReservedLock(f, &number), SQLITE_NOMEM);
  inject(RESERVED, 0, 1, INT64_MIN);
  CHECK_INT(f->pMethods->xCheckReservedLock(f, &number), SQLITE_IOERR_CHECKRESERVEDLOCK);
  inject(CLOSE, 0, 1, INT64_MIN);
  CHECK_INT(f->pMethods->xClose(f), SQLITE_IOERR_CLOSE);
  CHECK(f->pMethods == NULL);
  inject_nothing();
  CHECK_INT(open_files, 0);
  forget_files();
  free(exact);
  free(f);
}

static void paths(void) {
  char path[700];
  sqlite3 *db = NULL;
  memset(path, 'p', sizeof path);
  path[0] = '/';
  /* SQLite wants room for "-journal" within mxPathname. */
  path[503] = 0;
  db = open_db(path);
  CHECK_INT(run(db, "PRAGMA journal_mode = DELETE; CREATE TABLE t(a)"), 0);
  close_db(db);
  path[503] = 'p';
  path[600] = 0;
  CHECK_INT(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, "mem"), SQLITE_CANTOPEN);
  sqlite3_close(db);
  CHECK_INT(open_files, 0);
  forget_files();
}

/* The statement that meets a fault, what it must return, and what the next one sees. */
static void faults(void) {
  static const struct {
    enum operation operation;
    int64_t result;
    const char *sql;
    int expected;
  } cases[] = {
      {READ, INT64_MIN, "SELECT * FROM t", SQLITE_IOERR_READ},
      {READ, -SQLITE_CORRUPT, "SELECT * FROM t", SQLITE_CORRUPT},
      {READ, INT64_MAX, "SELECT * FROM t", SQLITE_IOERR_READ},
      {READ, -SQLITE_IOERR_SHORT_READ, "SELECT * FROM t", SQLITE_IOERR_READ},
      {READ, -SQLITE_ROW, "SELECT * FROM t", SQLITE_IOERR_READ},
      {WRITE, INT64_MIN, "UPDATE t SET b = 2", SQLITE_IOERR_WRITE},
      {WRITE, SQLITE_FULL, "UPDATE t SET b = 2", SQLITE_FULL},
      {WRITE, -SQLITE_FULL, "UPDATE t SET b = 2", SQLITE_FULL},
      {WRITE, SQLITE_DONE, "UPDATE t SET b = 2", SQLITE_IOERR_WRITE},
      {WRITE, 256, "UPDATE t SET b = 2", SQLITE_IOERR_WRITE},
      {SIZE, INT64_MIN, "SELECT * FROM t", SQLITE_IOERR_FSTAT},
      {SIZE, -SQLITE_NOMEM, "SELECT * FROM t", SQLITE_NOMEM},
      {LOCK, INT64_MIN, "SELECT * FROM t", SQLITE_IOERR_LOCK},
      {LOCK, SQLITE_BUSY, "SELECT * FROM t", SQLITE_BUSY},
      {LOCK, SQLITE_BUSY_SNAPSHOT, "SELECT * FROM t", SQLITE_BUSY_SNAPSHOT},
      {COMMIT, INT64_MIN, "UPDATE t SET b = 2", SQLITE_IOERR},
      {COMMIT, SQLITE_FULL, "UPDATE t SET b = 2", SQLITE_FULL},
      {COMMIT, SQLITE_NOTFOUND, "UPDATE t SET b = 2", SQLITE_IOERR},
      {PRAGMA, INT64_MIN, "PRAGMA user_version", SQLITE_ERROR},
      {PRAGMA, -SQLITE_NOTFOUND, "PRAGMA user_version", SQLITE_ERROR},
      {PRAGMA, -SQLITE_BUSY, "PRAGMA user_version", SQLITE_BUSY},
  };
  size_t i;
  for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    sqlite3 *db = open_db("/f.db");
    int before = mismatches;
    CHECK_INT(run(db, "CREATE TABLE t(a, b); INSERT INTO t VALUES (1, 1)"), 0);
    CHECK_INT(sqlite3_close(db), SQLITE_OK);
    db = open_db("/f.db");
    CHECK_INT(run(db, "SELECT count(*) FROM sqlite_master"), 0);
    tell_nothing = cases[i].operation == SIZE;
    inject(cases[i].operation, 0, cases[i].operation == READ ? 99 : 1, cases[i].result);
    CHECK_INT(run(db, cases[i].sql), cases[i].expected);
    inject_nothing();
    tell_nothing = 0;
    run(db, "ROLLBACK");
    CHECK_TEXT(value(db, "PRAGMA integrity_check"), "ok");
    CHECK_INT(run(db, "INSERT INTO t VALUES (3, 3)"), 0);
    CHECK_TEXT(value(db, "SELECT count(*) FROM t"), "2");
    if (mismatches > before) printf("  in case %zu: %s\n", i, cases[i].sql);
    close_db(db);
    forget_files();
  }
}

static void open_faults(void) {
  static const int64_t results[] = {0, INT64_MIN, -SQLITE_CANTOPEN, -SQLITE_NOMEM};
  static const int codes[] = {SQLITE_CANTOPEN, SQLITE_CANTOPEN, SQLITE_CANTOPEN, SQLITE_NOMEM};
  int i;
  for (i = 0; i < 4; i++) {
    sqlite3 *db = NULL;
    inject(OPEN, 0, 1, results[i]);
    CHECK_INT(sqlite3_open_v2("/o.db", &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, "mem"), codes[i]);
    inject_nothing();
    close_db(db);
  }
  forget_files();
}

/* Something of everything, more than the cache holds. */
static const char workload[] =
    "PRAGMA cache_size = 4;"
    "INSERT INTO t SELECT value, zeroblob(3000) FROM json_each('[1,2,3,4,5,6,7,8,9]');"
    "BEGIN; UPDATE t SET b = zeroblob(4000); ROLLBACK;"
    "BEGIN; SAVEPOINT s; UPDATE t SET b = zeroblob(100); ROLLBACK TO s; COMMIT;"
    "DELETE FROM t WHERE a > 3; VACUUM; CREATE INDEX i ON t(a); SELECT * FROM t ORDER BY b";

/* The n-th call of each operation fails, for every n. */
static void every_call_fails_once(void) {
  int operation;
  for (operation = OPEN; operation <= PRAGMA; operation++) {
    int64_t n;
    int64_t made = 1;
    for (n = 0; n < made && n < 400; n++) {
      sqlite3 *db = open_db("/w.db");
      CHECK_INT(run(db, "CREATE TABLE t(a, b)"), 0);
      calls[operation] = 0;
      inject((enum operation)operation, n, 1, INT64_MIN);
      run(db, workload);
      made = calls[operation];
      inject_nothing();
      if (!sqlite3_get_autocommit(db)) run(db, "ROLLBACK");
      CHECK_TEXT(value(db, "PRAGMA integrity_check"), "ok");
      close_db(db);
      forget_files();
    }
  }
}

static void every_allocation_fails_once(void) {
  int64_t n;
  int failed = 1;
  for (n = 0; failed && n < 20000; n += 1 + n / 40) {
    sqlite3 *db = open_db("/w.db");
    CHECK_INT(run(db, "CREATE TABLE t(a, b)"), 0);
    allocations_left = n;
    run(db, workload);
    failed = allocations_left < 0;
    allocations_left = -1;
    if (!sqlite3_get_autocommit(db)) run(db, "ROLLBACK");
    CHECK_TEXT(value(db, "PRAGMA integrity_check"), "ok");
    close_db(db);
    forget_files();
  }
  CHECK(!failed);
}
static void pragmas(void) {
  sqlite3 *db = open_db("/p.db");
  CHECK_INT(run(db, "PRAGMA refused"), SQLITE_ERROR);
  CHECK_TEXT(sqlite3_errmsg(db), "rrr");
  CHECK_INT(run(db, "PRAGMA refused_silently"), SQLITE_ERROR);
  CHECK_TEXT(value(db, "PRAGMA answered"), "a");
  CHECK_TEXT(value(db, "PRAGMA answered = 1"), "aa");
  CHECK_INT(run(db, "PRAGMA empty"), SQLITE_OK);
  CHECK_INT(strlen(value(db, "PRAGMA full")), 1024);
  CHECK_INT(run(db, "PRAGMA too_long"), SQLITE_ERROR);
  CHECK_INT(run(db, "PRAGMA bad_kind"), SQLITE_ERROR);
  CHECK_INT(run(db, "PRAGMA user_version = 5"), SQLITE_OK);
  CHECK_TEXT(value(db, "PRAGMA user_version"), "5");
  close_db(db);
  forget_files();
}

static void policies(void) {
  struct {
    uint32_t flags;
    uint32_t action;
    char denied[256];
    uint32_t by;
    uint32_t seen;
  } *policy;
  char sql[700];
  sqlite3 *db = open_db("/q.db");
  sqlite3_stmt *stmt = NULL;
  int64_t block = icsqlite_policy_new();
  policy = (void *)(intptr_t)block;
  CHECK_INT(policy->flags, 0);
  CHECK_INT(run(db, "CREATE TABLE t(a)"), 0);
  CHECK_INT(icsqlite_set_policy(0, block), SQLITE_MISUSE);
  CHECK_INT(icsqlite_set_policy(ADDRESS(db), block), SQLITE_OK);
  CHECK_INT(run(db, "ATTACH '/other.db' AS o; DETACH o"), SQLITE_OK);
  policy->flags = 3;
  CHECK_INT(run(db, "ATTACH '/other.db' AS o"), SQLITE_AUTH);
  CHECK_TEXT(policy->denied, "/other.db");
  CHECK_INT(policy->action, SQLITE_ATTACH);
  CHECK_INT(sqlite3_prepare_v2(db, "ATTACH ? AS o", -1, &stmt, NULL), SQLITE_AUTH);
  CHECK_TEXT(policy->denied, "");
  CHECK_INT(run(db, "ATTACH '/a' || '/b' AS o"), SQLITE_AUTH);
  CHECK_INT(run(db, "ATTACH 'file::memory:' AS o"), SQLITE_AUTH);
  CHECK_INT(run(db, "ATTACH ':memory:' AS o; DETACH o; ATTACH '' AS o; DETACH o"), SQLITE_OK);
  policy->action = 0;
  CHECK_INT(run(db, "VACUUM"), SQLITE_OK);
  CHECK_INT(policy->action, 0);
  CHECK_INT(run(db, "VACUUM INTO '/copy.db'"), SQLITE_AUTH);
  CHECK_TEXT(policy->denied, "/copy.db");
  memset(sql, 'y', sizeof sql);
  memcpy(sql, "ATTACH '", 8);
  strcpy(sql + 600, "' AS o");
  CHECK_INT(run(db, sql), SQLITE_AUTH);
  CHECK_INT(strlen(policy->denied), 255);
  CHECK_INT(run(db, "SELECT Load_Extension('x')"), SQLITE_ERROR);
  CHECK_TEXT(sqlite3_errmsg(db), "not authorized to use function: Load_Extension");
  CHECK_INT(policy->action, SQLITE_FUNCTION);
  CHECK_TEXT(policy->denied, "load_extension");
  CHECK_INT(run(db, "SELECT abs(1)"), SQLITE_OK);
  CHECK_INT(run(db, "PRAGMA temp.query_only=0"), SQLITE_OK);
  policy->flags = 7;
  CHECK_INT(run(db, "PRAGMA temp.query_only=0"), SQLITE_AUTH);
  CHECK_INT(policy->action, SQLITE_PRAGMA);
  CHECK_TEXT(policy->denied, "query_only");
  CHECK_INT(run(db, "PRAGMA temp.Busy_Timeout(1)"), SQLITE_AUTH);
  CHECK_TEXT(policy->denied, "Busy_Timeout");
  CHECK_INT(run(db, "PRAGMA main.query_only=0; PRAGMA query_only; PRAGMA temp.table_info(x)"),
            SQLITE_OK);
  CHECK_INT(policy->by, 4);
  policy->flags = 256;
  CHECK_INT(run(db, "BEGIN"), SQLITE_AUTH);
  CHECK_INT(policy->by, 256);
  CHECK_INT(run(db, "SAVEPOINT s"), SQLITE_AUTH);
  CHECK_INT(run(db, "ATTACH ':memory:' AS o"), SQLITE_AUTH);
  CHECK_INT(run(db, "CREATE TEMP TABLE u(a)"), SQLITE_AUTH);
  CHECK_INT(run(db, "PRAGMA quick_check"), SQLITE_AUTH);
  CHECK_INT(run(db, "PRAGMA data_version=1"), SQLITE_AUTH);
  CHECK_INT(run(db, "PRAGMA data_version"), SQLITE_OK);
  policy->seen = 0;
  CHECK_INT(run(db, "INSERT INTO t VALUES (1)"), SQLITE_OK);
  CHECK_INT(policy->seen, 0);
  CHECK_INT(run(db, "CREATE INDEX i ON t(a)"), SQLITE_OK);
  CHECK_INT(policy->seen, 1);
  CHECK_INT(run(db, "ALTER TABLE t RENAME COLUMN a TO b"), SQLITE_OK);
  CHECK_INT(policy->seen, 3);
  policy->seen = 0;
  CHECK_INT(run(db, "ALTER TABLE t ADD COLUMN c CHECK (c > 0)"), SQLITE_OK);
  CHECK_INT(run(db, "ALTER TABLE t DROP COLUMN c"), SQLITE_OK);
  CHECK_INT(icsqlite_set_policy(ADDRESS(db), 0), SQLITE_OK);
  CHECK_INT(icsqlite_policy_free(block), 0);
  CHECK_INT(run(db, "ATTACH '/other.db' AS o; DETACH o"), SQLITE_OK);
  close_db(db);
  forget_files();
}

static void busy_handlers(void) {
  sqlite3 *writer = open_db("/b.db");
  sqlite3 *other = open_db("/b.db");
  sqlite3 *memory = NULL;
  int64_t largest = (INT64_C(1) << 48) - 1;
  CHECK_INT(run(writer, "CREATE TABLE t(a); BEGIN IMMEDIATE"), 0);
  CHECK_INT(icsqlite_set_busy_handler(0, 1), SQLITE_MISUSE);
  CHECK_INT(icsqlite_set_busy_handler(ADDRESS(other), largest + 1), SQLITE_MISUSE);
  CHECK_INT(icsqlite_set_busy_handler(ADDRESS(other), largest), SQLITE_OK);
  busy_retries = 5;
  calls[BUSY] = 0;
  CHECK_INT(run(other, "BEGIN IMMEDIATE"), SQLITE_BUSY);
  CHECK_INT(calls[BUSY], 6);
  CHECK_INT(busy_connection, largest);
  inject(BUSY, 0, 1, INT64_MIN);
  calls[BUSY] = 0;
  CHECK_INT(run(other, "BEGIN IMMEDIATE"), SQLITE_BUSY);
  CHECK_INT(calls[BUSY], 1);
  inject_nothing();
  CHECK_INT(icsqlite_set_busy_handler(ADDRESS(other), -1), SQLITE_OK);
  calls[BUSY] = 0;
  CHECK_INT(run(other, "BEGIN IMMEDIATE"), SQLITE_BUSY);
  CHECK_INT(calls[BUSY], 0);
  CHECK_INT(sqlite3_close(other), SQLITE_OK);
  CHECK_INT(run(writer, "COMMIT"), 0);
  close_db(writer);
  CHECK_INT(sqlite3_open(":memory:", &memory), SQLITE_OK);
  CHECK_INT(icsqlite_set_busy_handler(ADDRESS(memory), 1), SQLITE_MISUSE);
  sqlite3_close(memory);
  forget_files();
}

static void settings(void) {
  sqlite3 *db = open_db("/s.db");
  CHECK_INT(icsqlite_db_config(ADDRESS(db), SQLITE_DBCONFIG_DEFENSIVE, -1), 0);
  CHECK_INT(icsqlite_db_config(ADDRESS(db), SQLITE_DBCONFIG_DEFENSIVE, 7), 1);
  CHECK_INT(icsqlite_db_config(ADDRESS(db), SQLITE_DBCONFIG_DEFENSIVE, 0), 0);
  CHECK_INT(icsqlite_db_config(ADDRESS(db), SQLITE_DBCONFIG_MAINDBNAME, 1), -SQLITE_MISUSE);
  CHECK_INT(icsqlite_db_config(ADDRESS(db), SQLITE_DBCONFIG_LOOKASIDE, 1), -SQLITE_MISUSE);
  CHECK_INT(icsqlite_db_config(ADDRESS(db), INT64_C(1) << 40, 1), -SQLITE_MISUSE);
  CHECK_INT(icsqlite_db_config(ADDRESS(db), 9999, 1), -SQLITE_ERROR);
  CHECK_INT(icsqlite_db_config(0, SQLITE_DBCONFIG_DEFENSIVE, 1), -SQLITE_MISUSE);
  CHECK(icsqlite_limit(ADDRESS(db), SQLITE_LIMIT_SQL_LENGTH, 99) > 99);
  CHECK_INT(icsqlite_limit(ADDRESS(db), SQLITE_LIMIT_SQL_LENGTH, INT64_MIN), 99);
  CHECK_INT(icsqlite_limit(ADDRESS(db), SQLITE_LIMIT_SQL_LENGTH, INT64_MAX), -1);
  CHECK_INT(icsqlite_limit(0, SQLITE_LIMIT_SQL_LENGTH, 1), -1);
  CHECK_INT(icsqlite_limit(ADDRESS(db), 999, 1), -1);
  close_db(db);
  forget_files();
}

/* One allocation fails, the next ones work again. */
static int allocation_fails(void) { return allocations_left >= 0 && allocations_left-- == 0; }

static sqlite3_mem_methods system_memory;

static void *failing_malloc(int size) { return allocation_fails() ? NULL : system_memory.xMalloc(size); }

static void *failing_realloc(void *old, int size) {
  return allocation_fails() ? NULL : system_memory.xRealloc(old, size);
}

static void make_allocations_fail_on_demand(void) {
  sqlite3_mem_methods failing;
  CHECK_INT(sqlite3_config(SQLITE_CONFIG_GETMALLOC, &system_memory), SQLITE_OK);
  failing = system_memory;
  failing.xMalloc = failing_malloc;
  failing.xRealloc = failing_realloc;
  CHECK_INT(sqlite3_config(SQLITE_CONFIG_MALLOC, &failing), SQLITE_OK);
}

int main(void) {
  static const char *const modes[] = {"truncate", "memory", "delete", "persist"};
  int i;
  make_allocations_fail_on_demand();
  load();
  general_exports();
  registration();
  for (i = 0; i < 4; i++) {
    journal_mode = modes[i];
    databases();
    faults();
    every_call_fails_once();
    every_allocation_fails_once();
  }
  journal_mode = modes[0];
  crossings();
  gathered_writes();
  private_files();
  file_methods();
  vfs_methods();
  paths();
  open_faults();
  pragmas();
  policies();
  busy_handlers();
  settings();
  mismatches += rows_and_guards();
  mismatches += canisters();
  printf("SQLite %s, %d mismatches\n", sqlite3_libversion(), mismatches);
  return mismatches == 0 ? 0 : 1;
}
