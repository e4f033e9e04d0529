package org.icsqlite.tools;

import java.util.List;

/** Queries that would not end, over a table t(id, body) of 1,000 rows. */
public final class RunawayQueries {

  public static final String FILL =
      "INSERT INTO t WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n)"
          + " SELECT i, 'text ' || i FROM n LIMIT 1000";

  public static final String RECURSION =
      "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) SELECT sum(i) FROM n";

  public static final String CROSS_JOIN =
      "SELECT count(*) FROM t a, t b, t c, t d WHERE a.id + b.id + c.id + d.id < 0";

  public static final String SORT =
      "SELECT a.id FROM t a, t b, t c, t d ORDER BY a.body || b.body || c.id || d.id LIMIT 1";

  public static final List<String> ALL = List.of(RECURSION, CROSS_JOIN, SORT);

  private RunawayQueries() {}
}
