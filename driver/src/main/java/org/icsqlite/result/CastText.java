package org.icsqlite.result;

import org.icsqlite.sql.SqlTokens;

/**
 * The type in the text of an expression that is a CAST as a whole. SQLite declares no type for
 * expressions, but labels one without an alias with its text.
 */
final class CastText {

  private CastText() {}

  /** The type as written, such as "VARCHAR(20)"; null when the expression is no CAST. */
  static String type(String expression) {
    SqlTokens tokens = new SqlTokens(expression);
    if (!tokens.takeWord("CAST") || !tokens.takeSymbol('(')) {
      return null;
    }
    while (!tokens.takeWord("AS")) {
      if (tokens.atEndOfItem()) {
        return null;
      }
      tokens.takeGroup();
    }
    int from = tokens.peek().from();
    int to = from;
    while (!tokens.atEndOfItem()) {
      to = tokens.takeGroup().to();
    }
    return tokens.takeSymbol(')') && tokens.atEnd() ? tokens.text(from, to) : null;
  }
}
