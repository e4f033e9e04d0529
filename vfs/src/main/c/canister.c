/*
 * What makes a connection answer as one of a canister does: random() and randomblob() from a seed,
 * date and time functions that know no local time, no module beyond those of the canister's build.
 *
 * The functions of a connection share one block, which lives until SQLite has given up the last of
 * them: when the connection is closed.
 */
#include "listing.h"
#include "random.h"

enum {
  /* FTS5 takes a mark for locales out of the generator when a connection is opened. */
  FTS5_MARK_BYTES = 16,
  MOST_DATE_ARGUMENTS = 24,
  DATE_FUNCTIONS = 6
};

/*
 * 'localtime' and 'utc' are modifiers: they stand behind the time value. With fewer arguments
 * SQLite's own functions serve.
 */
struct date_function {
  const char *name;
  int time_value; /* index of the argument */
};

static const struct date_function date_functions[DATE_FUNCTIONS] = {
    {"date", 0}, {"time", 0}, {"datetime", 0}, {"julianday", 0}, {"unixepoch", 0}, {"strftime", 1},
};

struct canister;

/* One date function with one number of arguments. */
struct date_call {
  struct canister *canister;
  const char *name;
  int time_value;
  sqlite3_stmt *own; /* SQLite's function on the aside connection; NULL until it is called */
};

/* Kept with a call that asks for the present, by SQLite: at most until its statement ends. */
struct present {
  struct canister *canister;
  char now[32]; /* empty until it is needed */
};

struct canister {
  int functions; /* that refer to it */
  struct random random;
  sqlite3 *aside; /* an empty database with the clock of the connection; NULL until needed */
  sqlite3_stmt *now;
  struct listing listing; /* of date functions */
  int calls;
  struct date_call call[DATE_FUNCTIONS * MOST_DATE_ARGUMENTS];
};

static void release(void *argument) {
  struct canister *c = argument;
  int i;
  if (--c->functions > 0) return;
  icsqlite_forget_listing(&c->listing);
  for (i = 0; i < c->calls; i++) sqlite3_finalize(c->call[i].own);
  sqlite3_finalize(c->now);
  sqlite3_close_v2(c->aside);
  sqlite3_free(c);
}

static void release_call(void *argument) { release(((struct date_call *)argument)->canister); }

static void random_function(sqlite3_context *context, int count, sqlite3_value **values) {
  struct canister *c = sqlite3_user_data(context);
  unsigned char bytes[8];
  uint64_t bits = 0;
  int i;
  (void)count;
  (void)values;
  icsqlite_random_fill(&c->random, bytes, 8);
  for (i = 7; i >= 0; i--) bits = bits << 8 | bytes[i];
  /* Never the smallest integer, of which abs() has no value: a negative number keeps the low 63
   * bits as its magnitude. */
  if (bits >> 63 != 0) bits = 0 - (bits & INT64_MAX);
  sqlite3_result_int64(context, (int64_t)bits);
}

static void randomblob_function(sqlite3_context *context, int count, sqlite3_value **values) {
  struct canister *c = sqlite3_user_data(context);
  int64_t length = sqlite3_value_int64(values[0]);
  unsigned char *blob;
  (void)count;
  if (length < 1) length = 1;
  if (length > sqlite3_limit(sqlite3_context_db_handle(context), SQLITE_LIMIT_LENGTH, -1)) {
    sqlite3_result_error_toobig(context);
    return;
  }
  blob = sqlite3_malloc64((sqlite3_uint64)length);
  if (blob == NULL) {
    sqlite3_result_error_nomem(context);
    return;
  }
  icsqlite_random_fill(&c->random, blob, length);
  sqlite3_result_blob64(context, blob, (sqlite3_uint64)length, sqlite3_free);
}

/* The connection that SQLite's own date functions run on, with the same VFS and so the clock. */
static int open_aside(struct canister *c, sqlite3 *db) {
  sqlite3_vfs *vfs = NULL;
  int rc;
  if (c->aside != NULL) return SQLITE_OK;
  rc = sqlite3_file_control(db, "main", SQLITE_FCNTL_VFS_POINTER, &vfs);
  if (rc != SQLITE_OK) return rc;
  rc = sqlite3_open_v2(":memory:", &c->aside, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
                       vfs == NULL ? NULL : vfs->zName);
  if (rc != SQLITE_OK) {
    sqlite3_close_v2(c->aside);
    c->aside = NULL;
  }
  return rc;
}

static int prepare_aside(struct canister *c, const char *sql, sqlite3_stmt **out) {
  if (*out != NULL) return SQLITE_OK;
  if (sql == NULL) return SQLITE_NOMEM;
  return sqlite3_prepare_v3(c->aside, sql, -1, SQLITE_PREPARE_PERSISTENT, out, NULL);
}

static int prepare_own(struct date_call *call, int count) {
  char *sql;
  int rc;
  int i;
  if (call->own != NULL) return SQLITE_OK;
  sql = sqlite3_mprintf("SELECT %s(?", call->name);
  for (i = 1; i < count && sql != NULL; i++) {
    char *longer = sqlite3_mprintf("%s,?", sql);
    sqlite3_free(sql);
    sql = longer;
  }
  if (sql != NULL) {
    char *whole = sqlite3_mprintf("%s)", sql);
    sqlite3_free(sql);
    sql = whole;
  }
  rc = prepare_aside(call->canister, sql, &call->own);
  sqlite3_free(sql);
  return rc;
}

static int is_text(sqlite3_value *value, const char *wanted) {
  const unsigned char *text = sqlite3_value_text(value);
  return text != NULL && sqlite3_stricmp((const char *)text, wanted) == 0;
}

/* Whether a time value asks for the present; SQLite takes these two as 'now' with milliseconds. */
static int is_present(sqlite3_value *value) {
  return is_text(value, "now") || is_text(value, "subsec") || is_text(value, "subsecond");
}

/* Whether a function is one of these, as EXPLAIN writes it: date(1). */
static int is_date_function(const char *function) {
  int i;
  for (i = 0; i < DATE_FUNCTIONS; i++) {
    const char *name = date_functions[i].name;
    int length = 0;
    while (name[length] != 0) length++;
    if (sqlite3_strnicmp(function, name, length) == 0 && function[length] == '(') return 1;
  }
  return 0;
}

/* Refuses the present where SQLite's own function does; whether it did, or could not find out. */
static int refuses_present(struct date_call *call, sqlite3_context *context, int count,
                           const struct present *present) {
  const struct listed_call *pure;
  char name[32];
  char *text;
  int rc;
  sqlite3_snprintf(sizeof name, name, "%s(%d)", call->name, count);
  rc = icsqlite_find_pure(&call->canister->listing, context, name, present, &pure);
  if (rc != SQLITE_OK) {
    sqlite3_result_error_code(context, rc);
    return 1;
  }
  if (pure == NULL) return 0;
  text = sqlite3_mprintf("non-deterministic use of %s() in %s", call->name,
                         pure->place & ICSQLITE_PLACE_CHECK       ? "a CHECK constraint"
                         : pure->place & ICSQLITE_PLACE_GENERATED ? "a generated column"
                                                                  : "an index");
  if (text == NULL) {
    sqlite3_result_error_nomem(context);
    return 1;
  }
  sqlite3_result_error(context, text, -1);
  sqlite3_free(text);
  return 1;
}

static void release_present(void *argument) {
  struct present *present = argument;
  struct listing *listing = &present->canister->listing;
  if (listing->owner == present) icsqlite_forget_listing(listing);
  sqlite3_free(present);
}

/* Whether a call may ask for the present; if not, it has an error as its result. */
static int admits_present(struct date_call *call, sqlite3_context *context, int count) {
  struct present *present;
  if (sqlite3_get_auxdata(context, call->time_value) != NULL) return 1;
  present = sqlite3_malloc64(sizeof(struct present));
  if (present == NULL) {
    sqlite3_result_error_nomem(context);
    return 0;
  }
  icsqlite_zero(present, sizeof(struct present));
  present->canister = call->canister;
  if (refuses_present(call, context, count, present)) {
    release_present(present);
    return 0;
  }
  sqlite3_set_auxdata(context, call->time_value, present, release_present);
  return 1;
}

/*
 * The present as text, which is the same for all rows of a statement as long as the argument that
 * asks for it is: the real clock goes on between two calls.
 */
static int bind_now(struct date_call *call, sqlite3_context *context) {
  struct canister *c = call->canister;
  struct present *present = sqlite3_get_auxdata(context, call->time_value);
  char now[sizeof present->now];
  now[0] = 0;
  if (present == NULL || present->now[0] == 0) {
    int rc = prepare_aside(c, "SELECT strftime('%Y-%m-%d %H:%M:%f', 'now')", &c->now);
    if (rc != SQLITE_OK) return rc;
    if (sqlite3_step(c->now) == SQLITE_ROW) {
      sqlite3_snprintf(sizeof now, now, "%s", (const char *)sqlite3_column_text(c->now, 0));
    }
    sqlite3_reset(c->now);
    if (now[0] == 0) return SQLITE_NOMEM;
    if (present != NULL) sqlite3_snprintf(sizeof now, present->now, "%s", now);
  }
  return sqlite3_bind_text(call->own, call->time_value + 1,
                           present != NULL ? present->now : now, -1, SQLITE_TRANSIENT);
}

static int bind_all(struct date_call *call, sqlite3_context *context, int count,
                    sqlite3_value **values) {
  int i;
  for (i = 0; i < count; i++) {
    int rc = i == call->time_value && is_text(values[i], "now")
                 ? bind_now(call, context)
                 : sqlite3_bind_value(call->own, i + 1, values[i]);
    if (rc != SQLITE_OK) return rc;
  }
  return SQLITE_OK;
}

/* NULL is what a build without local time answers to these two modifiers. */
static void date_function(sqlite3_context *context, int count, sqlite3_value **values) {
  struct date_call *call = sqlite3_user_data(context);
  struct canister *c = call->canister;
  int rc;
  int i;
  if (call->time_value > 0 && sqlite3_value_type(values[0]) == SQLITE_NULL) return;
  if (is_present(values[call->time_value]) && !admits_present(call, context, count)) return;
  for (i = call->time_value + 1; i < count; i++) {
    if (is_text(values[i], "localtime") || is_text(values[i], "utc")) return;
  }
  rc = open_aside(c, sqlite3_context_db_handle(context));
  if (rc == SQLITE_OK) rc = prepare_own(call, count);
  if (rc == SQLITE_OK) rc = bind_all(call, context, count, values);
  if (rc == SQLITE_OK) {
    rc = sqlite3_step(call->own);
    if (rc == SQLITE_ROW) sqlite3_result_value(context, sqlite3_column_value(call->own, 0));
    rc = sqlite3_reset(call->own);
    sqlite3_clear_bindings(call->own);
  }
  if (rc != SQLITE_OK) sqlite3_result_error_code(context, rc);
}

static int add_date_functions(sqlite3 *db, struct canister *c) {
  int i;
  int count;
  for (i = 0; i < DATE_FUNCTIONS; i++) {
    const struct date_function *f = &date_functions[i];
    for (count = f->time_value + 2; count <= MOST_DATE_ARGUMENTS; count++) {
      struct date_call *call = &c->call[c->calls++];
      int rc;
      call->canister = c;
      call->name = f->name;
      call->time_value = f->time_value;
      c->functions++;
      rc = sqlite3_create_function_v2(db, f->name, count,
                                      SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, call,
                                      date_function, NULL, NULL, release_call);
      if (rc != SQLITE_OK) return rc;
    }
  }
  return SQLITE_OK;
}

/* As SQLite's own: neither constant nor kept from the schema. */
static int add_random(sqlite3 *db, struct canister *c, const char *name, int count,
                      void (*function)(sqlite3_context *, int, sqlite3_value **)) {
  c->functions++;
  return sqlite3_create_function_v2(db, name, count, SQLITE_UTF8 | SQLITE_INNOCUOUS, c, function,
                                    NULL, NULL, release);
}

static void begin_random(struct canister *c, int64_t seed) {
  unsigned char mark[FTS5_MARK_BYTES];
  icsqlite_random_seed(&c->random, (const unsigned char *)(intptr_t)seed);
  icsqlite_random_fill(&c->random, mark, FTS5_MARK_BYTES);
}

/* Begins the random numbers anew; functions is what icsqlite_canister_functions has returned. */
ICSQLITE_EXPORT int64_t icsqlite_canister_seed(int64_t functions, int64_t seed) {
  if (functions == 0 || seed == 0) return SQLITE_MISUSE;
  begin_random((struct canister *)(intptr_t)functions, seed);
  return SQLITE_OK;
}

/*
 * Installs the functions on a connection; their block, which lives as long as they do, or
 * -(result code).
 *
 *   seed  ICSQLITE_SEED_BYTES bytes, what the VFS of a canister answers when SQLite asks it first
 */
ICSQLITE_EXPORT int64_t icsqlite_canister_functions(int64_t db, int64_t seed) {
  sqlite3 *handle = (sqlite3 *)(intptr_t)db;
  struct canister *c;
  int rc;
  if (handle == NULL || seed == 0) return -SQLITE_MISUSE;
  c = sqlite3_malloc64(sizeof(struct canister));
  if (c == NULL) return -SQLITE_NOMEM;
  icsqlite_zero(c, sizeof(struct canister));
  c->listing.wanted = is_date_function;
  begin_random(c, seed);
  c->functions = 1; /* this function, until it returns */
  rc = add_random(handle, c, "random", 0, random_function);
  if (rc == SQLITE_OK) rc = add_random(handle, c, "randomblob", 1, randomblob_function);
  if (rc == SQLITE_OK) rc = add_date_functions(handle, c);
  release(c);
  return rc == SQLITE_OK ? (int64_t)(intptr_t)c : -rc;
}

static void lost_function(sqlite3_context *context, int count, sqlite3_value **values) {
  char *text = sqlite3_mprintf("no such function: %s", (const char *)sqlite3_user_data(context));
  (void)count;
  (void)values;
  if (text == NULL) {
    sqlite3_result_error_nomem(context);
    return;
  }
  sqlite3_result_error(context, text, -1);
  sqlite3_free(text);
}

/*
 * Puts functions that fail in the place of scalar functions: the authorizer is not asked about
 * those in constraints, indexes and generated columns of a schema that is there already.
 *
 *   functions  the number of arguments (-1 for any) plus 2 in one byte and the name with its NUL,
 *              one function behind the other, and a byte of 0; outlives the connection
 */
ICSQLITE_EXPORT int64_t icsqlite_lose_functions(int64_t db, int64_t functions) {
  const char *p = (const char *)(intptr_t)functions;
  if (db == 0 || p == NULL) return SQLITE_MISUSE;
  while (*p != 0) {
    int count = *p++ - 2;
    int rc = sqlite3_create_function_v2((sqlite3 *)(intptr_t)db, p, count,
                                        SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS,
                                        (void *)(intptr_t)p, lost_function, NULL, NULL, NULL);
    if (rc != SQLITE_OK) return rc;
    while (*p != 0) p++;
    p++;
  }
  return SQLITE_OK;
}

/* Takes away all modules but those named: texts one behind the other, an empty one at the end. */
ICSQLITE_EXPORT int64_t icsqlite_keep_modules(int64_t db, int64_t names) {
  enum { MOST_MODULES = 63 };
  const char *keep[MOST_MODULES + 1];
  const char *name = (const char *)(intptr_t)names;
  int count = 0;
  if (db == 0 || name == NULL) return SQLITE_MISUSE;
  while (*name != 0) {
    if (count == MOST_MODULES) return SQLITE_MISUSE;
    keep[count++] = name;
    while (*name != 0) name++;
    name++;
  }
  keep[count] = NULL;
  return sqlite3_drop_modules((sqlite3 *)(intptr_t)db, keep);
}
