package org.icsqlite.jdbc;

import java.util.Set;

/**
 * Finds ORDER BY and LIMIT of an UPDATE or DELETE. SQLite understands them only where it was built
 * with SQLITE_ENABLE_UPDATE_DELETE_LIMIT, and then no callback of its tells them from those of a
 * query.
 */
final class LimitedWrite {

  /** What a statement that may change rows begins with. */
  private static final Set<String> BEGINNINGS = Set.of("WITH", "EXPLAIN", "UPDATE", "DELETE");

  private static final Set<String> OTHER_VERBS = Set.of("SELECT", "VALUES", "INSERT", "REPLACE");

  private final SqlTokens tokens;
  private int depth;
  private int parameterMark = -1;

  private LimitedWrite(String sql) {
    this.tokens = new SqlTokens(sql);
  }

  /** The keyword ORDER or LIMIT as it stands in the first statement, or null. */
  static String keyword(String sql) {
    return new LimitedWrite(sql).find();
  }

  private String find() {
    if (!tokens.next() || !isOneOf(BEGINNINGS)) {
      return null;
    }
    boolean writes = false;
    do {
      if (depth == 0 && !isParameter()) {
        if (tokens.is(";")) {
          return null;
        }
        if (!writes) {
          if (isOneOf(OTHER_VERBS)) {
            return null;
          }
          writes = tokens.is("UPDATE") || tokens.is("DELETE");
        } else if (tokens.is("LIMIT") || tokens.is("ORDER")) {
          return tokens.name();
        }
      }
      follow();
    } while (tokens.next());
    return null;
  }

  private boolean isOneOf(Set<String> keywords) {
    return keywords.stream().anyMatch(tokens::is);
  }

  /** Whether the token is the name behind a colon or an at sign. */
  private boolean isParameter() {
    return tokens.start() == parameterMark;
  }

  private void follow() {
    if (tokens.is("(")) {
      depth++;
    } else if (tokens.is(")")) {
      depth--;
    } else if (tokens.is(":") || tokens.is("@")) {
      parameterMark = tokens.end();
    }
  }
}
