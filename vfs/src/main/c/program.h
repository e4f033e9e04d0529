/* Which functions the programs of compiled statements call, as EXPLAIN lists them. */
#ifndef ICSQLITE_PROGRAM_H
#define ICSQLITE_PROGRAM_H

#include "icsqlite.h"

/* What SQLite notes on a call from a place where the same arguments must always give the same. */
enum { ICSQLITE_PLACE_CHECK = 4, ICSQLITE_PLACE_GENERATED = 8 };

struct icsqlite_call {
  int address; /* within the program, or within that of a trigger */
  int pure;    /* 1 in a CHECK constraint, an index or a generated column */
  int place;   /* ICSQLITE_PLACE_*, or other bits for an index */
  const char *function; /* its name and the number of arguments it is registered with: abs(1) */
};

typedef void (*icsqlite_call_visitor)(void *argument, const struct icsqlite_call *call);

/*
 * Compiles a statement once more, as EXPLAIN, and visits its calls of scalar functions; a result
 * code. None are visited of ANALYZE, ATTACH and DETACH, which call functions of SQLite's own, nor
 * of pragmas that do more when they are compiled than prepare to check tables.
 */
int icsqlite_visit_calls(sqlite3_stmt *stmt, icsqlite_call_visitor visitor, void *argument);

#endif
