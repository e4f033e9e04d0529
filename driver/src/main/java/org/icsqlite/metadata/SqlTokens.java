package org.icsqlite.metadata;

import java.util.ArrayList;
import java.util.List;

/**
 * The tokens of an SQL text, read forward. Knows the four ways of SQLite to quote, both kinds of
 * comments, and words; every other character is a token of its own. Any text can be read: what is
 * left open ends with the text, and after the last token come {@link #END}s.
 */
final class SqlTokens {

  enum Kind {
    /** A keyword, a name or a number without quotes. */
    WORD,
    /** A name or a text in quotes. */
    QUOTED,
    SYMBOL,
    END
  }

  /**
   * One token.
   *
   * @param text the text, without its quotes
   * @param from the offset in the SQL text
   * @param to the offset after the token
   */
  record Token(Kind kind, String text, int from, int to) {

    boolean isWord(String word) {
      return kind == Kind.WORD && AsciiCase.same(text, word);
    }

    boolean isSymbol(char symbol) {
      return kind == Kind.SYMBOL && text.charAt(0) == symbol;
    }
  }

  static final Token END = new Token(Kind.END, "", 0, 0);

  private final String sql;
  private final List<Token> tokens = new ArrayList<>();
  private int next;

  SqlTokens(String sql) {
    this.sql = sql;
    int at = 0;
    while (at < sql.length()) {
      at = scan(at);
    }
  }

  private int scan(int at) {
    char first = sql.charAt(at);
    if (isSpace(first)) {
      return at + 1;
    }
    if (sql.startsWith("--", at)) {
      return endOf("\n", at + 2);
    }
    if (sql.startsWith("/*", at)) {
      return endOf("*/", at + 2);
    }
    if (first == '"' || first == '\'' || first == '`') {
      return quoted(at, first, true);
    }
    if (first == '[') {
      return quoted(at, ']', false);
    }
    int to = at;
    while (to < sql.length() && isWordCharacter(sql.charAt(to))) {
      to++;
    }
    if (to > at) {
      tokens.add(new Token(Kind.WORD, sql.substring(at, to), at, to));
      return to;
    }
    tokens.add(new Token(Kind.SYMBOL, sql.substring(at, at + 1), at, at + 1));
    return at + 1;
  }

  private int endOf(String mark, int from) {
    int at = sql.indexOf(mark, from);
    return at < 0 ? sql.length() : at + mark.length();
  }

  private int quoted(int from, char close, boolean doubled) {
    StringBuilder text = new StringBuilder();
    int at = from + 1;
    while (at < sql.length()) {
      char one = sql.charAt(at++);
      if (one == close) {
        if (!doubled || at == sql.length() || sql.charAt(at) != close) {
          break;
        }
        at++;
      }
      text.append(one);
    }
    tokens.add(new Token(Kind.QUOTED, text.toString(), from, at));
    return at;
  }

  private static boolean isSpace(char one) {
    return one == ' ' || (one >= '\t' && one <= '\r');
  }

  private static boolean isWordCharacter(char one) {
    return (one >= 'a' && one <= 'z')
        || (one >= 'A' && one <= 'Z')
        || (one >= '0' && one <= '9')
        || one == '_'
        || one == '$'
        || one >= 0x80;
  }

  boolean atEnd() {
    return next >= tokens.size();
  }

  Token peek() {
    return atEnd() ? END : tokens.get(next);
  }

  Token take() {
    Token token = peek();
    next++;
    return token;
  }

  /** Takes the next token if it is this word without quotes. */
  boolean takeWord(String word) {
    boolean found = peek().isWord(word);
    if (found) {
      next++;
    }
    return found;
  }

  boolean takeSymbol(char symbol) {
    boolean found = peek().isSymbol(symbol);
    if (found) {
      next++;
    }
    return found;
  }

  /** Takes one token or, from an opening parenthesis, all up to the one that closes it. */
  Token takeGroup() {
    Token last = take();
    if (last.isSymbol('(')) {
      for (int depth = 1; depth > 0 && !atEnd(); ) {
        last = take();
        if (last.isSymbol('(')) {
          depth++;
        } else if (last.isSymbol(')')) {
          depth--;
        }
      }
    }
    return last;
  }

  /** Whether a list in parentheses goes no further than here. */
  boolean atEndOfItem() {
    return atEnd() || peek().isSymbol(',') || peek().isSymbol(')');
  }

  String text(int from, int to) {
    return sql.substring(from, to);
  }
}
