/*
 * The progress handler: ends the statement that runs when Java says so, or after so many steps of
 * SQLite's machine. sqlite3_interrupt would end every statement of the connection instead.
 */
#include "icsqlite.h"

static int progress(void *argument) {
  struct icsqlite_guard *guard = argument;
  guard->looks++;
  if (__atomic_load_n(&guard->stop, __ATOMIC_RELAXED) != 0) return 1;
  if (guard->intervals_left < 0) return 0;
  if (guard->intervals_left == 0) {
    guard->exceeded = 1;
    return 1;
  }
  guard->intervals_left--;
  return 0;
}

/*
 * Puts a guard over a connection, asked every so many steps; 0 removes it. The guard comes from
 * icsqlite_allocate, is owned by Java and freed after the connection was closed.
 */
ICSQLITE_EXPORT int64_t icsqlite_set_guard(int64_t db, int64_t guard, int64_t interval) {
  if (db == 0 || interval < 1 || interval > INT32_MAX) return SQLITE_MISUSE;
  sqlite3_progress_handler((sqlite3 *)(intptr_t)db, (int)interval, guard == 0 ? NULL : progress,
                           (void *)(intptr_t)guard);
  return SQLITE_OK;
}

static uint32_t counter(sqlite3_stmt *stmt, int which) {
  return (uint32_t)sqlite3_stmt_status(stmt, which, 0);
}

/* Reads what SQLite has counted of a statement; sets nothing back. */
ICSQLITE_EXPORT int64_t icsqlite_read_counters(int64_t stmt, int64_t counters) {
  sqlite3_stmt *statement = (sqlite3_stmt *)(intptr_t)stmt;
  struct icsqlite_counters *c = (struct icsqlite_counters *)(intptr_t)counters;
  if (statement == NULL || c == NULL) return SQLITE_MISUSE;
  c->full_scan_steps = counter(statement, SQLITE_STMTSTATUS_FULLSCAN_STEP);
  c->sorts = counter(statement, SQLITE_STMTSTATUS_SORT);
  c->auto_index_rows = counter(statement, SQLITE_STMTSTATUS_AUTOINDEX);
  c->vm_steps = counter(statement, SQLITE_STMTSTATUS_VM_STEP);
  c->reprepares = counter(statement, SQLITE_STMTSTATUS_REPREPARE);
  c->runs = counter(statement, SQLITE_STMTSTATUS_RUN);
  return SQLITE_OK;
}
