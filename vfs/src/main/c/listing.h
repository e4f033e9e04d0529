/* The calls of a statement that runs, listed once however often one of them asks about itself. */
#ifndef ICSQLITE_LISTING_H
#define ICSQLITE_LISTING_H

#include "program.h"

struct listed_call {
  char name[32]; /* with the number of arguments, as EXPLAIN writes it */
  int address;
  int pure;
  int place;
};

/* All zeros but for wanted is a listing of no statement. */
struct listing {
  int (*wanted)(const char *function); /* whether calls of a function are listed */
  sqlite3_stmt *statement;             /* NULL for none */
  const void *owner;                   /* the listing ends with it */
  struct listed_call *calls;           /* owned */
  int count;
  int room;
  int rc;
  int searching; /* 1 while a statement is compiled to be listed */
};

/* Frees what was listed. */
void icsqlite_forget_listing(struct listing *listing);

/*
 * Finds out whether a call comes from a place where the same arguments must always give the same;
 * a result code.
 *
 *   function  with the number of arguments, as EXPLAIN writes it
 *   owner     forgets the listing when it ends, at the latest with the statement, where it is the
 *             owner in the listing by then
 *   pure      out: such a call, valid until the next use of the listing, or NULL
 */
int icsqlite_find_pure(struct listing *listing, sqlite3_context *context, const char *function,
                       const void *owner, const struct listed_call **pure);

#endif
