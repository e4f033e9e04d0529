package org.icsqlite.jdbc;

import java.util.List;
import org.icsqlite.sql.SqlTokens;
import org.icsqlite.sql.Token;

/**
 * What the text of an INSERT or REPLACE says about where its rows go.
 *
 * @param schema the schema before the table's name, or null
 * @param table the table or view
 * @param returning whether it has a RETURNING clause
 * @param end where the statement ends in the text, before a semicolon or comments
 */
record InsertText(String schema, String table, boolean returning, int end) {

  /** Reads a text of one statement; null when it is no INSERT or REPLACE. */
  static InsertText parse(String sql) {
    SqlTokens tokens = new SqlTokens(sql);
    tokens.takeEmptyStatements();
    if (tokens.takeWord("WITH")) {
      tokens.takeTableExpressions();
    }
    if (!tokens.takeWord("INSERT") && !tokens.takeWord("REPLACE")) {
      return null;
    }
    skipTo(tokens, List.of("INTO"));
    tokens.take();
    if (tokens.atEnd()) {
      return null;
    }
    String schema = null;
    Token table = tokens.take();
    if (tokens.takeSymbol('.')) {
      if (tokens.atEnd()) {
        return null;
      }
      schema = table.text();
      table = tokens.take();
    }
    boolean returning = false;
    int end = table.to();
    while (!tokens.atEnd() && !tokens.peek().isSymbol(';')) {
      returning |= tokens.peek().isWord("RETURNING");
      end = tokens.takeGroup().to();
    }
    return new InsertText(schema, table.text(), returning, end);
  }

  /** Moves to the next of these words outside of parentheses, or to the end. */
  private static void skipTo(SqlTokens tokens, List<String> words) {
    while (!tokens.atEnd() && words.stream().noneMatch(tokens.peek()::isWord)) {
      tokens.takeGroup();
    }
  }
}
