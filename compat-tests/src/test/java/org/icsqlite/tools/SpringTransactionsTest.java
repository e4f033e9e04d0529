package org.icsqlite.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Spring's transactions over a pool of two connections to a file. */
class SpringTransactionsTest {

  @TempDir Path directory;
  private FileDatabase database;
  private HikariDataSource pool;
  private JdbcTemplate jdbc;
  private DataSourceTransactionManager transactions;

  @BeforeEach
  void open() throws SQLException {
    database = new FileDatabase(directory);
    database.run("CREATE TABLE item(id INTEGER PRIMARY KEY, label TEXT NOT NULL UNIQUE)");
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(database.url());
    config.setMaximumPoolSize(2);
    pool = new HikariDataSource(config);
    jdbc = new JdbcTemplate(pool);
    transactions = new DataSourceTransactionManager(pool);
  }

  @AfterEach
  void close() throws IOException {
    pool.close();
    database.assertClosed();
  }

  private TransactionTemplate transaction(int propagation) {
    TransactionTemplate template = new TransactionTemplate(transactions);
    template.setPropagationBehavior(propagation);
    return template;
  }

  private TransactionTemplate required() {
    return transaction(TransactionDefinition.PROPAGATION_REQUIRED);
  }

  private void insert(String label) {
    jdbc.update("INSERT INTO item(label) VALUES (?)", label);
  }

  private List<String> labels() {
    return jdbc.queryForList("SELECT label FROM item ORDER BY id", String.class);
  }

  @Test
  void anExceptionRollsBackAndAReturnCommits() {
    required().executeWithoutResult(status -> insert("kept"));
    assertThrows(
        IllegalStateException.class,
        () ->
            required()
                .executeWithoutResult(
                    status -> {
                      insert("undone");
                      assertEquals(List.of("kept", "undone"), labels());
                      throw new IllegalStateException("no");
                    }));
    required()
        .executeWithoutResult(
            status -> {
              insert("undone too");
              status.setRollbackOnly();
            });
    assertEquals(List.of("kept"), labels());
  }

  @Test
  void aReadOnlyTransactionRefusesToWriteAndTheNextOneMay() {
    TransactionTemplate readOnly = required();
    readOnly.setReadOnly(true);
    DataAccessException refused =
        assertThrows(
            DataAccessException.class,
            () ->
                readOnly.executeWithoutResult(
                    status -> {
                      assertEquals(List.of(), labels());
                      assertTrue(connectionIsReadOnly());
                      insert("refused");
                    }));
    SQLException cause = assertInstanceOf(SQLException.class, refused.getCause());
    assertEquals("25006", cause.getSQLState());
    assertEquals(8, cause.getErrorCode() & 0xff);
    for (int i = 0; i < 2; i++) {
      required().executeWithoutResult(status -> assertFalse(connectionIsReadOnly()));
    }
    insert("written");
    assertEquals(List.of("written"), labels());
  }

  private boolean connectionIsReadOnly() {
    return jdbc.execute((ConnectionCallback<Boolean>) connection -> connection.isReadOnly());
  }

  @Test
  void aReadOnlyTransactionReadsOneSnapshot() {
    insert("before");
    TransactionTemplate readOnly = required();
    readOnly.setReadOnly(true);
    readOnly.executeWithoutResult(
        status -> {
          assertEquals(List.of("before"), labels());
          transaction(TransactionDefinition.PROPAGATION_NOT_SUPPORTED)
              .executeWithoutResult(outside -> insert("meanwhile"));
          assertEquals(List.of("before"), labels());
        });
    assertEquals(List.of("before", "meanwhile"), labels());
  }

  @Test
  void nestedTransactionsAreSavepoints() {
    TransactionTemplate nested = transaction(TransactionDefinition.PROPAGATION_NESTED);
    required()
        .executeWithoutResult(
            outer -> {
              insert("outer");
              nested.executeWithoutResult(inner -> insert("nested"));
              assertThrows(
                  DuplicateKeyException.class,
                  () ->
                      nested.executeWithoutResult(
                          inner -> {
                            insert("undone");
                            insert("outer");
                          }));
              Object savepoint = outer.createSavepoint();
              insert("undone as well");
              outer.rollbackToSavepoint(savepoint);
              outer.releaseSavepoint(savepoint);
            });
    assertEquals(List.of("outer", "nested"), labels());
  }

  @Test
  void aTransactionOfItsOwnCommitsBesideTheOuterOne() {
    assertThrows(
        IllegalStateException.class,
        () ->
            required()
                .executeWithoutResult(
                    outer -> {
                      assertEquals(List.of(), labels());
                      transaction(TransactionDefinition.PROPAGATION_REQUIRES_NEW)
                          .executeWithoutResult(inner -> insert("own"));
                      throw new IllegalStateException("no");
                    }));
    assertEquals(List.of("own"), labels());
  }

  @Test
  void aTransactionThatHasReadCannotWriteOverAnother() {
    CannotAcquireLockException stale =
        assertThrows(
            CannotAcquireLockException.class,
            () ->
                required()
                    .executeWithoutResult(
                        outer -> {
                          assertEquals(List.of(), labels());
                          transaction(TransactionDefinition.PROPAGATION_REQUIRES_NEW)
                              .executeWithoutResult(inner -> insert("first"));
                          insert("second");
                        }));
    assertEquals("40001", ((SQLException) stale.getCause()).getSQLState());
    assertEquals(List.of("first"), labels());
  }

  @Test
  void theTimeoutOfATransactionEndsItsQuery() {
    TransactionTemplate timed = required();
    timed.setTimeout(1);
    QueryTimeoutException slow =
        assertThrows(
            QueryTimeoutException.class,
            () ->
                timed.execute(
                    status ->
                        jdbc.queryForObject(
                            "WITH RECURSIVE i(v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM i)"
                                + " SELECT count(*) FROM i",
                            Long.class)));
    assertEquals("HYT00", ((SQLException) slow.getCause()).getSQLState());
    insert("afterwards");
    assertEquals(List.of("afterwards"), labels());
  }

  @Test
  void everyIsolationIsTaken() {
    for (int isolation :
        new int[] {
          TransactionDefinition.ISOLATION_READ_UNCOMMITTED,
          TransactionDefinition.ISOLATION_READ_COMMITTED,
          TransactionDefinition.ISOLATION_REPEATABLE_READ,
          TransactionDefinition.ISOLATION_SERIALIZABLE
        }) {
      TransactionTemplate template = required();
      template.setIsolationLevel(isolation);
      template.executeWithoutResult(status -> insert("isolation " + isolation));
    }
    assertEquals(4, labels().size());
  }

  @Test
  void aStatementOfTheCallersOwnJoinsTheTransaction() {
    required()
        .executeWithoutResult(
            status -> {
              jdbc.execute(
                  (ConnectionCallback<Void>)
                      connection -> {
                        assertFalse(connection.getAutoCommit());
                        try (Statement statement = connection.createStatement()) {
                          statement.executeUpdate("INSERT INTO item(label) VALUES ('raw')");
                        }
                        return null;
                      });
              status.setRollbackOnly();
            });
    assertEquals(List.of(), labels());
  }
}
