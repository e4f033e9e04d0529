package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LimitedWriteTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "DELETE FROM t LIMIT 1 | LIMIT",
        "delete from t where a = ')' order by a limit 1 | order",
        "UPDATE t SET a = (SELECT 1 LIMIT 1) /* ( */ LIMIT 2 | LIMIT",
        "EXPLAIN QUERY PLAN UPDATE t SET a = 1 Limit 2 | Limit",
        "WITH a AS (SELECT 1), b(x) AS MATERIALIZED (SELECT 2) DELETE FROM t ORDER BY a | ORDER",
        "DELETE FROM t RETURNING a LIMIT 1 | LIMIT",
        ";DELETE FROM t LIMIT 1 | LIMIT",
        "; /* a */ ; ;UPDATE t SET a = 1 ORDER BY a LIMIT 1 | ORDER",
        ";EXPLAIN DELETE FROM t LIMIT 1 | LIMIT",
        "WITH replace AS (SELECT 1) DELETE FROM t LIMIT 1 | LIMIT",
        "WITH RECURSIVE replace(x) AS NOT MATERIALIZED (SELECT 1), \"b\"(y) AS (SELECT 1)"
            + " UPDATE t SET a = 1 LIMIT 1 | LIMIT",
        "/* LIMIT */ DELETE FROM \"t\" WHERE a = :limit LIMIT :limit | LIMIT",
      })
  void orderAndLimitOfAChangeAreFound(String sql, String keyword) {
    assertEquals(keyword, LimitedWrite.keyword(sql));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "SELECT 1 ORDER BY 1 LIMIT 1",
        "INSERT INTO t SELECT a FROM t ORDER BY a LIMIT 1",
        "REPLACE INTO t SELECT a FROM t LIMIT 1",
        "WITH x AS (SELECT 1) INSERT INTO t SELECT 1 ORDER BY 1 LIMIT 1",
        "WITH x AS (DELETE) SELECT 1 LIMIT 1",
        "WITH x AS (SELECT 1) VALUES (1) LIMIT 1",
        "DELETE FROM t WHERE a IN (SELECT a FROM t ORDER BY a LIMIT 1)",
        "UPDATE t SET a = @limit WHERE b = :order AND c = 'LIMIT' AND d = \"ORDER\"",
        "UPDATE t SET a = $limit",
        "UPDATE t SET [limit] = 1, `order` = 2",
        "DELETE FROM t; SELECT 1 LIMIT 1",
        "CREATE TRIGGER x AFTER DELETE ON t BEGIN SELECT 1 LIMIT 1; END",
        "-- LIMIT\nDELETE FROM t /* LIMIT 1 */ -- ORDER BY",
        "EXPLAIN SELECT 1 LIMIT 1",
        ";",
        "WITH",
        "WITH x",
        ";SELECT 1 LIMIT 1",
        "WITH recursive AS (SELECT 1) SELECT 1 LIMIT 1",
        "WITH replace AS (SELECT 1) SELECT 1 ORDER BY 1",
        "INSERT INTO t VALUES (1) ON CONFLICT DO UPDATE SET a = 1",
      })
  void otherStatementsPass(String sql) {
    assertNull(LimitedWrite.keyword(sql));
  }
}
