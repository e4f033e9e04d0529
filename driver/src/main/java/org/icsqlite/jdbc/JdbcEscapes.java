package org.icsqlite.jdbc;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * JDBC's escapes in braces, as SQLite takes them: {@code {d '…'}}, {@code {t '…'}} and {@code {ts
 * '…'}} become the text, {@code {fn f(…)}} and {@code {oj …}} what is in them, {@code {escape '…'}}
 * becomes ESCAPE, and {@code {limit …}} LIMIT. Braces of any other kind stay, for SQLite to refuse.
 */
final class JdbcEscapes {

  private JdbcEscapes() {}

  /** The SQL without escapes; the text itself when it has none. Null stays null. */
  static String translate(String sql) {
    if (sql == null || sql.indexOf('{') < 0) {
      return sql;
    }
    StringBuilder out = new StringBuilder(sql.length());
    Deque<Boolean> translated = new ArrayDeque<>();
    SqlTokens tokens = new SqlTokens(sql);
    int copied = 0;
    boolean opened = false;
    int brace = 0;
    while (tokens.next()) {
      if (opened) {
        opened = false;
        String replacement = replacement(tokens);
        translated.push(replacement != null);
        if (replacement != null) {
          out.append(sql, copied, brace).append(replacement);
          copied = tokens.end();
          continue;
        }
      }
      if (tokens.is("{")) {
        opened = true;
        brace = tokens.start();
      } else if (tokens.is("}") && !translated.isEmpty() && translated.pop()) {
        out.append(sql, copied, tokens.start());
        copied = tokens.end();
      }
    }
    return out.append(sql, copied, sql.length()).toString();
  }

  private static String replacement(SqlTokens tokens) {
    if (tokens.is("d") || tokens.is("t") || tokens.is("ts") || tokens.is("fn") || tokens.is("oj")) {
      return "";
    }
    if (tokens.is("escape")) {
      return "ESCAPE";
    }
    return tokens.is("limit") ? "LIMIT" : null;
  }
}
