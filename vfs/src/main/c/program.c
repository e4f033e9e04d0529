#include "program.h"

enum { ADDRESS = 0, OPCODE = 1, OPERAND_4 = 5, OPERAND_5 = 6 };

static int is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/* Behind blanks, comments and empty statements. */
static const char *skip_blanks(const char *p) {
  for (;;) {
    if (*p == ' ' || (*p >= '\t' && *p <= '\r') || *p == ';') {
      p++;
    } else if (p[0] == '-' && p[1] == '-') {
      while (*p != 0 && *p != '\n') p++;
    } else if (p[0] == '/' && p[1] == '*') {
      p += 2;
      while (*p != 0 && !(p[0] == '*' && p[1] == '/')) p++;
      if (*p != 0) p += 2;
    } else if ((unsigned char)p[0] == 0xef && (unsigned char)p[1] == 0xbb &&
               (unsigned char)p[2] == 0xbf) {
      p += 3;
    } else {
      return p;
    }
  }
}

/* Behind a word and what is blank after it, or NULL when another one stands there. */
static const char *behind(const char *p, const char *word) {
  int n = 0;
  while (word[n] != 0) n++;
  if (sqlite3_strnicmp(p, word, n) != 0 || is_letter(p[n])) return NULL;
  return skip_blanks(p + n);
}

static const char *without_explain(const char *p) {
  const char *rest = behind(p, "EXPLAIN");
  const char *plan;
  if (rest == NULL) return p;
  plan = behind(rest, "QUERY");
  if (plan != NULL) plan = behind(plan, "PLAN");
  return plan == NULL ? rest : plan;
}

/* Whether a statement may be compiled twice and the functions that it calls are those of SQL. */
static int is_plain(const char *p) {
  if (behind(p, "PRAGMA") != NULL) return sqlite3_strlike("%_check%", p, 0) == 0;
  return *p != 0 && behind(p, "ANALYZE") == NULL && behind(p, "ATTACH") == NULL &&
         behind(p, "DETACH") == NULL;
}

static int is(const char *text, const char *wanted) { return sqlite3_stricmp(text, wanted) == 0; }

static void visit_row(sqlite3_stmt *listing, icsqlite_call_visitor visit, void *argument) {
  const char *opcode = (const char *)sqlite3_column_text(listing, OPCODE);
  struct icsqlite_call call;
  if (opcode == NULL) return;
  call.pure = is(opcode, "PureFunc");
  if (!call.pure && !is(opcode, "Function")) return;
  call.address = sqlite3_column_int(listing, ADDRESS);
  call.place = sqlite3_column_int(listing, OPERAND_5);
  call.function = (const char *)sqlite3_column_text(listing, OPERAND_4);
  if (call.function != NULL) visit(argument, &call);
}

/* As long as a statement may be, it may still be explained. */
static int prepare_listing(sqlite3 *db, const char *sql, sqlite3_stmt **listing) {
  int limit = sqlite3_limit(db, SQLITE_LIMIT_SQL_LENGTH, INT32_MAX);
  int rc = sqlite3_prepare_v2(db, sql, -1, listing, NULL);
  sqlite3_limit(db, SQLITE_LIMIT_SQL_LENGTH, limit);
  return rc;
}

int icsqlite_visit_calls(sqlite3_stmt *stmt, icsqlite_call_visitor visit, void *argument) {
  const char *sql = sqlite3_sql(stmt);
  sqlite3_stmt *listing = NULL;
  char *text;
  int rc;
  if (sql == NULL) return SQLITE_OK;
  sql = without_explain(skip_blanks(sql));
  if (!is_plain(sql)) return SQLITE_OK;
  text = sqlite3_mprintf("EXPLAIN %s", sql);
  if (text == NULL) return SQLITE_NOMEM;
  rc = prepare_listing(sqlite3_db_handle(stmt), text, &listing);
  sqlite3_free(text);
  if (rc != SQLITE_OK) return rc;
  if (listing == NULL) return SQLITE_OK;
  while ((rc = sqlite3_step(listing)) == SQLITE_ROW) visit_row(listing, visit, argument);
  return sqlite3_finalize(listing);
}
