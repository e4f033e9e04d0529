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

static void visit_row(sqlite3_stmt *listing, icsqlite_call_visitor visitor, void *argument) {
  const char *opcode = (const char *)sqlite3_column_text(listing, OPCODE);
  struct icsqlite_call call;
  if (opcode == NULL) return;
  call.pure = is(opcode, "PureFunc");
  if (!call.pure && !is(opcode, "Function")) return;
  call.address = sqlite3_column_int(listing, ADDRESS);
  call.place = sqlite3_column_int(listing, OPERAND_5);
  call.function = (const char *)sqlite3_column_text(listing, OPERAND_4);
  if (call.function != NULL) visitor(argument, &call);
}

/* Compiles and steps through a listing, which may be longer than what it lists. */
static int visit(sqlite3 *db, const char *text, icsqlite_call_visitor visitor, void *argument) {
  int most_text = sqlite3_limit(db, SQLITE_LIMIT_SQL_LENGTH, INT32_MAX);
  int most_bytes = sqlite3_limit(db, SQLITE_LIMIT_LENGTH, INT32_MAX);
  sqlite3_stmt *listing = NULL;
  int rc = sqlite3_prepare_v2(db, text, -1, &listing, NULL);
  if (rc == SQLITE_OK && listing != NULL) {
    while (sqlite3_step(listing) == SQLITE_ROW) visit_row(listing, visitor, argument);
    rc = sqlite3_finalize(listing);
  }
  sqlite3_limit(db, SQLITE_LIMIT_LENGTH, most_bytes);
  sqlite3_limit(db, SQLITE_LIMIT_SQL_LENGTH, most_text);
  return rc;
}

int icsqlite_visit_calls(sqlite3_stmt *stmt, icsqlite_call_visitor visitor, void *argument) {
  const char *sql = sqlite3_sql(stmt);
  char *text;
  int rc;
  if (sql == NULL) return SQLITE_OK;
  sql = without_explain(skip_blanks(sql));
  if (!is_plain(sql)) return SQLITE_OK;
  text = sqlite3_mprintf("EXPLAIN %s", sql);
  if (text == NULL) return SQLITE_NOMEM;
  rc = visit(sqlite3_db_handle(stmt), text, visitor, argument);
  sqlite3_free(text);
  return rc;
}
