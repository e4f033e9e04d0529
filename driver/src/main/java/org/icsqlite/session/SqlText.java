package org.icsqlite.session;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.sql.SQLSyntaxErrorException;
import java.util.List;
import org.icsqlite.error.SqlState;
import org.icsqlite.sql.SqlTokens;

/** SQL on its way into SQLite, statement by statement. Not thread-safe. */
public final class SqlText {

  private static final List<String> CHANGING =
      List.of("INSERT", "UPDATE", "DELETE", "REPLACE", "WITH");

  private final String sql;
  private final byte[] bytes;
  private int position;

  /** Refuses null, a NUL, behind which SQLite would see nothing, and what is no character. */
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
    this.bytes = Utf8.encode(sql);
    int lone = Utf8.loneSurrogate(sql, bytes);
    if (lone >= 0) {
      throw Utf8.refused("The SQL", sql, lone);
    }
  }

  public String sql() {
    return sql;
  }

  /** Whether the first word is one of those that SQLite's row-changing statements begin with. */
  static boolean changesRows(String sql) {
    SqlTokens tokens = new SqlTokens(sql);
    tokens.takeEmptyStatements();
    return CHANGING.stream().anyMatch(tokens::takeWord);
  }

  byte[] bytes() {
    return bytes;
  }

  int position() {
    return position;
  }

  /** The text behind the position. */
  String rest() {
    return position == 0
        ? sql
        : new String(bytes, position, bytes.length - position, StandardCharsets.UTF_8);
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

  /** Whether anything but blanks of ASCII is left, be it another semicolon. */
  public boolean hasTrailingText() {
    for (int i = position; i < bytes.length; i++) {
      if (" \t\n\f\r".indexOf(bytes[i]) < 0) {
        return true;
      }
    }
    return false;
  }

  /** Where a byte stands, for a message: "line 2, column 7". */
  String place(int offset) {
    String before = new String(bytes, 0, Math.min(offset, bytes.length), StandardCharsets.UTF_8);
    int line = 1 + (int) before.chars().filter(c -> c == '\n').count();
    int column = before.length() - before.lastIndexOf('\n');
    return "line " + line + ", column " + column;
  }
}
