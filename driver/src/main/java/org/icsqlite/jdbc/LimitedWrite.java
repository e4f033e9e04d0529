package org.icsqlite.jdbc;

import java.util.Set;
import org.icsqlite.sql.SqlTokens;
import org.icsqlite.sql.Token;

/**
 * Finds ORDER BY and LIMIT of an UPDATE or DELETE. SQLite understands them only where it was built
 * with SQLITE_ENABLE_UPDATE_DELETE_LIMIT, and then no callback of its tells them from those of a
 * query.
 */
final class LimitedWrite {

  private static final Set<String> VERBS = Set.of("UPDATE", "DELETE");
  private static final Set<String> LIMITS = Set.of("ORDER", "LIMIT");

  private LimitedWrite() {}

  /** The keyword ORDER or LIMIT as it stands in the first statement, or null. */
  static String keyword(String sql) {
    SqlTokens tokens = new SqlTokens(sql);
    tokens.takeEmptyStatements();
    if (tokens.takeWord("EXPLAIN") && tokens.takeWord("QUERY")) {
      tokens.takeWord("PLAN");
    }
    if (tokens.takeWord("WITH")) {
      tokens.takeTableExpressions();
    }
    if (!isOneOf(tokens.peek(), VERBS)) {
      return null;
    }
    while (!tokens.atEnd() && !tokens.peek().isSymbol(';')) {
      Token token = tokens.takeGroup();
      if (isOneOf(token, LIMITS)) {
        return token.text();
      }
    }
    return null;
  }

  private static boolean isOneOf(Token token, Set<String> words) {
    return words.stream().anyMatch(token::isWord);
  }
}
