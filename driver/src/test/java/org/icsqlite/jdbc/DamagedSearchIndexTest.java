package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** A full-text index whose own tables were damaged by SQL. */
class DamagedSearchIndexTest {

  private static final int CORRUPT = 11;
  private static final String MATCHES = "SELECT count(*) FROM temp.f WHERE f MATCH 'common'";

  /** Rowids of blocks that are leaves of a segment begin here. */
  private static final String LEAVES = " FROM temp.f_data WHERE id >= 1 << 37";

  @Test
  void threeDamagedLeavesAreNoticedAndASavepointBringsThemBack() throws SQLException {
    try (Connection connection = Urls.open(Urls.fresh() + "?defensive=false")) {
      Urls.exec(
          connection,
          "CREATE VIRTUAL TABLE temp.f USING fts5(body)",
          "INSERT INTO temp.f(f, rank) VALUES ('pgsz', 64)",
          "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 50)"
              + " INSERT INTO temp.f SELECT 'common word' || i FROM n");
      assertEquals(50, Urls.number(connection, MATCHES));
      assertTrue(Urls.number(connection, "SELECT count(*)" + LEAVES) >= 3);
      Urls.exec(
          connection,
          "SAVEPOINT before",
          "UPDATE temp.f_data SET block = x'ffffffffffffffff' WHERE id IN (SELECT id"
              + LEAVES
              + " ORDER BY id LIMIT 3)");
      SQLException failure =
          assertThrows(SQLException.class, () -> Urls.number(connection, MATCHES));
      assertEquals(CORRUPT, failure.getErrorCode() & 0xff, failure.getMessage());
      Urls.exec(connection, "ROLLBACK TO before", "RELEASE before");
      assertEquals(50, Urls.number(connection, MATCHES));
    }
  }
}
