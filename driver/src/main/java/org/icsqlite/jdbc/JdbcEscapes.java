package org.icsqlite.jdbc;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.icsqlite.sql.SqlTokens;
import org.icsqlite.sql.Token;

/**
 * JDBC's escapes in braces, as SQLite takes them: {@code {d '…'}}, {@code {t '…'}} and {@code {ts
 * '…'}} become the text, {@code {fn f(…)}} and {@code {oj …}} what is in them, {@code {escape '…'}}
 * becomes ESCAPE, and {@code {limit …}} LIMIT. Braces of any other kind stay, for SQLite to refuse,
 * and so does a text of which an escape has no end.
 */
final class JdbcEscapes {

  private static final List<String> PASSED_OVER = List.of("d", "t", "ts", "fn", "oj");

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
    while (!tokens.atEnd()) {
      Token token = tokens.take();
      if (token.isSymbol('{') && !tokens.atEnd()) {
        String replacement = replacement(tokens.peek());
        translated.push(replacement != null);
        if (replacement != null) {
          out.append(sql, copied, token.from()).append(replacement);
          copied = tokens.take().to();
        }
      } else if (token.isSymbol('}') && !translated.isEmpty() && translated.pop()) {
        out.append(sql, copied, token.from());
        copied = token.to();
      }
    }
    boolean open = translated.contains(true);
    return open ? sql : out.append(sql, copied, sql.length()).toString();
  }

  /** What stands for the word behind an opening brace; null when it begins no escape. */
  private static String replacement(Token word) {
    if (PASSED_OVER.stream().anyMatch(word::isWord)) {
      return "";
    }
    if (word.isWord("escape")) {
      return "ESCAPE";
    }
    return word.isWord("limit") ? "LIMIT" : null;
  }
}
