package org.icsqlite.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.icsqlite.jdbc.IcSqliteConnection;

/** What holds for every query and every budget. */
class BudgetPropertyTest {

  private static IcSqliteConnection connection;

  @BeforeContainer
  static void open() throws SQLException {
    connection = Budgets.open("");
    Budgets.run(
        connection,
        "CREATE TABLE v(id INTEGER PRIMARY KEY, v, w);"
            + " WITH RECURSIVE n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < 299)"
            + " INSERT INTO v SELECT i, CASE i % 5 WHEN 0 THEN NULL WHEN 1 THEN i * 1.5"
            + " WHEN 2 THEN substr('あいうえおabcdef', 1, i % 11) WHEN 3 THEN zeroblob(i % 40)"
            + " ELSE i END, hex(i) FROM n");
  }

  @AfterContainer
  static void close() throws SQLException {
    connection.close();
  }

  @Provide
  Arbitrary<String> queries() {
    Arbitrary<String> columns =
        Arbitraries.of("v", "id, v", "id, v, w", "v, w", "count(*), max(v)", "group_concat(w)");
    Arbitrary<String> conditions =
        Combinators.combine(
                Arbitraries.of("id < ", "id >= ", "id % 7 = ", "length(v) < "),
                Arbitraries.integers().between(0, 300))
            .as((condition, number) -> condition + number);
    Arbitrary<String> ends =
        Arbitraries.of("", " ORDER BY v, id", " GROUP BY w", " LIMIT 17", " LIMIT 40 OFFSET 9");
    return Combinators.combine(columns, conditions, ends)
        .as((column, condition, end) -> "SELECT " + column + " FROM v WHERE " + condition + end);
  }

  @Provide
  Arbitrary<QueryBudget> budgets() {
    return Combinators.combine(
            Arbitraries.longs().between(0, 350),
            Arbitraries.longs().between(0, 9_000),
            Arbitraries.longs().between(0, 12_000),
            Arbitraries.longs().between(1, 2_000))
        .as(
            (rows, bytes, steps, interval) ->
                QueryBudget.builder()
                    .maxRows(rows)
                    .maxResultBytes(bytes)
                    .maxVmSteps(steps)
                    .progressInterval(interval)
                    .build());
  }

  @Property(tries = 400)
  void noMoreIsAdmittedThanTheBudgetAllowsAndWhatFitsIsTheSame(
      @ForAll("queries") String sql, @ForAll("budgets") QueryBudget budget) throws SQLException {
    QueryReport<List<Object>> free = connection.profile(sql, BudgetPropertyTest::values);
    List<List<Object>> admitted = new ArrayList<>();
    boolean fits =
        free.rows().size() <= budget.maxRows()
            && payload(free.rows()) <= budget.maxResultBytes()
            && free.metrics().vmSteps() <= budget.maxVmSteps().orElseThrow();
    assertEquals(payload(free.rows()), free.metrics().payloadBytes(), sql);
    try {
      QueryReport<List<Object>> report =
          connection.query(
              sql,
              budget,
              row -> {
                List<Object> values = values(row);
                admitted.add(values);
                return values;
              });
      assertTrue(fits, () -> sql + " should have failed");
      assertEquals(free.rows(), report.rows());
      assertEquals(free.rows().size(), report.metrics().rows());
    } catch (BudgetExceededException e) {
      assertTrue(!fits, () -> sql + " should have passed: " + e.getMessage());
      assertTrue(e.observed() > e.limitValue(), e.getMessage());
      assertEquals(admitted.size(), e.metrics().rows());
      assertEquals(payload(admitted), e.metrics().payloadBytes());
    }
    assertTrue(admitted.size() <= budget.maxRows(), sql);
    assertTrue(payload(admitted) <= budget.maxResultBytes(), sql);
    assertEquals(free.rows().subList(0, admitted.size()), admitted);
  }

  private static List<Object> values(ResultSet row) throws SQLException {
    List<Object> values = new ArrayList<>();
    int columns = row.getMetaData().getColumnCount();
    for (int i = 1; i <= columns; i++) {
      Object value = row.getObject(i);
      values.add(value instanceof byte[] bytes ? new Blob(bytes.length) : value);
    }
    return values;
  }

  /** Bytes, which compare by their length here: the test's are all zeros. */
  private record Blob(int length) {}

  private static long payload(List<List<Object>> rows) {
    return rows.stream().flatMap(List::stream).mapToLong(BudgetPropertyTest::bytes).sum();
  }

  private static long bytes(Object value) {
    if (value == null) {
      return 0;
    }
    if (value instanceof Blob blob) {
      return blob.length();
    }
    return value instanceof String text ? text.getBytes(StandardCharsets.UTF_8).length : 8;
  }

  @Property(tries = 60)
  void anUpdateFitsOrChangesNothing(@ForAll("pages") long pages, @ForAll("sizes") int[] sizes)
      throws SQLException {
    try (IcSqliteConnection fresh = Budgets.open("")) {
      UpdateBudget budget =
          UpdateBudget.builder().maxDirtyPages(pages).maxChangedBytes(pages * 16_384).build();
      for (int size : sizes) {
        long before = Budgets.image(fresh).checksum();
        String sql = "INSERT INTO t(body) VALUES (hex(zeroblob(?)))";
        try {
          UpdateMetrics metrics = fresh.update(sql, budget, size).metrics();
          assertTrue(metrics.peakDirtyPages() <= pages, metrics.toString());
          assertTrue(metrics.committedBytes() <= pages * 16_384, metrics.toString());
        } catch (BudgetExceededException e) {
          assertEquals(BudgetLimit.DIRTY_PAGES, e.limit());
          assertEquals(pages + 1, e.observed());
          assertEquals(before, Budgets.image(fresh).checksum(), Arrays.toString(sizes));
        }
      }
      assertEquals("ok", Budgets.text(fresh, "PRAGMA integrity_check"));
    }
  }

  @Provide
  Arbitrary<Long> pages() {
    return Arbitraries.longs().between(0, 12);
  }

  @Provide
  Arbitrary<int[]> sizes() {
    return Arbitraries.integers().between(0, 60_000).array(int[].class).ofMinSize(1).ofMaxSize(6);
  }
}
