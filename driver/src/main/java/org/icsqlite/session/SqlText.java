package org.icsqlite.session;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.sql.SQLSyntaxErrorException;
import java.util.Locale;
import java.util.Set;
import org.icsqlite.error.SqlState;

/** SQL on its way into SQLite, statement by statement. Not thread-safe. */
public final class SqlText {

  private static final Set<String> CHANGING =
      Set.of("INSERT", "REPLACE", "UPDATE", "DELETE", "WITH");

  private final String sql;
  private final byte[] bytes;
  private int position;

  /** Refuses null, and a NUL, behind which SQLite would see nothing. */
  public SqlText(String sql) throws SQLException {
    if (sql == null) {
      throw new SQLSyntaxErrorException("The SQL is null", SqlState.SYNTAX);
    }
    int nul = sql.indexOf('\0');
    if (nul >= 0) {
      throw new SQLSyntaxErrorException(
          "The SQL holds a NUL character at index " + nul, SqlState.SYNTAX);
    }
    this.sql = sql;
    this.bytes = sql.getBytes(StandardCharsets.UTF_8);
  }

  public String sql() {
    return sql;
  }

  /** Whether the first word is one of those that SQLite's row-changing statements begin with. */
  static boolean changesRows(String sql) {
    int start = afterBlanks(sql);
    int end = start;
    while (end < sql.length() && Character.isLetter(sql.charAt(end))) {
      end++;
    }
    return CHANGING.contains(sql.substring(start, end).toUpperCase(Locale.ROOT));
  }

  /** Behind the blanks, comments and semicolons that a statement begins with. */
  private static int afterBlanks(String sql) {
    int at = 0;
    while (at < sql.length()) {
      if (sql.startsWith("--", at)) {
        int line = sql.indexOf('\n', at);
        at = line < 0 ? sql.length() : line;
      } else if (sql.startsWith("/*", at)) {
        int close = sql.indexOf("*/", at + 2);
        at = close < 0 ? sql.length() : close + 2;
      } else if (sql.charAt(at) == ';' || Character.isWhitespace(sql.charAt(at))) {
        at++;
      } else if (sql.charAt(at) == '\ufeff') { // SQLite skips a byte order mark
        at++;
      } else {
        break;
      }
    }
    return at;
  }

  byte[] bytes() {
    return bytes;
  }

  int position() {
    return position;
  }

  void moveTo(int newPosition) {
    position = newPosition;
  }

  /** Whether nothing but blanks and semicolons is left; comments do not count as nothing. */
  public boolean atEnd() {
    for (int i = position; i < bytes.length; i++) {
      if (bytes[i] != ';' && !Character.isWhitespace(bytes[i])) {
        return false;
      }
    }
    return true;
  }

  /** Where a byte stands, for a message: "line 2, column 7". */
  String place(int offset) {
    String before = new String(bytes, 0, Math.min(offset, bytes.length), StandardCharsets.UTF_8);
    int line = 1 + (int) before.chars().filter(c -> c == '\n').count();
    int column = before.length() - before.lastIndexOf('\n');
    return "line " + line + ", column " + column;
  }
}
