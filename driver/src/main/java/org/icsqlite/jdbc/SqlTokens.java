package org.icsqlite.jdbc;

/**
 * Walks over the tokens of SQL as SQLite sees them: comments and blanks are passed over, quoted
 * names and texts are one token. Meant for SQL that SQLite has accepted or will judge itself; it
 * refuses nothing.
 */
final class SqlTokens {

  private final String sql;
  private int start;
  private int end;

  SqlTokens(String sql) {
    this.sql = sql;
  }

  /** Moves to the next token; false at the end. */
  boolean next() {
    start = skipBlanks(end);
    if (start >= sql.length()) {
      end = start;
      return false;
    }
    end = endOf(start);
    return true;
  }

  private int skipBlanks(int from) {
    int at = from;
    while (at < sql.length()) {
      if (Character.isWhitespace(sql.charAt(at))) {
        at++;
      } else if (sql.startsWith("--", at)) {
        int line = sql.indexOf('\n', at);
        at = line < 0 ? sql.length() : line + 1;
      } else if (sql.startsWith("/*", at)) {
        int close = sql.indexOf("*/", at + 2);
        at = close < 0 ? sql.length() : close + 2;
      } else {
        return at;
      }
    }
    return at;
  }

  private int endOf(int at) {
    char first = sql.charAt(at);
    if (first == '\'' || first == '"' || first == '`') {
      return endOfQuoted(at, first);
    }
    if (first == '[') {
      int close = sql.indexOf(']', at);
      return close < 0 ? sql.length() : close + 1;
    }
    if (!isNamePart(first)) {
      return at + 1;
    }
    int after = at + 1;
    while (after < sql.length() && isNamePart(sql.charAt(after))) {
      after++;
    }
    return after;
  }

  private int endOfQuoted(int at, char quote) {
    int after = at + 1;
    while (after < sql.length()) {
      if (sql.charAt(after) == quote) {
        if (after + 1 < sql.length() && sql.charAt(after + 1) == quote) {
          after++;
        } else {
          return after + 1;
        }
      }
      after++;
    }
    return after;
  }

  private static boolean isNamePart(char c) {
    return c == '_' || c == '$' || c >= 0x80 || Character.isLetterOrDigit(c);
  }

  /** Where the present token begins. */
  int start() {
    return start;
  }

  /** Where it ends. */
  int end() {
    return end;
  }

  /** Whether it is that keyword, which is not quoted. */
  boolean is(String keyword) {
    return end - start == keyword.length()
        && sql.regionMatches(true, start, keyword, 0, keyword.length());
  }

  /** The name that the token stands for, without its quotes. */
  String name() {
    String token = sql.substring(start, end);
    char first = token.charAt(0);
    if (first == '[') {
      return token.endsWith("]") ? token.substring(1, token.length() - 1) : token;
    }
    if (first == '"' || first == '`' || first == '\'') {
      String quote = String.valueOf(first);
      return token.length() < 2
          ? token
          : token.substring(1, token.length() - 1).replace(quote + quote, quote);
    }
    return token;
  }
}
