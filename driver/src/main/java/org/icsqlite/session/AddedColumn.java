package org.icsqlite.session;

import org.icsqlite.sql.SqlTokens;
import org.icsqlite.sql.Token;
import org.icsqlite.sql.TokenKind;

/**
 * The table of an {@code ALTER TABLE … ADD COLUMN}. When such a statement runs, SQLite prepares a
 * {@code PRAGMA quick_check} of the table where the column has a CHECK constraint, where it is
 * generated and NOT NULL, and of STRICT tables always.
 *
 * @param schema null where the statement names none
 * @param checked whether the column makes SQLite check the table, STRICT or not
 */
record AddedColumn(String schema, String table, boolean checked) {

  /** Reads a statement; null when it is another one. */
  static AddedColumn in(String sql) {
    SqlTokens tokens = new SqlTokens(sql);
    tokens.takeEmptyStatements();
    if (!tokens.takeWord("ALTER") || !tokens.takeWord("TABLE")) {
      return null;
    }
    String schema = null;
    String table = tokens.take().text();
    if (tokens.takeSymbol('.')) {
      schema = table;
      table = tokens.take().text();
    }
    return tokens.takeWord("ADD") ? new AddedColumn(schema, table, checks(tokens)) : null;
  }

  private static boolean checks(SqlTokens tokens) {
    boolean check = false;
    boolean generated = false;
    boolean notNull = false;
    tokens.takeWord("COLUMN");
    tokens.take(); // its name
    while (!tokens.atEnd()) {
      Token token = tokens.takeGroup();
      if (token.kind() == TokenKind.WORD) {
        check |= token.isWord("CHECK");
        generated |= token.isWord("AS");
        notNull |= token.isWord("NOT");
      }
    }
    return check || (generated && notNull);
  }

  /** Asks for the table: its sixth column tells whether it is STRICT. */
  String listing() {
    return pragma("table_list");
  }

  /** What SQLite prepares. */
  String check() {
    return pragma("quick_check");
  }

  private String pragma(String name) {
    return "PRAGMA "
        + (schema == null ? "" : '"' + schema.replace("\"", "\"\"") + "\".")
        + name
        + "('"
        + table.replace("'", "''")
        + "')";
  }
}
