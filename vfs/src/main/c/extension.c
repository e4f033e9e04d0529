/*
 * Entry point and general exports. The library is loaded once, through sqlite-jdbc, and stays: it
 * keeps the table of SQLite's functions and hands it to Java, which can look up none of them
 * otherwise, for they are hidden in sqlite-jdbc's library.
 */
#include "icsqlite.h"

SQLITE_EXTENSION_INIT1

#define SLOT(member, index)                                            \
  _Static_assert(offsetof(sqlite3_api_routines, member) == (index)*8, \
                 "slot of " #member);
#include "api_slots.h"
#undef SLOT

ICSQLITE_EXPORT int sqlite3_icsqlite_init(sqlite3 *db, char **error,
                                          const sqlite3_api_routines *api) {
  (void)db;
  /* This slot is older than loadable extensions; the others are used after the check only. */
  if (api->libversion_number() < ICSQLITE_MIN_VERSION) {
    if (error != NULL) {
      *error = api->mprintf("icsqlite needs SQLite %d or newer, this is %d", ICSQLITE_MIN_VERSION,
                            api->libversion_number());
    }
    return SQLITE_ERROR;
  }
  SQLITE_EXTENSION_INIT2(api);
  return SQLITE_OK_LOAD_PERMANENTLY;
}

ICSQLITE_EXPORT int64_t icsqlite_abi_version(void) { return ICSQLITE_ABI_VERSION; }

/* The function table, or 0 while SQLite has not loaded this copy of the library. */
ICSQLITE_EXPORT int64_t icsqlite_api(void) { return (int64_t)(intptr_t)sqlite3_api; }

/*
 * Calls a function whose arguments are integers and addresses. On the six platforms integer
 * arguments travel in registers or in stack slots that the caller clears, so a function of fewer
 * arguments ignores the rest; of an int result only the low 32 bits are defined.
 */
ICSQLITE_EXPORT int64_t icsqlite_call(int64_t function, int64_t a, int64_t b, int64_t c, int64_t d,
                                      int64_t e, int64_t f) {
  typedef int64_t (*six)(int64_t, int64_t, int64_t, int64_t, int64_t, int64_t);
  return ((six)(intptr_t)function)(a, b, c, d, e, f);
}

/* The address itself. To JNA a function pointer that is an argument is another than one by itself. */
ICSQLITE_EXPORT int64_t icsqlite_same(int64_t function) { return function; }

/* As icsqlite_call for fewer arguments: each one costs JNA some 25 ns. */
ICSQLITE_EXPORT int64_t icsqlite_call1(int64_t function, int64_t a) {
  return ((int64_t(*)(int64_t))(intptr_t)function)(a);
}

ICSQLITE_EXPORT int64_t icsqlite_call3(int64_t function, int64_t a, int64_t b, int64_t c) {
  return ((int64_t(*)(int64_t, int64_t, int64_t))(intptr_t)function)(a, b, c);
}

/* Zeroed memory from SQLite's allocator, freed by icsqlite_release; 0 when there is none. */
ICSQLITE_EXPORT int64_t icsqlite_allocate(int64_t length) {
  void *memory = length < 0 ? NULL : sqlite3_malloc64(length == 0 ? 1 : (sqlite3_uint64)length);
  if (memory != NULL) icsqlite_zero(memory, length);
  return (int64_t)(intptr_t)memory;
}

ICSQLITE_EXPORT int64_t icsqlite_release(int64_t memory) {
  sqlite3_free((void *)(intptr_t)memory);
  return 0;
}

/* Bytes before the NUL of a text, at most max. */
ICSQLITE_EXPORT int64_t icsqlite_text_length(int64_t text, int64_t max) {
  const char *p = (const char *)(intptr_t)text;
  int64_t n = 0;
  while (n < max && p[n] != 0) n++;
  return n;
}

/* sqlite3_limit: a negative value asks only. Returns the limit before the call. */
ICSQLITE_EXPORT int64_t icsqlite_limit(int64_t db, int64_t id, int64_t value) {
  if (db == 0 || value > INT32_MAX) return -1;
  return sqlite3_limit((sqlite3 *)(intptr_t)db, (int)id, value < 0 ? -1 : (int)value);
}

/*
 * The on/off settings of sqlite3_db_config (SQLITE_DBCONFIG_MAINDBNAME and _LOOKASIDE take other
 * arguments and are refused): value 0 off, 1 on, negative asks. Returns the setting after the
 * call, or -(result code). Variadic, so it is called from C: Apple's arm64 passes variadic
 * arguments differently.
 */
ICSQLITE_EXPORT int64_t icsqlite_db_config(int64_t db, int64_t op, int64_t value) {
  int on = 0;
  int rc;
  if (db == 0 || op <= SQLITE_DBCONFIG_LOOKASIDE || op > 9999) return -SQLITE_MISUSE;
  rc = sqlite3_db_config((sqlite3 *)(intptr_t)db, (int)op, value < 0 ? -1 : (int)(value != 0), &on);
  return rc == SQLITE_OK ? on : -(int64_t)rc;
}

int icsqlite_status(int64_t result, int fallback) {
  int code;
  if (result == 0) return SQLITE_OK;
  if (result < -INT32_MAX || result > INT32_MAX) return fallback;
  code = (int)(result < 0 ? -result : result);
  /* 27 is SQLITE_NOTICE: it and what follows (ROW, DONE) are no failures. */
  return (code & 0xff) == 0 || (code & 0xff) >= SQLITE_NOTICE ? fallback : code;
}
