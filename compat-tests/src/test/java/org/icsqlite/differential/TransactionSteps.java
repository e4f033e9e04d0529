package org.icsqlite.differential;

import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.Properties;

/** Transactions, savepoints, batches, keys, and what a connection says of itself. */
final class TransactionSteps implements Part {

  private static final String COUNT = "SELECT count(*), sum(a) FROM t";

  @Override
  public void run(Side side, Outcomes outcomes) throws Exception {
    transactions(side, outcomes);
    sqlWithin(side, outcomes);
    rolledBack(side, outcomes);
    openRows(side, outcomes);
    savepoints(side, outcomes);
    batches(side, outcomes);
    connection(side, outcomes);
    statement(side, outcomes);
    ends(side, outcomes);
  }

  private static void transactions(Side side, Outcomes outcomes) throws Exception {
    Connection connection = side.open("CREATE TABLE t(a UNIQUE)");
    Statement statement = connection.createStatement();
    outcomes.recordCall("tx commit with auto-commit", connection::commit);
    outcomes.recordCall("tx rollback with auto-commit", connection::rollback);
    outcomes.recordCall("tx off", () -> connection.setAutoCommit(false));
    outcomes.record("tx off?", connection::getAutoCommit);
    outcomes.recordCall("tx commit nothing", connection::commit);
    outcomes.recordCall("tx rollback nothing", connection::rollback);
    outcomes.record("tx insert", () -> statement.executeUpdate("INSERT INTO t VALUES(1)"));
    outcomes.recordCall("tx rollback", connection::rollback);
    outcomes.record("tx after rollback", () -> StatementSteps.content(connection, COUNT));
    outcomes.record("tx insert 2", () -> statement.executeUpdate("INSERT INTO t VALUES(2)"));
    outcomes.record("tx insert 2 again", () -> statement.executeUpdate("INSERT INTO t VALUES(2)"));
    outcomes.record("tx insert 3", () -> statement.executeUpdate("INSERT INTO t VALUES(3)"));
    outcomes.recordCall("tx on", () -> connection.setAutoCommit(true));
    outcomes.record("tx after on", () -> StatementSteps.content(connection, COUNT));
    outcomes.record("tx BEGIN as SQL", () -> statement.execute("BEGIN"));
    outcomes.record("tx BEGIN twice", () -> statement.execute("BEGIN"));
    outcomes.record("tx auto-commit in BEGIN", connection::getAutoCommit);
    outcomes.recordCall("tx commit in BEGIN", connection::commit);
    outcomes.record("tx COMMIT as SQL", () -> statement.execute("COMMIT"));
    outcomes.recordCall("tx close", connection::close);
  }

  private static void sqlWithin(Side side, Outcomes outcomes) throws Exception {
    Connection connection = side.open("CREATE TABLE t(a UNIQUE)");
    connection.setAutoCommit(false);
    Statement statement = connection.createStatement();
    outcomes.record("within BEGIN", () -> statement.execute("BEGIN"));
    outcomes.record("within insert", () -> statement.executeUpdate("INSERT INTO t VALUES(4)"));
    outcomes.record("within COMMIT", () -> statement.execute("COMMIT"));
    outcomes.record("within insert 2", () -> statement.executeUpdate("INSERT INTO t VALUES(5)"));
    outcomes.recordCall("within rollback", connection::rollback);
    outcomes.record("within end", () -> StatementSteps.content(connection, COUNT));
    outcomes.recordCall("within close", connection::close);
  }

  private static void rolledBack(Side side, Outcomes outcomes) throws Exception {
    Connection connection = side.open("CREATE TABLE t(a UNIQUE)", "INSERT INTO t VALUES(2)");
    connection.setAutoCommit(false);
    Statement statement = connection.createStatement();
    outcomes.record("lost insert", () -> statement.executeUpdate("INSERT INTO t VALUES(1)"));
    outcomes.record(
        "lost or rollback", () -> statement.executeUpdate("INSERT OR ROLLBACK INTO t VALUES(2)"));
    outcomes.record("lost insert 2", () -> statement.executeUpdate("INSERT INTO t VALUES(6)"));
    outcomes.recordCall("lost commit", connection::commit);
    outcomes.recordCall("lost rollback", connection::rollback);
    outcomes.record("lost end", () -> StatementSteps.content(connection, COUNT));
    outcomes.recordCall("lost close", connection::close);
  }

  private static void openRows(Side side, Outcomes outcomes) throws Exception {
    for (boolean autoCommit : new boolean[] {true, false}) {
      Connection connection = side.open("CREATE TABLE t(a)", "INSERT INTO t VALUES(1), (2), (3)");
      connection.setAutoCommit(autoCommit);
      String step = "open rows " + (autoCommit ? "auto " : "manual ");
      Statement statement = connection.createStatement();
      Statement other = connection.createStatement();
      String query = "SELECT a FROM t ORDER BY rowid";
      if (!autoCommit) {
        ResultSet atCommit = other.executeQuery(query);
        atCommit.next();
        outcomes.recordCall(step + "commit", connection::commit);
        outcomes.record(step + "next after commit", atCommit::next);
        outcomes.record(step + "get after commit", () -> atCommit.getInt(1));
        ResultSet atRollback = other.executeQuery(query);
        atRollback.next();
        outcomes.recordCall(step + "rollback", connection::rollback);
        outcomes.record(step + "next after rollback", atRollback::next);
      }
      ResultSet rows = other.executeQuery(query);
      rows.next();
      outcomes.record(step + "drop", () -> statement.executeUpdate("DROP TABLE t"));
      outcomes.record(step + "insert", () -> statement.executeUpdate("INSERT INTO t VALUES(4)"));
      outcomes.record(
          step + "alter", () -> statement.executeUpdate("ALTER TABLE t ADD COLUMN b DEFAULT 7"));
      outcomes.record(step + "next", rows::next);
      outcomes.recordCall(step + "close", rows::close);
      outcomes.record(step + "content", () -> other.executeQuery("SELECT * FROM t"));
      ResultSet ended = other.executeQuery(query);
      while (ended.next()) {
        ended.getInt(1);
      }
      outcomes.record(step + "drop after the last", () -> statement.executeUpdate("DROP TABLE t"));
      other.setMaxRows(1);
      ResultSet limited = other.executeQuery("SELECT * FROM sqlite_schema UNION SELECT 1,2,3,4,5");
      limited.next();
      outcomes.record(step + "no more than one", limited::next);
      outcomes.record(step + "VACUUM", () -> statement.executeUpdate("VACUUM"));
      outcomes.recordCall(step + "end", connection::close);
    }
  }

  private static void savepoints(Side side, Outcomes outcomes) throws Exception {
    try (Connection connection = side.open("CREATE TABLE t(a)")) {
      Statement statement = connection.createStatement();
      outcomes.record("savepoint with auto-commit", () -> name(connection.setSavepoint("x")));
      connection.setAutoCommit(false);
      Savepoint one = connection.setSavepoint("one");
      statement.execute("INSERT INTO t VALUES(1)");
      Savepoint two = connection.setSavepoint();
      statement.execute("INSERT INTO t VALUES(2)");
      outcomes.record("savepoint name", one::getSavepointName);
      outcomes.record("savepoint id of a named one", one::getSavepointId);
      outcomes.record("savepoint name of one without", two::getSavepointName);
      outcomes.recordCall("savepoint rollback", () -> connection.rollback(two));
      outcomes.record("savepoint after", () -> StatementSteps.content(connection, COUNT));
      outcomes.recordCall("savepoint rollback again", () -> connection.rollback(two));
      outcomes.recordCall("savepoint release", () -> connection.releaseSavepoint(one));
      outcomes.recordCall("savepoint rollback released", () -> connection.rollback(one));
      outcomes.recordCall("savepoint release released", () -> connection.releaseSavepoint(two));
      outcomes.recordCall("savepoint odd name", () -> connection.setSavepoint("a'b\"c d"));
      outcomes.recordCall("savepoint same name", () -> connection.setSavepoint("a'b\"c d"));
      outcomes.recordCall("savepoint rollback null", () -> connection.rollback(null));
      outcomes.recordCall("savepoint commit", connection::commit);
      outcomes.record("savepoint end", () -> StatementSteps.content(connection, COUNT));
    }
  }

  private static String name(Savepoint savepoint) throws Exception {
    return savepoint.getSavepointName();
  }

  private static void batches(Side side, Outcomes outcomes) throws Exception {
    for (boolean autoCommit : new boolean[] {true, false}) {
      try (Connection connection =
          side.open("CREATE TABLE t(id INTEGER PRIMARY KEY, a INT UNIQUE)")) {
        connection.setAutoCommit(autoCommit);
        String step = "batch " + (autoCommit ? "auto" : "manual");
        PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO t(a) VALUES(?)", Statement.RETURN_GENERATED_KEYS);
        outcomes.record(step + " empty", insert::executeBatch);
        for (int i = 1; i <= 3; i++) {
          insert.setInt(1, i);
          insert.addBatch();
        }
        outcomes.record(step + " three", insert::executeBatch);
        outcomes.record(step + " three keys", () -> StatementSteps.keys(insert));
        outcomes.record(step + " count", insert::getUpdateCount);
        outcomes.record(step + " again", insert::executeBatch);
        for (int a : new int[] {4, 2, 5}) {
          insert.setInt(1, a);
          insert.addBatch();
        }
        outcomes.record(step + " failing", insert::executeBatch);
        outcomes.record(step + " content", () -> StatementSteps.content(connection, COUNT));
        outcomes.record(step + " after the failure", insert::executeBatch);
        insert.clearBatch();
        insert.setInt(1, 7);
        insert.addBatch();
        outcomes.record(step + " large", insert::executeLargeBatch);
        Statement statement = connection.createStatement();
        for (String sql :
            new String[] {
              "INSERT INTO t(a) VALUES(11)", "UPDATE t SET a = a + 100 WHERE a < 3",
              "INSERT INTO t(a) VALUES(11)", "INSERT INTO t(a) VALUES(12)"
            }) {
          statement.addBatch(sql);
        }
        outcomes.record(
            step + " statements",
            () -> {
              try {
                return statement.executeBatch();
              } catch (BatchUpdateException e) {
                return "failed after " + Shown.value(e.getLargeUpdateCounts());
              }
            });
        outcomes.record(step + " end", () -> StatementSteps.content(connection, COUNT));
        outcomes.recordCall(step + " null", () -> statement.addBatch(null));
        outcomes.recordCall(step + " clear", statement::clearBatch);
      }
    }
  }

  private static void connection(Side side, Outcomes outcomes) throws Exception {
    try (Connection connection = side.open()) {
      String step = "connection ";
      outcomes.record(step + "isolation", connection::getTransactionIsolation);
      for (int level : new int[] {0, 1, 2, 4, 8, 99}) {
        outcomes.recordCall(
            step + "isolation " + level, () -> connection.setTransactionIsolation(level));
        outcomes.record(step + "isolation after " + level, connection::getTransactionIsolation);
      }
      outcomes.record(step + "catalog", connection::getCatalog);
      outcomes.recordCall(step + "set catalog", () -> connection.setCatalog("x"));
      outcomes.record(step + "schema", connection::getSchema);
      outcomes.recordCall(step + "set schema", () -> connection.setSchema("x"));
      outcomes.record(step + "holdability", connection::getHoldability);
      outcomes.recordCall(step + "set holdability 1", () -> connection.setHoldability(1));
      outcomes.recordCall(step + "set holdability 2", () -> connection.setHoldability(2));
      outcomes.record(step + "read-only", connection::isReadOnly);
      outcomes.record(step + "warnings", connection::getWarnings);
      outcomes.record(step + "valid", () -> connection.isValid(1));
      outcomes.record(step + "valid -1", () -> connection.isValid(-1));
      outcomes.record(step + "native SQL", () -> connection.nativeSQL("SELECT {d '2024-02-29'}"));
      outcomes.record(step + "type map", connection::getTypeMap);
      outcomes.record(step + "client info", () -> connection.getClientInfo("x"));
      outcomes.record(step + "network timeout", connection::getNetworkTimeout);
      outcomes.recordCall(
          step + "set network timeout", () -> connection.setNetworkTimeout(Runnable::run, 1000));
      outcomes.record(step + "createBlob", connection::createBlob);
      outcomes.record(step + "createClob", connection::createClob);
      outcomes.record(step + "createSQLXML", connection::createSQLXML);
      outcomes.record(step + "createArrayOf", () -> connection.createArrayOf("x", new Object[0]));
      outcomes.record(step + "createStruct", () -> connection.createStruct("x", new Object[0]));
      outcomes.record(step + "prepareCall", () -> connection.prepareCall("{call x()}"));
      for (int type : new int[] {1003, 1004, 1005, 7}) {
        for (int concurrency : new int[] {1007, 1008}) {
          outcomes.record(
              step + "statement " + type + " " + concurrency,
              () -> connection.createStatement(type, concurrency));
        }
      }
      outcomes.record(step + "statement held", () -> connection.createStatement(1003, 1007, 1));
      outcomes.record(step + "prepare null", () -> connection.prepareStatement(null));
      outcomes.record(
          step + "properties",
          () -> {
            connection.setClientInfo(new Properties());
            return "done";
          });
      outcomes.record(step + "wrapper", () -> connection.isWrapperFor(Connection.class));
      outcomes.record(step + "no wrapper", () -> connection.isWrapperFor(Statement.class));
      outcomes.record(step + "unwrap", () -> connection.unwrap(Connection.class));
    }
  }

  private static void statement(Side side, Outcomes outcomes) throws Exception {
    try (Connection connection = side.open();
        Statement statement = connection.createStatement()) {
      String step = "statement ";
      outcomes.record(step + "fetch size", statement::getFetchSize);
      outcomes.recordCall(step + "fetch size 10", () -> statement.setFetchSize(10));
      outcomes.record(step + "fetch size now", statement::getFetchSize);
      outcomes.recordCall(step + "fetch size -1", () -> statement.setFetchSize(-1));
      outcomes.recordCall(step + "max rows -1", () -> statement.setMaxRows(-1));
      outcomes.recordCall(step + "max rows 2", () -> statement.setMaxRows(2));
      outcomes.record(step + "two rows", () -> statement.executeQuery("VALUES (1), (2), (3)"));
      outcomes.recordCall(step + "large max rows 1", () -> statement.setLargeMaxRows(1));
      outcomes.record(step + "one row", () -> statement.executeQuery("VALUES (1), (2), (3)"));
      outcomes.recordCall(step + "max rows 0", () -> statement.setMaxRows(0));
      outcomes.record(step + "three rows", () -> statement.executeQuery("VALUES (1), (2), (3)"));
      outcomes.record(step + "max field size", statement::getMaxFieldSize);
      outcomes.recordCall(step + "max field size 2", () -> statement.setMaxFieldSize(2));
      outcomes.record(step + "cut", () -> statement.executeQuery("SELECT 'abc', x'010203', 12345"));
      outcomes.recordCall(step + "max field size -1", () -> statement.setMaxFieldSize(-1));
      outcomes.recordCall(step + "max field size 0", () -> statement.setMaxFieldSize(0));
      outcomes.record(step + "timeout", statement::getQueryTimeout);
      outcomes.recordCall(step + "timeout 5", () -> statement.setQueryTimeout(5));
      outcomes.record(step + "timeout now", statement::getQueryTimeout);
      outcomes.recordCall(step + "timeout -1", () -> statement.setQueryTimeout(-1));
      outcomes.record(step + "rows", statement::getResultSet);
      outcomes.record(step + "count", statement::getUpdateCount);
      outcomes.record(step + "large count", statement::getLargeUpdateCount);
      outcomes.record(step + "more", statement::getMoreResults);
      outcomes.record(step + "more kept", () -> statement.getMoreResults(2));
      outcomes.record(step + "more 99", () -> statement.getMoreResults(99));
      outcomes.record(step + "more, all closed", () -> statement.getMoreResults(3));
      outcomes.record(step + "rows asked for twice", () -> askTwice(statement));
      outcomes.record(step + "keys", () -> StatementSteps.keys(statement));
      outcomes.record(step + "poolable", statement::isPoolable);
      outcomes.recordCall(step + "set poolable", () -> statement.setPoolable(true));
      outcomes.record(step + "holdability", statement::getResultSetHoldability);
      outcomes.record(step + "type", statement::getResultSetType);
      outcomes.record(step + "concurrency", statement::getResultSetConcurrency);
      outcomes.record(step + "direction", statement::getFetchDirection);
      outcomes.recordCall(step + "direction 1001", () -> statement.setFetchDirection(1001));
      outcomes.recordCall(step + "direction 7", () -> statement.setFetchDirection(7));
      outcomes.recordCall(step + "cursor name", () -> statement.setCursorName("c"));
      outcomes.recordCall(step + "escapes", () -> statement.setEscapeProcessing(true));
      outcomes.recordCall(step + "cancel", statement::cancel);
      outcomes.record(step + "warnings", statement::getWarnings);
      outcomes.record(step + "null", () -> statement.execute(null));
      outcomes.record(step + "escape", () -> statement.executeQuery("SELECT {d '2024-02-29'}"));
      outcomes.record(step + "quoted", () -> statement.enquoteLiteral("it's"));
      outcomes.record(step + "identifier", () -> statement.enquoteIdentifier("a b", false));
      outcomes.record(step + "simple", () -> statement.isSimpleIdentifier("a b"));
      outcomes.record(step + "wrapper", () -> statement.isWrapperFor(Statement.class));
      outcomes.record(step + "no wrapper", () -> statement.isWrapperFor(Connection.class));
      outcomes.record(step + "unwrap wrongly", () -> statement.unwrap(Connection.class));
      outcomes.recordCall(step + "close on completion", statement::closeOnCompletion);
      outcomes.record(step + "closes on completion", statement::isCloseOnCompletion);
      outcomes.record(step + "last rows", () -> statement.executeQuery("SELECT 1"));
      outcomes.record(step + "closed by its rows", statement::isClosed);
    }
  }

  private static ResultSet askTwice(Statement statement) throws Exception {
    statement.execute("VALUES (1)");
    statement.getResultSet();
    return statement.getResultSet();
  }

  private static void ends(Side side, Outcomes outcomes) throws Exception {
    Connection connection = side.open("CREATE TABLE t(a)");
    Statement closed = connection.createStatement();
    PreparedStatement prepared = connection.prepareStatement("SELECT ?");
    Statement left = connection.createStatement();
    ResultSet rows = left.executeQuery("VALUES (1), (2)");
    rows.next();
    closed.close();
    outcomes.recordCall("end close twice", closed::close);
    outcomes.record("end closed", closed::isClosed);
    outcomes.record("end execute", () -> closed.execute("SELECT 1"));
    outcomes.record("end count", closed::getUpdateCount);
    outcomes.record("end rows", closed::getResultSet);
    outcomes.record("end keys", closed::getGeneratedKeys);
    outcomes.record("end connection of closed", closed::getConnection);
    outcomes.recordCall("end cancel closed", closed::cancel);
    connection.close();
    outcomes.recordCall("end connection twice", connection::close);
    outcomes.record("end connection closed", connection::isClosed);
    outcomes.record("end valid", () -> connection.isValid(1));
    outcomes.record("end statement closed", left::isClosed);
    outcomes.record("end rows closed", rows::isClosed);
    outcomes.record("end next", rows::next);
    outcomes.record("end get", () -> rows.getInt(1));
    outcomes.record("end create", connection::createStatement);
    outcomes.record("end prepare", () -> connection.prepareStatement("SELECT 1"));
    outcomes.recordCall("end set", () -> prepared.setInt(1, 1));
    outcomes.record("end query", prepared::executeQuery);
    outcomes.record(
        "end metadata", () -> connection.getMetaData().getTables(null, null, "%", null));
    outcomes.record("end auto-commit", connection::getAutoCommit);
    outcomes.recordCall("end set auto-commit", () -> connection.setAutoCommit(false));
    outcomes.recordCall("end commit", connection::commit);
    outcomes.recordCall("end rollback", connection::rollback);
    outcomes.record("end read-only", connection::isReadOnly);
    outcomes.record("end warnings", connection::getWarnings);
    outcomes.record("end schema", connection::getSchema);
    outcomes.record("end savepoint", connection::setSavepoint);
    outcomes.recordCall("end rows close", rows::close);
    outcomes.recordCall("end statement close", left::close);
  }
}
