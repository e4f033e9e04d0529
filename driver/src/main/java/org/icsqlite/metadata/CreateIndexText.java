package org.icsqlite.metadata;

import java.util.ArrayList;
import java.util.List;
import org.icsqlite.sql.SqlTokens;

/** The expressions that only the text of a CREATE INDEX has. A text not understood has none. */
final class CreateIndexText {

  private final List<String> terms = new ArrayList<>();
  private String condition;

  private CreateIndexText() {}

  /** Reads a text; null, as indexes of constraints have it, says nothing. */
  static CreateIndexText parse(String sql) {
    CreateIndexText text = new CreateIndexText();
    text.read(new SqlTokens(sql == null ? "" : sql));
    return text;
  }

  /** The indexed expression at this position from 0, without ASC and DESC, or null. */
  String term(int position) {
    return position < terms.size() ? terms.get(position) : null;
  }

  /** The condition of a partial index as it was written, or null. */
  String condition() {
    return condition;
  }

  private void read(SqlTokens tokens) {
    if (!tokens.takeWord("CREATE")) {
      return;
    }
    tokens.takeWord("UNIQUE");
    if (!tokens.takeWord("INDEX")) {
      return;
    }
    while (!tokens.atEnd() && !tokens.takeWord("ON")) {
      tokens.take();
    }
    tokens.take();
    if (!tokens.takeSymbol('(')) {
      return;
    }
    do {
      terms.add(readTerm(tokens));
    } while (tokens.takeSymbol(','));
    tokens.takeSymbol(')');
    if (tokens.takeWord("WHERE") && !tokens.atEnd()) {
      int from = tokens.peek().from();
      int to = from;
      while (!tokens.atEnd()) {
        to = tokens.take().to();
      }
      condition = tokens.text(from, to);
    }
  }

  private static String readTerm(SqlTokens tokens) {
    int from = tokens.peek().from();
    int to = from;
    while (!tokens.atEndOfItem()) {
      boolean direction = tokens.peek().isWord("ASC") || tokens.peek().isWord("DESC");
      int end = tokens.takeGroup().to();
      if (!direction) {
        to = end;
      }
    }
    return tokens.text(from, to);
  }
}
