#include "listing.h"

/*
 * The head of SQLite's context of a call, which no function of its interface tells: the statement
 * that runs and the address of the instruction that calls. It has been the same since 3.8.9, but
 * nobody has promised it, so what is read is believed only where it agrees with what SQLite does
 * tell: the statement is one of the connection's, and EXPLAIN lists such a call at that address.
 */
struct call_head {
  void *result;
  void *function;
  void *memory;
  void *statement;
  int address;
};

void icsqlite_forget_listing(struct listing *listing) {
  sqlite3_free(listing->calls);
  listing->statement = NULL;
  listing->owner = NULL;
  listing->calls = NULL;
  listing->count = 0;
  listing->room = 0;
  listing->rc = SQLITE_OK;
}

static void list_call(void *argument, const struct icsqlite_call *call) {
  struct listing *listing = argument;
  struct listed_call *added;
  if (!listing->wanted(call->function) || listing->rc != SQLITE_OK) return;
  if (listing->count == listing->room) {
    int room = 2 * listing->room + 8;
    void *grown = sqlite3_realloc64(listing->calls, (sqlite3_uint64)room * sizeof *added);
    if (grown == NULL) {
      listing->rc = SQLITE_NOMEM;
      return;
    }
    listing->calls = grown;
    listing->room = room;
  }
  added = &listing->calls[listing->count++];
  sqlite3_snprintf(sizeof added->name, added->name, "%s", call->function);
  added->address = call->address;
  added->pure = call->pure;
  added->place = call->place;
}

/*
 * Lists the calls of a statement. To compile it once more SQLite may call the very functions, for
 * what they tell about how many rows there are.
 */
static int list_statement(struct listing *listing, sqlite3_stmt *stmt) {
  int rc;
  if (listing->statement == stmt) return SQLITE_OK;
  icsqlite_forget_listing(listing);
  listing->searching = 1;
  rc = icsqlite_visit_calls(stmt, list_call, listing);
  listing->searching = 0;
  if (rc == SQLITE_OK) rc = listing->rc;
  if (rc != SQLITE_OK) {
    icsqlite_forget_listing(listing);
    return rc;
  }
  listing->statement = stmt;
  return SQLITE_OK;
}

/* The call in the listing that must always give the same, or NULL; an address of -1 for any. */
static const struct listed_call *pure_call(const struct listing *listing, const char *function,
                                           int address) {
  const struct listed_call *pure = NULL;
  int found = 0;
  int i;
  for (i = 0; i < listing->count; i++) {
    const struct listed_call *listed = &listing->calls[i];
    if (address >= 0 && listed->address != address) continue;
    if (sqlite3_stricmp(listed->name, function) != 0) continue;
    found = 1;
    if (listed->pure) pure = listed;
  }
  return found || address < 0 ? pure : pure_call(listing, function, -1);
}

/* The call that SQLite makes while it compiles a statement comes from no place in one. */
int icsqlite_find_pure(struct listing *listing, sqlite3_context *context, const char *function,
                       const void *owner, const struct listed_call **pure) {
  const struct call_head *head = (const struct call_head *)context;
  sqlite3 *db = sqlite3_context_db_handle(context);
  sqlite3_stmt *stmt = NULL;
  int rc;
  *pure = NULL;
  if (listing->searching || head->statement == NULL) return SQLITE_OK;
  do {
    stmt = sqlite3_next_stmt(db, stmt);
  } while (stmt != NULL && stmt != head->statement);
  if (stmt != NULL) {
    rc = list_statement(listing, stmt);
    if (rc != SQLITE_OK) return rc;
    if (listing->owner == NULL) listing->owner = owner;
    *pure = pure_call(listing, function, head->address);
    return SQLITE_OK;
  }
  while (*pure == NULL && (stmt = sqlite3_next_stmt(db, stmt)) != NULL) {
    if (!sqlite3_stmt_busy(stmt)) continue;
    rc = list_statement(listing, stmt);
    if (rc != SQLITE_OK) return rc;
    listing->owner = owner;
    *pure = pure_call(listing, function, -1);
  }
  return SQLITE_OK;
}
