/* The functions of a canister, its clock and its lists, under the sanitizers. */
#include "harness.h"

#include <stdio.h>
#include <string.h>

int64_t icsqlite_canister_functions(int64_t db, int64_t seed);
int64_t icsqlite_canister_seed(int64_t functions, int64_t seed);
int64_t icsqlite_lose_functions(int64_t db, int64_t functions);
int64_t icsqlite_check_calls(int64_t policy, int64_t stmt);
int64_t icsqlite_keep_modules(int64_t db, int64_t names);
int64_t icsqlite_clock_create(int64_t origin, int64_t name, int64_t millis);
int64_t icsqlite_clock_free(int64_t clock);

/* What the crate's VFS answers to a request for 44 bytes at transaction 1, size 32768. */
static const unsigned char seed[44] = {
    0x9d, 0xee, 0xbf, 0xd1, 0xf3, 0xda, 0x44, 0x6d, 0x37, 0x37, 0x9e, 0xff, 0x7d, 0x08, 0x35,
    0x74, 0x41, 0x6a, 0x15, 0x91, 0xb0, 0xbe, 0xbd, 0xa9, 0x5a, 0xb7, 0x58, 0x73, 0x08, 0xe4,
    0x84, 0x89, 0x63, 0xb2, 0xfa, 0x3e, 0x4a, 0x88, 0x16, 0x80, 0x28, 0x2e, 0xdd, 0xac};

/* What SQLite 3.53.4 in the crate gave with it, printed by the exchange tests' peer. */
#define TWO_RANDOM "1972094657460039664 5562718103889661222"
#define SELECT_TWO "SELECT random() || ' ' || random()"

static int mismatches;

#define CHECK_INT(actual, expected) check_int(__LINE__, #actual, (int64_t)(actual), (int64_t)(expected))
#define CHECK_TEXT(actual, expected) check_text(__LINE__, #actual, actual, expected)

static void check_int(int line, const char *what, int64_t actual, int64_t expected) {
  if (actual == expected) return;
  printf("canister_test.c:%d: %s is %lld, not %lld\n", line, what, (long long)actual,
         (long long)expected);
  mismatches++;
}

static void check_text(int line, const char *what, const char *actual, const char *expected) {
  if (strcmp(actual, expected) == 0) return;
  printf("canister_test.c:%d: %s is \"%s\", not \"%s\"\n", line, what, actual, expected);
  mismatches++;
}

/* The first column of the first row, "null", or the error in angle brackets. */
static const char *value(sqlite3 *db, const char *sql) {
  static char text[1200];
  sqlite3_stmt *stmt = NULL;
  text[0] = 0;
  if (sqlite3_prepare_v2(db, sql, -1, &stmt, NULL) == SQLITE_OK &&
      sqlite3_step(stmt) == SQLITE_ROW) {
    const char *column = (const char *)sqlite3_column_text(stmt, 0);
    snprintf(text, sizeof text, "%s", column == NULL ? "null" : column);
  } else {
    snprintf(text, sizeof text, "<%s>", sqlite3_errmsg(db));
  }
  sqlite3_finalize(stmt);
  return text;
}

static sqlite3 *open_in(const char *vfs) {
  sqlite3 *db = NULL;
  CHECK_INT(sqlite3_open_v2("/canister.db", &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, vfs),
            SQLITE_OK);
  return db;
}

static void close_db(sqlite3 *db) {
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  forget_files();
}

static void random_numbers(void) {
  sqlite3 *db = open_in("mem");
  int64_t functions = icsqlite_canister_functions(ADDRESS(db), ADDRESS(seed));
  CHECK_INT(functions > 0, 1);
  CHECK_TEXT(value(db, SELECT_TWO), TWO_RANDOM);
  /* Over the ends of three blocks. */
  CHECK_TEXT(value(db, "SELECT hex(randomblob(200))"),
             "9FD437813C67DED5A391782050F16B8801671687D18E71B2A0DE11FA78B3031464AF91F9BD76082DC0FDA8"
             "43119E39D25412948DF7F988D7F5F89407568F08EA06B2ACE8B15348391F9BB6B511063FBF6F0769F4521A"
             "C84B2F756257D467C9739C13B47F2850B70DE8991DFBD785EB3ABB9BFBA33E4A31937BBD8EB8E27FB8DE18"
             "A5FCA3B92355BC3E99A515FCD2A202D18BD2166E2AA65261D079FEBDC9C2BFF693081C97192EAC21CD1CF7"
             "F2417F5130C94A3398B2A09660C0535291E05253C16FA68F2D2F14D3");
  CHECK_TEXT(value(db, "SELECT random()"), "-3200592164000019596");
  CHECK_TEXT(value(db, "SELECT length(randomblob(0)) || length(randomblob(-5))"), "11");
  CHECK_TEXT(value(db, "SELECT randomblob(2000000000)"), "<string or blob too big>");
  CHECK_INT(icsqlite_canister_seed(functions, ADDRESS(seed)), SQLITE_OK);
  CHECK_TEXT(value(db, SELECT_TWO), TWO_RANDOM);
  CHECK_INT(icsqlite_canister_seed(0, ADDRESS(seed)), SQLITE_MISUSE);
  CHECK_INT(icsqlite_canister_seed(functions, 0), SQLITE_MISUSE);
  CHECK_INT(icsqlite_canister_functions(0, ADDRESS(seed)), -SQLITE_MISUSE);
  CHECK_INT(icsqlite_canister_functions(ADDRESS(db), 0), -SQLITE_MISUSE);
  close_db(db);
}

static void dates(void) {
  sqlite3 *db = open_in("mem");
  now_millis = INT64_C(1700000000123);
  CHECK_INT(icsqlite_canister_functions(ADDRESS(db), ADDRESS(seed)) > 0, 1);
  CHECK_TEXT(value(db, "SELECT datetime('now', '+1 day')"), "2023-11-15 22:13:20");
  CHECK_TEXT(value(db, "SELECT strftime('%f', 'NOW', '-1 second')"), "19.123");
  CHECK_TEXT(value(db, "SELECT time(0, 'unixepoch', '+1 second')"), "00:00:01");
  CHECK_TEXT(value(db, "SELECT datetime('now', 'LocalTime')"), "null");
  CHECK_TEXT(value(db, "SELECT julianday('2020-01-01', '+1 day', 'utc')"), "null");
  CHECK_TEXT(value(db, "SELECT unixepoch('now', NULL)"), "null");
  CHECK_TEXT(value(db, "SELECT date('utc')"), "null");
  CHECK_TEXT(value(db, "SELECT strftime('localtime %Y', '2020-01-01')"), "localtime 2020");
  CHECK_TEXT(value(db, "SELECT datetime('now', 'unixepoch')"), "null");
  CHECK_TEXT(value(db, "CREATE TABLE t(a, b AS (date(a, '+1 day')), UNIQUE(b))"), "<no more rows available>");
  CHECK_TEXT(value(db, "INSERT INTO t VALUES ('2020-02-28') RETURNING b"), "2020-02-29");
  now_millis = 0;
  close_db(db);
}

#define DONE "<no more rows available>"

/* The present is refused where the same arguments must always give the same, and only there. */
static void presents(void) {
  sqlite3 *db = open_in("mem");
  int64_t policy = icsqlite_policy_new();
  sqlite3_stmt *open = NULL;
  now_millis = INT64_C(1700000000123);
  CHECK_INT(icsqlite_canister_functions(ADDRESS(db), ADDRESS(seed)) > 0, 1);
  CHECK_INT(icsqlite_set_policy(ADDRESS(db), policy), SQLITE_OK);
  CHECK_TEXT(value(db, "CREATE TABLE c(a CHECK (date(a, '+1 day') > ''), b)"), DONE);
  CHECK_TEXT(value(db, "CREATE TABLE g(a, b AS (julianday(a, '+1 day')) STORED)"), DONE);
  CHECK_TEXT(value(db, "CREATE TABLE i(a, b)"), DONE);
  CHECK_TEXT(value(db, "CREATE INDEX e ON i(strftime('%d', a, '+1 day'))"), DONE);
  CHECK_TEXT(value(db, "CREATE TABLE v(at, day AS (date(at, 'unixepoch')))"), DONE);
  CHECK_TEXT(value(db, "CREATE TABLE p(a)"), DONE);
  CHECK_TEXT(value(db, "CREATE TRIGGER r AFTER INSERT ON p BEGIN"
                       " INSERT INTO c VALUES (new.a, date('now', '+2 days')); END"), DONE);
  CHECK_TEXT(value(db, "INSERT INTO c(a) VALUES ('Now')"),
             "<non-deterministic use of date() in a CHECK constraint>");
  CHECK_TEXT(value(db, " ; /* x */ -- y\n INSERT INTO c(a) VALUES ('subsec')"),
             "<non-deterministic use of date() in a CHECK constraint>");
  CHECK_TEXT(value(db, "INSERT INTO g(a) VALUES ('now')"),
             "<non-deterministic use of julianday() in a generated column>");
  CHECK_TEXT(value(db, "INSERT INTO i(a) VALUES ('now')"),
             "<non-deterministic use of strftime() in an index>");
  CHECK_TEXT(value(db, "INSERT INTO p VALUES ('now')"),
             "<non-deterministic use of date() in a CHECK constraint>");
  CHECK_TEXT(value(db, "INSERT INTO p VALUES ('2000-01-01') RETURNING date('now', '+1 day')"),
             "2023-11-15");
  CHECK_TEXT(value(db, "SELECT b FROM c"), "2023-11-16");
  CHECK_TEXT(value(db, "INSERT INTO c VALUES (date('now', '-1 day'), 1) RETURNING a"),
             "2023-11-13");
  CHECK_TEXT(value(db, "INSERT INTO v VALUES (1700000000), (0)"), DONE);
  CHECK_TEXT(value(db, "SELECT day FROM v WHERE day >= date('now', '-2 days')"), "2023-11-14");
  CHECK_TEXT(value(db, "SELECT strftime(NULL, 'now', '+1 day')"), "null");
  CHECK_INT(sqlite3_prepare_v2(db, "SELECT at, day FROM v", -1, &open, NULL), SQLITE_OK);
  CHECK_INT(sqlite3_step(open), SQLITE_ROW);
  CHECK_TEXT(value(db, "SELECT date('now', '+1 day')"), "2023-11-15");
  sqlite3_finalize(open);
  now_millis = 0;
  close_db(db);
  CHECK_INT(icsqlite_policy_free(policy), 0);
}

static int64_t checked(sqlite3 *db, int64_t policy, const char *sql) {
  sqlite3_stmt *stmt = NULL;
  int64_t rc;
  CHECK_INT(sqlite3_prepare_v2(db, sql, -1, &stmt, NULL), SQLITE_OK);
  rc = icsqlite_check_calls(policy, ADDRESS(stmt));
  sqlite3_finalize(stmt);
  return rc;
}

static void unlisted_calls(void) {
  struct {
    unsigned char before[8];
    char denied[256];
    uint32_t by, seen;
    int64_t functions, pragmas;
  } *policy;
  int64_t block = icsqlite_policy_new();
  sqlite3 *db = open_in("mem");
  policy = (void *)(intptr_t)block;
  CHECK_TEXT(value(db, "CREATE TABLE t(a CHECK (upper(a) > ''), b AS (lower(a)), c)"), DONE);
  CHECK_TEXT(value(db, "CREATE INDEX i ON t(trim(c))"), DONE);
  CHECK_INT(checked(db, block, "INSERT INTO t(a) VALUES (1)"), SQLITE_OK);
  policy->functions = ADDRESS("trim\0abs\0");
  CHECK_INT(checked(db, block, "INSERT INTO t(a) VALUES (1)"), SQLITE_AUTH);
  CHECK_TEXT(policy->denied, "lower");
  CHECK_INT(checked(db, block, "UPDATE t SET c = 1"), SQLITE_AUTH);
  CHECK_INT(policy->by, 512);
  CHECK_INT(checked(db, block, "SELECT b FROM t"), SQLITE_AUTH);
  CHECK_TEXT(policy->denied, "lower");
  CHECK_INT(checked(db, block, "SELECT a FROM t"), SQLITE_OK);
  CHECK_INT(checked(db, block, "DELETE FROM t WHERE a = 1"), SQLITE_OK);
  CHECK_INT(checked(db, block, "explain /**/ query --\n plan select b from t"), SQLITE_AUTH);
  CHECK_INT(checked(db, block, ";;EXPLAIN SELECT b FROM t"), SQLITE_AUTH);
  CHECK_INT(checked(db, block, "/* open"), SQLITE_MISUSE);
  CHECK_INT(checked(db, block, "PRAGMA integrity_check"), SQLITE_AUTH);
  CHECK_INT(checked(db, block, "PRAGMA user_version = 3"), SQLITE_OK);
  CHECK_INT(checked(db, block, "ATTACH ':memory:' AS x"), SQLITE_OK);
  CHECK_INT(checked(db, block, "ANALYZE"), SQLITE_OK);
  CHECK_INT(checked(db, 0, "SELECT 1"), SQLITE_MISUSE);
  close_db(db);
  CHECK_INT(icsqlite_policy_free(block), 0);
}

static void clocks(void) {
  int64_t clock = icsqlite_clock_create(ADDRESS("mem"), ADDRESS("mem-clock"), 86400001);
  sqlite3 *db = open_in("mem-clock");
  sqlite3 *other = open_in("mem");
  CHECK_INT(icsqlite_canister_functions(ADDRESS(db), ADDRESS(seed)) > 0, 1);
  CHECK_TEXT(value(db, "SELECT strftime('%Y-%m-%d %f', 'now')"), "1970-01-02 00.001");
  CHECK_TEXT(value(db, "SELECT CURRENT_TIMESTAMP"), "1970-01-02 00:00:00");
  CHECK_TEXT(value(other, "SELECT datetime('now')"), "1970-01-01 00:00:00");
  CHECK_INT(icsqlite_set_busy_handler(ADDRESS(db), 7), SQLITE_OK);
  CHECK_TEXT(value(db, "CREATE TABLE t(a)"), "<no more rows available>");
  sqlite3_close(other);
  close_db(db);
  CHECK_INT(icsqlite_private_files(ADDRESS("mem")), 0);
  CHECK_INT(icsqlite_clock_free(clock), SQLITE_OK);
  CHECK_INT(sqlite3_vfs_find("mem-clock") == NULL, 1);
  CHECK_INT(icsqlite_clock_free(0), SQLITE_MISUSE);
  CHECK_INT(icsqlite_clock_free(ADDRESS(sqlite3_vfs_find("mem"))), SQLITE_MISUSE);
  CHECK_INT(icsqlite_clock_create(ADDRESS("nowhere"), ADDRESS("x"), 0), 0);
  CHECK_INT(icsqlite_clock_create(ADDRESS("unix"), ADDRESS("x"), 0), 0);
  CHECK_INT(icsqlite_clock_create(ADDRESS("mem"), ADDRESS(""), 0), 0);
  CHECK_INT(icsqlite_clock_create(ADDRESS("mem"), 0, 0), 0);
}

static void lists(void) {
  struct {
    unsigned char before[264];
    uint32_t by, seen;
    int64_t functions, pragmas;
  } *policy;
  int64_t block = icsqlite_policy_new();
  sqlite3 *db = open_in("mem");
  policy = (void *)(intptr_t)block;
  policy->functions = ADDRESS("abs\0count\0->\0");
  policy->pragmas = ADDRESS("wal_checkpoint\0");
  CHECK_INT(icsqlite_set_policy(ADDRESS(db), block), SQLITE_OK);
  CHECK_TEXT(value(db, "SELECT ABS(-1) || Count(*)"), "11");
  CHECK_TEXT(value(db, "SELECT '[5]' -> 0"), "5");
  CHECK_TEXT(value(db, "SELECT absent(1)"), "<no such function: absent>");
  CHECK_TEXT(value(db, "SELECT Upper('a')"), "<not authorized to use function: Upper>");
  CHECK_INT(policy->by, 512);
  CHECK_TEXT(value(db, "PRAGMA user_version"), "0");
  CHECK_TEXT(value(db, "PRAGMA main.WAL_checkpoint"), "<not authorized>");
  CHECK_INT(policy->by, 1024);
  CHECK_INT(icsqlite_lose_functions(ADDRESS(db), ADDRESS("\3upper\0\4mine\0\1any\0")), SQLITE_OK);
  CHECK_INT(icsqlite_set_policy(ADDRESS(db), 0), SQLITE_OK);
  CHECK_TEXT(value(db, "SELECT upper('a')"), "<no such function: upper>");
  CHECK_TEXT(value(db, "SELECT mine(1, 2)"), "<no such function: mine>");
  CHECK_TEXT(value(db, "SELECT any()"), "<no such function: any>");
  CHECK_INT(icsqlite_lose_functions(0, ADDRESS("")), SQLITE_MISUSE);
  CHECK_INT(icsqlite_lose_functions(ADDRESS(db), 0), SQLITE_MISUSE);
  CHECK_INT(icsqlite_keep_modules(ADDRESS(db), ADDRESS("nothing\0")), SQLITE_OK);
  CHECK_TEXT(value(db, "CREATE VIRTUAL TABLE v USING fts5(a)"), "<no such module: fts5>");
  CHECK_INT(icsqlite_keep_modules(0, ADDRESS("")), SQLITE_MISUSE);
  CHECK_INT(icsqlite_keep_modules(ADDRESS(db), 0), SQLITE_MISUSE);
  close_db(db);
  CHECK_INT(icsqlite_policy_free(block), 0);
}

static void allocations(void) {
  int64_t n;
  int failed = 1;
  for (n = 0; failed && n < 5000; n++) {
    sqlite3 *db = open_in("mem");
    allocations_left = n;
    if (icsqlite_canister_functions(ADDRESS(db), ADDRESS(seed)) > 0) {
      value(db, "SELECT strftime('%f', 'now', '+1 day'), datetime('now', '+1 day', '+1 hour'),"
                " randomblob(100), random()");
    }
    failed = allocations_left < 0;
    allocations_left = -1;
    close_db(db);
  }
  CHECK_INT(failed, 0);
}

int canisters(void) {
  random_numbers();
  dates();
  presents();
  unlisted_calls();
  clocks();
  lists();
  allocations();
  return mismatches;
}
