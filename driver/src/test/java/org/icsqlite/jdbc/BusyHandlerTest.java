package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sqlite.BusyHandler;

/** A busy handler of the user's, and the busy timeout, of which the one set last counts. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class BusyHandlerTest {

  private final String url = Urls.fresh() + "?busy_timeout=600000";
  private final List<Integer> asked = new ArrayList<>();
  private IcSqliteConnection holder;
  private IcSqliteConnection writer;

  @BeforeEach
  void open() throws SQLException {
    holder = (IcSqliteConnection) Urls.open(url);
    writer = (IcSqliteConnection) Urls.open(url);
    Urls.exec(holder, "CREATE TABLE t(x)");
    holder.setAutoCommit(false);
    Urls.exec(holder, "INSERT INTO t VALUES(0)");
    BusyHandler.setHandler(
        writer,
        new BusyHandler() {
          @Override
          protected int callback(int before) {
            asked.add(before);
            return before < 2 ? 1 : 0;
          }
        });
  }

  @AfterEach
  void close() throws SQLException {
    writer.close();
    holder.close();
  }

  private SQLException refused() {
    return assertThrows(SQLException.class, () -> Urls.exec(writer, "INSERT INTO t VALUES(1)"));
  }

  private void assertWaits(int millis) {
    long start = System.nanoTime();
    String message = refused().getMessage();

    assertTrue(System.nanoTime() - start >= TimeUnit.MILLISECONDS.toNanos(millis));
    assertTrue(message.contains("waited " + millis + " ms (busy_timeout)"), message);
  }

  @Test
  void itIsAskedInPlaceOfTheBusyTimeoutAndTheErrorBlamesTheHolderAlone() {
    SQLException failure = refused();

    assertEquals(List.of(0, 1, 2), asked);
    assertEquals("HYT00", failure.getSQLState());
    assertEquals(5, failure.getErrorCode());
    assertTrue(
        failure
            .getMessage()
            .matches(
                "database is locked: another connection writes, held for \\d+ ms by a transaction"
                    + " begun in this same thread \\Q"
                    + Thread.currentThread().getName()
                    + "\\E"),
        failure.getMessage());
  }

  @Test
  void withoutItNobodyWaits() throws SQLException {
    BusyHandler.clearHandler(writer);

    assertEquals(5, refused().getErrorCode());
    assertEquals(List.of(), asked);
  }

  @Test
  void theBusyTimeoutThatIsSetLaterIsWaitedFor() throws SQLException {
    writer.setBusyTimeout(40);
    assertWaits(40);

    BusyHandler.clearHandler(writer);
    writer.setBusyTimeout(30);
    assertWaits(30);
    assertEquals(List.of(), asked);
  }

  @Test
  void thePragmaTakesItsPlaceAsWell() throws SQLException {
    Urls.exec(writer, "PRAGMA busy_timeout=35");
    assertWaits(35);
    assertEquals(List.of(), asked);
  }

  @Test
  void readingTheBusyTimeoutLeavesIt() throws SQLException {
    assertEquals(600_000, Urls.number(writer, "PRAGMA busy_timeout"));
    refused();

    assertEquals(List.of(0, 1, 2), asked);
  }
}
