package org.icsqlite.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.icsqlite.budget.BudgetExceededException;
import org.icsqlite.budget.BudgetLimit;
import org.icsqlite.budget.BudgetTimeoutException;
import org.icsqlite.budget.QueryBudget;
import org.icsqlite.budget.StatementBudget;
import org.icsqlite.jdbc.CompiledStatements;
import org.icsqlite.jdbc.IcSqliteConnection;
import org.jooq.DSLContext;
import org.jooq.ExecuteContext;
import org.jooq.ExecuteListener;
import org.jooq.SQLDialect;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;
import org.jooq.impl.DefaultConfiguration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** Queries that would not end, stopped as jOOQ and JdbcTemplate run them. */
class RunawayQueriesTest {

  private static final long STEPS = 30_000;
  private static final long INTERVAL = 1_000;

  @TempDir Path directory;
  private FileDatabase database;

  /** What runs the query; the result is what it threw. */
  private enum Tool {
    JOOQ {
      @Override
      RuntimeException run(Connection connection, String sql, int seconds, QueryBudget budget) {
        DefaultConfiguration configuration = new DefaultConfiguration();
        configuration.set(connection).set(SQLDialect.SQLITE);
        if (budget != null) {
          configuration.set(new BudgetSetter(budget));
        }
        DSLContext jooq = DSL.using(configuration);
        return assertThrows(
            DataAccessException.class, () -> jooq.resultQuery(sql).queryTimeout(seconds).fetch());
      }

      @Override
      void requireKinds(RuntimeException time, RuntimeException steps) {
        assertEquals(DataAccessException.class, time.getClass());
        assertEquals(DataAccessException.class, steps.getClass());
        assertEquals("HYT00", ((DataAccessException) time).sqlState());
        assertEquals("54000", ((DataAccessException) steps).sqlState());
      }
    },
    JDBC_TEMPLATE {
      @Override
      RuntimeException run(Connection connection, String sql, int seconds, QueryBudget budget) {
        JdbcTemplate template = new JdbcTemplate(new SingleConnectionDataSource(connection, true));
        template.setQueryTimeout(seconds == 0 ? -1 : seconds);
        return assertThrows(
            org.springframework.dao.DataAccessException.class,
            () ->
                template.query(
                    opened -> budgeted(opened.prepareStatement(sql), budget),
                    (row, number) -> row.getLong(1)));
      }

      @Override
      void requireKinds(RuntimeException time, RuntimeException steps) {
        assertEquals(QueryTimeoutException.class, time.getClass());
        assertEquals(DataAccessResourceFailureException.class, steps.getClass());
      }
    };

    /**
     * Runs a query over this connection.
     *
     * @param seconds of the query timeout, 0 for none
     * @param budget of the statement, null for that of the connection
     */
    abstract RuntimeException run(
        Connection connection, String sql, int seconds, QueryBudget budget);

    /** What becomes of a timeout, and of steps that are used up. */
    abstract void requireKinds(RuntimeException time, RuntimeException steps);
  }

  /** Gives each statement of jOOQ a budget. */
  private record BudgetSetter(QueryBudget budget) implements ExecuteListener {

    @Override
    public void executeStart(ExecuteContext context) {
      try {
        budgeted(context.statement(), budget);
      } catch (SQLException e) {
        throw new AssertionError(e);
      }
    }
  }

  private static PreparedStatement budgeted(PreparedStatement statement, QueryBudget budget)
      throws SQLException {
    if (budget != null) {
      statement.unwrap(StatementBudget.class).setQueryBudget(budget);
    }
    return statement;
  }

  private static Stream<Arguments> toolsAndQueries() {
    return Stream.of(Tool.values())
        .flatMap(tool -> RunawayQueries.ALL.stream().map(sql -> Arguments.of(tool, sql)));
  }

  @BeforeEach
  void create() throws SQLException {
    database = new FileDatabase(directory);
    database.run("CREATE TABLE t(id INTEGER PRIMARY KEY, body TEXT NOT NULL)", RunawayQueries.FILL);
  }

  @AfterEach
  void nothingIsLeftOpen() throws IOException {
    database.assertClosed();
  }

  private Connection open(String keys) throws SQLException {
    return DriverManager.getConnection(database.url() + keys);
  }

  /** The very next statement runs, with any time and steps. */
  private static void requireUsable(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement("SELECT count(*) FROM t");
        ResultSet rows = budgeted(statement, QueryBudget.unlimited()).executeQuery()) {
      assertTrue(rows.next());
      assertEquals(1_000, rows.getInt(1));
    }
  }

  private static <T extends SQLException> T cause(Class<T> wanted, RuntimeException thrown) {
    return assertInstanceOf(wanted, thrown.getCause());
  }

  private static void requireSteps(RuntimeException thrown, long interval) {
    BudgetExceededException failure = cause(BudgetExceededException.class, thrown);
    assertEquals(BudgetLimit.VM_STEPS, failure.limit());
    assertEquals(STEPS, failure.limitValue());
    assertTrue(failure.observed() > STEPS, failure.getMessage());
    assertTrue(failure.observed() <= STEPS + interval, failure.getMessage());
    assertEquals(failure.observed(), failure.metrics().vmSteps());
  }

  @ParameterizedTest
  @MethodSource("toolsAndQueries")
  void theLimitsOfTheConnectionStopIt(Tool tool, String sql) throws SQLException {
    try (Connection timed = open("?query_timeout=30");
        Connection stepped = open("?max_vm_steps=" + STEPS)) {
      RuntimeException time = tool.run(timed, sql, 0, null);
      requireUsable(timed);
      RuntimeException steps = tool.run(stepped, sql, 0, null);
      requireUsable(stepped);
      tool.requireKinds(time, steps);
      BudgetTimeoutException timeout = cause(BudgetTimeoutException.class, time);
      assertEquals(30, timeout.limitValue());
      assertTrue(timeout.observed() >= 30, timeout.getMessage());
      requireSteps(steps, INTERVAL);
    }
  }

  @ParameterizedTest
  @MethodSource("toolsAndQueries")
  void theBudgetOfItsStatementStopsIt(Tool tool, String sql) throws SQLException {
    QueryBudget.Builder free = QueryBudget.unlimited().toBuilder();
    try (Connection connection = open("")) {
      RuntimeException time =
          tool.run(connection, sql, 0, free.timeout(Duration.ofMillis(20)).build());
      requireUsable(connection);
      for (long interval : new long[] {50, 7_777}) {
        QueryBudget budget =
            QueryBudget.unlimited().toBuilder()
                .maxVmSteps(STEPS)
                .progressInterval(interval)
                .build();
        RuntimeException steps = tool.run(connection, sql, 0, budget);
        requireUsable(connection);
        requireSteps(steps, interval);
        tool.requireKinds(time, steps);
      }
      assertEquals(20, cause(BudgetTimeoutException.class, time).limitValue());
    }
  }

  @ParameterizedTest
  @MethodSource("toolsAndQueries")
  void theQueryTimeoutOfTheToolStopsIt(Tool tool, String sql) throws SQLException {
    try (Connection connection = open("")) {
      RuntimeException thrown = tool.run(connection, sql, 1, null);
      requireUsable(connection);
      SQLTimeoutException timeout = cause(SQLTimeoutException.class, thrown);
      assertEquals("HYT00", timeout.getSQLState());
      assertTrue(timeout.getErrorCode() != 0, timeout.getMessage());
    }
  }

  /** What an interruption could leave behind. */
  private record Holdings(int compiled, int moreCompiled, int snapshots, long files, long timers) {

    static Holdings of(Connection timed, Connection stepped) throws SQLException {
      return new Holdings(
          CompiledStatements.of(timed),
          CompiledStatements.of(stepped),
          timed.unwrap(IcSqliteConnection.class).statistics().openSnapshots(),
          openFiles(),
          Thread.getAllStackTraces().keySet().stream()
              .filter(thread -> thread.getName().startsWith("icsqlite"))
              .count());
    }

    private static long openFiles() {
      return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
          ? unix.getOpenFileDescriptorCount()
          : 0;
    }
  }

  @Test
  void aThousandInterruptionsLeaveNothingBehind() throws SQLException {
    try (Connection timed = open("?query_timeout=2");
        Connection stepped = open("?max_vm_steps=2000")) {
      interrupt(timed, stepped, 30);
      Holdings before = Holdings.of(timed, stepped);
      interrupt(timed, stepped, 500);
      assertEquals(before, Holdings.of(timed, stepped));
      assertEquals(0, before.snapshots());
      assertNull(timed.getWarnings());
    }
  }

  /** Two interruptions for each count, by every tool and of every query in turn. */
  private static void interrupt(Connection timed, Connection stepped, int count)
      throws SQLException {
    for (int i = 0; i < count; i++) {
      Tool tool = Tool.values()[i % Tool.values().length];
      List<String> queries = RunawayQueries.ALL;
      String sql = queries.get(i / Tool.values().length % queries.size());
      cause(BudgetTimeoutException.class, tool.run(timed, sql, 0, null));
      cause(BudgetExceededException.class, tool.run(stepped, sql, 0, null));
      if (i % 50 == 0) {
        requireUsable(timed);
        requireUsable(stepped);
      }
    }
  }
}
