package org.icsqlite.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.icsqlite.jdbc.IcSqliteConnection;
import org.icsqlite.testing.DocumentSnippets;
import org.junit.jupiter.api.Test;

/** The snippets of the document are the code of this test, which runs. */
class BudgetDocumentTest {

  private static final Path DOCUMENT = Path.of("../docs/budgets.md");

  private final List<String> logged = new ArrayList<>();

  private void log(String line) {
    logged.add(line);
  }

  @Test
  void theSnippetsRun() throws SQLException {
    String url = "jdbc:icsqlite:mem:budget-document";
    try (Connection connection = DriverManager.getConnection(url)) {
      try (Statement statement = connection.createStatement()) {
        statement.execute("CREATE TABLE note(id INTEGER PRIMARY KEY, body TEXT)");
        statement.execute("INSERT INTO note(body) VALUES ('one'), ('two')");
      }
      // begin query
      IcSqliteConnection database = connection.unwrap(IcSqliteConnection.class);
      QueryBudget budget = QueryBudget.builder().maxRows(100).maxVmSteps(1_000_000).build();
      QueryReport<String> report =
          database.query("SELECT body FROM note WHERE id < ?", budget, row -> row.getString(1), 50);
      List<String> bodies = report.rows();
      long steps = report.metrics().vmSteps();
      // end
      assertEquals(List.of("one", "two"), bodies);
      assertTrue(steps > 0);
      // begin profile
      QueryMetrics figures =
          database.profile("SELECT * FROM note ORDER BY body", row -> row.getString(2)).metrics();
      log(figures.fullScanSteps() + " rows scanned, sorted " + figures.sorts() + " times");
      // end
      // begin metrics
      try {
        database.query("SELECT json(body) FROM note", budget, row -> row.getString(1));
      } catch (SQLException e) {
        ExecutionMetrics.of(e).ifPresent(metrics -> log(metrics.runs() + " run failed"));
      }
      // end
      assertEquals(List.of("1 rows scanned, sorted 1 times", "1 run failed"), logged);
      logged.clear();
      // begin exceeded
      try {
        database.query("SELECT * FROM note", QueryBudget.builder().maxRows(1).build(), row -> row);
      } catch (BudgetExceededException e) {
        log(e.limit() + " is " + e.limitValue() + ", it came to " + e.observed());
        log(e.metrics().vmSteps() + " steps until then");
      }
      // end
      assertEquals("ROWS is 1, it came to 2", logged.get(0));
      logged.clear();
      // begin update
      UpdateBudget small = UpdateBudget.builder().maxDirtyPages(16).build();
      UpdateReport updated =
          database.update("INSERT INTO note(body) VALUES (?)", small, "remember the milk");
      long inserted = updated.changes();
      long committed = updated.metrics().committedBytes();
      // end
      assertEquals(1, inserted);
      assertEquals(2 * 16_384, committed);
      // begin connection
      try (Connection limited =
              DriverManager.getConnection(url + "?max_rows=1000&query_timeout=200");
          Statement statement = limited.createStatement();
          ResultSet rows = statement.executeQuery("SELECT body FROM note")) {
        while (rows.next()) {
          log(rows.getString(1));
        }
      }
      // end
      assertEquals(List.of("one", "two", "remember the milk"), logged);
      // begin statement
      try (PreparedStatement search = connection.prepareStatement("SELECT body FROM note")) {
        search
            .unwrap(StatementBudget.class)
            .setQueryBudget(QueryBudget.builder().timeout(Duration.ofMillis(50)).build());
        search.executeQuery().close();
      }
      // end
    }
  }

  @Test
  void theDocumentShowsThisCode() throws IOException {
    assertFalse(DocumentSnippets.sameAsIn(getClass(), DOCUMENT).isEmpty());
  }
}
