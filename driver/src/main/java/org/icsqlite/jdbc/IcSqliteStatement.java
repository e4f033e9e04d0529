package org.icsqlite.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLSyntaxErrorException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.icsqlite.error.SqlErrors;
import org.icsqlite.error.SqlState;
import org.icsqlite.session.CompiledStatement;
import org.icsqlite.session.Parameters;
import org.icsqlite.session.SqlText;
import org.icsqlite.sql.SqlTokens;
import org.sqlite.ExtendedCommand;

/**
 * A statement that is given its SQL when it is executed. A text of several statements is run as a
 * whole, in order; {@link #getMoreResults()} walks their results. The first that fails ends it, and
 * what came before it stays done, unless a transaction is rolled back.
 */
final class IcSqliteStatement extends StatementBase {

  private static final Parameters NO_PARAMETERS = new Parameters(0);

  private final List<String> batch = new ArrayList<>();
  private boolean escapeProcessing = true;

  IcSqliteStatement(IcSqliteConnection connection) {
    super(connection, connection.queryBudget(), false);
  }

  // ---- execution ------------------------------------------------------------------------------

  /** Runs all statements of a text; the results in their order. */
  private List<Result> run(String sql, KeyRequest asked) throws SQLException {
    requireOpen();
    endResults();
    release(true);
    KeyRequest request = asked.on(connection);
    keys.setDeclined(request == KeyRequest.DECLINED);
    limits.requireLength(sql);
    List<Result> executed = new ArrayList<>();
    if (runExtendedCommand(sql)) {
      return executed;
    }
    SqlText text = new SqlText(escapeProcessing ? JdbcEscapes.translate(sql) : sql);
    for (CompiledStatement next = compile(text); next != null; next = compile(text)) {
      CompiledStatement statement = withKeys(next, request);
      if (statement.parameterCount() > 0) {
        throw SqlErrors.parametersInStatement(statement.parameterCount());
      }
      executed.add(execute(statement, NO_PARAMETERS, statement != next, !text.atEnd()));
    }
    return executed;
  }

  private CompiledStatement compile(SqlText text) throws SQLException {
    if (text.atEnd()) {
      // Compiling would begin another execution, and rows of the one before may be left.
      return null;
    }
    CompiledStatement statement = session.statements().compile(text, limits.calls());
    if (statement != null) {
      used.add(statement);
    }
    return statement;
  }

  private CompiledStatement withKeys(CompiledStatement statement, KeyRequest request)
      throws SQLException {
    if (!request.asked() || statement.columns() > 0 || statement.readOnly()) {
      return statement;
    }
    String sql = request.withReturning(connection, statement.sql());
    return sql.equals(statement.sql()) ? statement : compile(new SqlText(sql));
  }

  private static ExtendedCommand.SQLExtension parse(String sql) throws SQLException {
    try {
      return ExtendedCommand.parse(sql);
    } catch (SQLException e) {
      throw new SQLSyntaxErrorException(e.getMessage(), SqlState.SYNTAX, e);
    }
  }

  /** sqlite-jdbc's own commands, of which backup is one. */
  private boolean runExtendedCommand(String sql) throws SQLException {
    ExtendedCommand.SQLExtension command = sql == null ? null : parse(sql);
    if (command == null) {
      return false;
    }
    if (command instanceof ExtendedCommand.RestoreCommand) {
      throw new SQLFeatureNotSupportedException(
          "restore is refused: it would overwrite the image outside of any transaction;"
              + " read the other database and write its rows here",
          SqlState.FEATURE_NOT_SUPPORTED);
    }
    session.finish(
        () -> {
          command.execute(connection.getDatabase());
          return null;
        });
    return true;
  }

  private boolean execute(String sql, KeyRequest request) throws SQLException {
    List<Result> executed = run(sql, request);
    executed.forEach(results::add);
    if (executed.isEmpty()) {
      results.show(0);
      return false;
    }
    return results.showNext();
  }

  private long update(String sql, KeyRequest request) throws SQLException {
    long count = 0;
    for (Result result : run(sql, request)) {
      count += Math.max(0, result.count());
      if (result.rows() != null && result.count() == Result.NO_COUNT) {
        result.rows().close();
        if (!isPragma(sql)) {
          throw SqlErrors.givesRows();
        }
      }
    }
    results.show(count);
    return count;
  }

  /** Many a pragma that sets something also says what it has set. */
  private static boolean isPragma(String sql) {
    SqlTokens tokens = new SqlTokens(sql);
    tokens.takeEmptyStatements();
    return tokens.takeWord("PRAGMA");
  }

  @Override
  public boolean execute(String sql) throws SQLException {
    return execute(sql, KeyRequest.NONE);
  }

  @Override
  public boolean execute(String sql, int autoGeneratedKeys) throws SQLException {
    return execute(sql, KeyRequest.of(autoGeneratedKeys));
  }

  @Override
  public boolean execute(String sql, int[] columnIndexes) throws SQLException {
    return execute(sql, KeyRequest.of(columnIndexes));
  }

  @Override
  public boolean execute(String sql, String[] columnNames) throws SQLException {
    return execute(sql, KeyRequest.of(columnNames));
  }

  /** Of several statements the first that gives rows. */
  @Override
  public ResultSet executeQuery(String sql) throws SQLException {
    List<Result> executed = run(sql, KeyRequest.NONE);
    while (!executed.isEmpty() && executed.get(0).rows() == null) {
      executed.remove(0);
    }
    if (executed.isEmpty()) {
      throw SqlErrors.givesNoRows();
    }
    executed.forEach(results::add);
    results.showNext();
    return results.rows();
  }

  @Override
  public int executeUpdate(String sql) throws SQLException {
    return intCount(update(sql, KeyRequest.NONE));
  }

  @Override
  public int executeUpdate(String sql, int autoGeneratedKeys) throws SQLException {
    return intCount(update(sql, KeyRequest.of(autoGeneratedKeys)));
  }

  @Override
  public int executeUpdate(String sql, int[] columnIndexes) throws SQLException {
    return intCount(update(sql, KeyRequest.of(columnIndexes)));
  }

  @Override
  public int executeUpdate(String sql, String[] columnNames) throws SQLException {
    return intCount(update(sql, KeyRequest.of(columnNames)));
  }

  /** The rows changed by all statements of the text. */
  @Override
  public long executeLargeUpdate(String sql) throws SQLException {
    return update(sql, KeyRequest.NONE);
  }

  @Override
  public long executeLargeUpdate(String sql, int autoGeneratedKeys) throws SQLException {
    return update(sql, KeyRequest.of(autoGeneratedKeys));
  }

  @Override
  public long executeLargeUpdate(String sql, int[] columnIndexes) throws SQLException {
    return update(sql, KeyRequest.of(columnIndexes));
  }

  @Override
  public long executeLargeUpdate(String sql, String[] columnNames) throws SQLException {
    return update(sql, KeyRequest.of(columnNames));
  }

  // ---- batches --------------------------------------------------------------------------------

  @Override
  public void addBatch(String sql) throws SQLException {
    requireOpen();
    batch.add(new SqlText(sql).sql());
  }

  @Override
  public void clearBatch() throws SQLException {
    requireOpen();
    batch.clear();
  }

  @Override
  public int[] executeBatch() throws SQLException {
    return BatchOutcome.ints(executeLargeBatch());
  }

  /** Runs the texts in order, up to the first that fails; the batch is empty afterwards. */
  @Override
  public long[] executeLargeBatch() throws SQLException {
    requireOpen();
    List<String> texts = List.copyOf(batch);
    batch.clear();
    long[] counts = new long[texts.size()];
    GeneratedKeys all = new GeneratedKeys();
    for (int i = 0; i < counts.length; i++) {
      try {
        counts[i] = update(texts.get(i), KeyRequest.NONE);
        all.addAll(keys);
      } catch (SQLException e) {
        showKeys(all);
        throw BatchOutcome.failure(i, e, Arrays.copyOf(counts, i));
      }
    }
    showKeys(all);
    results.show(Result.NO_COUNT);
    return counts;
  }

  private void showKeys(GeneratedKeys made) throws SQLException {
    keys.clear();
    keys.addAll(made);
  }

  // ---- end ------------------------------------------------------------------------------------

  @Override
  boolean keepsCompiled() {
    return true;
  }

  /** Whether JDBC's escapes in braces are translated; true unless set. */
  @Override
  public void setEscapeProcessing(boolean enable) throws SQLException {
    requireOpen();
    escapeProcessing = enable;
  }
}
