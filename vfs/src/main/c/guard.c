/*
 * The progress handler: ends the statement that runs when Java says so, or after so many steps of
 * SQLite's machine. sqlite3_interrupt would end every statement of the connection instead.
 */
#include "icsqlite.h"

static int progress(void *argument) {
  struct icsqlite_guard *guard = argument;
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
