package org.icsqlite.jdbc;

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
    if (!tokens.next()) {
      return null;
    }
    if (tokens.is("WITH") && !skipTo(tokens)) {
      return null;
    }
    if (!tokens.is("INSERT") && !tokens.is("REPLACE")) {
      return null;
    }
    do {
      if (!tokens.next()) {
        return null;
      }
    } while (!tokens.is("INTO"));
    if (!tokens.next()) {
      return null;
    }
    String schema = null;
    String table = tokens.name();
    int end = tokens.end();
    boolean more = tokens.next();
    if (more && tokens.is(".")) {
      if (!tokens.next()) {
        return null;
      }
      schema = table;
      table = tokens.name();
      end = tokens.end();
      more = tokens.next();
    }
    boolean returning = false;
    int depth = 0;
    while (more && !(depth == 0 && tokens.is(";"))) {
      if (tokens.is("(")) {
        depth++;
      } else if (tokens.is(")")) {
        depth--;
      } else if (depth == 0 && tokens.is("RETURNING")) {
        returning = true;
      }
      end = tokens.end();
      more = tokens.next();
    }
    return new InsertText(schema, table, returning, end);
  }

  /** Moves behind the common table expressions to what uses them. */
  private static boolean skipTo(SqlTokens tokens) {
    int depth = 0;
    while (tokens.next()) {
      if (tokens.is("(")) {
        depth++;
      } else if (tokens.is(")")) {
        depth--;
      } else if (depth == 0
          && (tokens.is("INSERT")
              || tokens.is("REPLACE")
              || tokens.is("SELECT")
              || tokens.is("UPDATE")
              || tokens.is("DELETE"))) {
        return true;
      }
    }
    return false;
  }
}
