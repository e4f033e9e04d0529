/*
 * The authorizer. It runs for every name that a statement mentions, so it is decided here, from a
 * block that Java fills, and never by a call into Java.
 */
#include "program.h"

static int deny(struct icsqlite_policy *policy, uint32_t by, int action, const char *name) {
  int n = 0;
  if (name != NULL) {
    while (n < ICSQLITE_DENIED_TEXT - 1 && name[n] != 0) {
      policy->denied[n] = name[n];
      n++;
    }
  }
  policy->denied[n] = 0;
  policy->denied_action = (uint32_t)action;
  policy->denied_by = by;
  return SQLITE_DENY;
}

/*
 * A database without a file is harmless; VACUUM attaches "" itself. A name that is no literal is
 * not known here and therefore refused.
 */
static int without_file(const char *name) {
  return name != NULL && (name[0] == 0 || sqlite3_stricmp(name, ":memory:") == 0);
}

/*
 * Pragmas of the whole connection that the VFS decides. With the schema of another database SQLite
 * would offer them to that database's file instead, and the VFS would never see them.
 */
static int passes_by_the_vfs(const char *pragma, const char *database) {
  return pragma != NULL && database != NULL && sqlite3_stricmp(database, "main") != 0 &&
         (sqlite3_stricmp(pragma, "query_only") == 0 ||
          sqlite3_stricmp(pragma, "busy_timeout") == 0);
}

static void note(struct icsqlite_policy *policy, int action) {
  switch (action) {
    case SQLITE_ALTER_TABLE:
      policy->seen |= ICSQLITE_SEEN_ALTER_TABLE | ICSQLITE_SEEN_SCHEMA_ACTION;
      break;
    case SQLITE_CREATE_INDEX:
    case SQLITE_CREATE_TABLE:
    case SQLITE_CREATE_TRIGGER:
    case SQLITE_CREATE_VIEW:
    case SQLITE_CREATE_VTABLE:
    case SQLITE_DROP_INDEX:
    case SQLITE_DROP_TABLE:
    case SQLITE_DROP_TRIGGER:
    case SQLITE_DROP_VIEW:
    case SQLITE_DROP_VTABLE:
    case SQLITE_REINDEX:
    case SQLITE_ANALYZE:
      policy->seen |= ICSQLITE_SEEN_SCHEMA_ACTION;
      break;
    default:
      break;
  }
}

static int is(const char *text, const char *wanted) {
  return text != NULL && sqlite3_stricmp(text, wanted) == 0;
}

/* ALTER TABLE looks for what it renames in the schema of the temporary objects as well. */
static int own_look_at_temp(int action, const char *table) {
  return (action == SQLITE_READ || action == SQLITE_UPDATE || action == SQLITE_SELECT) &&
         (is(table, "sqlite_temp_master") || is(table, "sqlite_temp_schema"));
}

/* What a budgeted update must not do; a pragma that FTS5 or ALTER TABLE runs itself may be. */
static int more_than_one_update(const struct icsqlite_policy *policy, int action,
                                const char *first, const char *second, const char *database) {
  int altering = (policy->seen & ICSQLITE_SEEN_ALTER_TABLE) != 0;
  switch (action) {
    case SQLITE_TRANSACTION:
    case SQLITE_SAVEPOINT:
    case SQLITE_ATTACH:
    case SQLITE_DETACH:
    case SQLITE_CREATE_TEMP_INDEX:
    case SQLITE_CREATE_TEMP_TABLE:
    case SQLITE_CREATE_TEMP_TRIGGER:
    case SQLITE_CREATE_TEMP_VIEW:
    case SQLITE_DROP_TEMP_INDEX:
    case SQLITE_DROP_TEMP_TABLE:
    case SQLITE_DROP_TEMP_TRIGGER:
    case SQLITE_DROP_TEMP_VIEW:
      return 1;
    case SQLITE_ALTER_TABLE:
      return is(first, "temp");
    case SQLITE_PRAGMA:
      if (is(database, "temp")) return 1;
      if (is(first, "data_version")) return second != NULL;
      return !(altering && is(first, "quick_check"));
    default:
      return is(database, "temp") && !(altering && own_look_at_temp(action, first));
  }
}

/* Whether a list has the name; most of its names differ in the first letter. */
static int lists(int64_t names, const char *name) {
  const char *p = (const char *)(intptr_t)names;
  char first = name[0];
  if (first >= 'A' && first <= 'Z') first = (char)(first - 'A' + 'a');
  while (*p != 0) {
    if (*p == first && sqlite3_stricmp(p, name) == 0) return 1;
    while (*p != 0) p++;
    p++;
  }
  return 0;
}

static int authorize(void *argument, int action, const char *first, const char *second,
                     const char *database, const char *trigger) {
  struct icsqlite_policy *policy = argument;
  (void)trigger;
  if (action == SQLITE_ATTACH && (policy->flags & ICSQLITE_REFUSE_ATTACH) != 0 &&
      !without_file(first)) {
    return deny(policy, ICSQLITE_REFUSE_ATTACH, action, first);
  }
  if (action == SQLITE_FUNCTION && (policy->flags & ICSQLITE_REFUSE_LOAD_EXTENSION) != 0 &&
      second != NULL && sqlite3_stricmp(second, "load_extension") == 0) {
    return deny(policy, ICSQLITE_REFUSE_LOAD_EXTENSION, action, second);
  }
  if (action == SQLITE_PRAGMA && (policy->flags & ICSQLITE_REFUSE_PRAGMA_ELSEWHERE) != 0 &&
      passes_by_the_vfs(first, database)) {
    return deny(policy, ICSQLITE_REFUSE_PRAGMA_ELSEWHERE, action, first);
  }
  if (action == SQLITE_FUNCTION && policy->functions != 0 && second != NULL &&
      !lists(policy->functions, second)) {
    return deny(policy, ICSQLITE_OTHER_FUNCTION, action, second);
  }
  if (action == SQLITE_PRAGMA && policy->pragmas != 0 && first != NULL &&
      lists(policy->pragmas, first)) {
    return deny(policy, ICSQLITE_OTHER_PRAGMA, action, first);
  }
  note(policy, action);
  if ((policy->flags & ICSQLITE_ONE_UPDATE) != 0 &&
      more_than_one_update(policy, action, first, second, database)) {
    return deny(policy, ICSQLITE_ONE_UPDATE, action, first);
  }
  return SQLITE_OK;
}

struct look {
  struct icsqlite_policy *policy;
  int denied;
};

static void look_at(void *argument, const struct icsqlite_call *call) {
  struct look *look = argument;
  char name[ICSQLITE_DENIED_TEXT];
  int n = 0;
  while (n < ICSQLITE_DENIED_TEXT - 1 && call->function[n] != 0 && call->function[n] != '(') {
    name[n] = call->function[n];
    n++;
  }
  name[n] = 0;
  if (look->denied || lists(look->policy->functions, name)) return;
  deny(look->policy, ICSQLITE_OTHER_FUNCTION, SQLITE_FUNCTION, name);
  look->denied = 1;
}

/*
 * Looks for calls of functions that the policy does not list, of which the authorizer was not
 * asked: those in constraints, indexes and generated columns of a schema that was there already.
 * SQLITE_AUTH when there is one, or the result code of compiling the statement once more.
 */
ICSQLITE_EXPORT int64_t icsqlite_check_calls(int64_t policy, int64_t stmt) {
  struct look look = {(struct icsqlite_policy *)(intptr_t)policy, 0};
  int rc;
  if (policy == 0 || stmt == 0) return SQLITE_MISUSE;
  if (look.policy->functions == 0) return SQLITE_OK;
  rc = icsqlite_visit_calls((sqlite3_stmt *)(intptr_t)stmt, look_at, &look);
  return look.denied ? SQLITE_AUTH : rc;
}

/* A policy that refuses nothing, or 0 when there is no memory. Freed by icsqlite_policy_free. */
ICSQLITE_EXPORT int64_t icsqlite_policy_new(void) {
  struct icsqlite_policy *policy = sqlite3_malloc64(sizeof(struct icsqlite_policy));
  if (policy != NULL) icsqlite_zero(policy, sizeof(struct icsqlite_policy));
  return (int64_t)(intptr_t)policy;
}

ICSQLITE_EXPORT int64_t icsqlite_policy_free(int64_t policy) {
  sqlite3_free((void *)(intptr_t)policy);
  return 0;
}

/* Applies a policy to a connection; 0 removes the authorizer. */
ICSQLITE_EXPORT int64_t icsqlite_set_policy(int64_t db, int64_t policy) {
  if (db == 0) return SQLITE_MISUSE;
  return sqlite3_set_authorizer((sqlite3 *)(intptr_t)db, policy == 0 ? NULL : authorize,
                                (void *)(intptr_t)policy);
}
