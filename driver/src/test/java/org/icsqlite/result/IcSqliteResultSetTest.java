package org.icsqlite.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.icsqlite.row.Cursor;
import org.icsqlite.value.ColumnValues;
import org.icsqlite.value.TemporalSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class IcSqliteResultSetTest {

  private final RecordingOwner owner = new RecordingOwner();

  @Test
  void goesThroughTheRowsInOrderAskingOnceForEach() throws SQLException {
    CheckingCursor cursor = numbers(3);
    ResultSet rows = rows(cursor);

    for (int row = 1; row <= 3; row++) {
      assertTrue(rows.next());
      assertEquals(row, rows.getRow());
      assertEquals(row, rows.getInt(1));
      assertEquals(row, cursor.nexts);
    }
    assertFalse(rows.next());
    assertFalse(rows.next());
    assertEquals(0, rows.getRow());
    assertEquals(4, cursor.nexts);
  }

  @Test
  void saysWhyThereIsNoRow() throws SQLException {
    ResultSet rows = rows(numbers(1));
    assertEquals("Before the first row: call next()", message(() -> rows.getInt(1)));
    rows.next();
    rows.next();
    assertEquals("After the last row", message(() -> rows.getInt(1)));

    ResultSet empty = rows(numbers(0));
    empty.next();
    assertEquals("There is no row: the result is empty", message(() -> empty.getInt("n")));
  }

  @Test
  void namesTheColumnsThereAre() throws SQLException {
    ResultSet rows = rows(CheckingCursor.of(List.of("id", "Name"), new Object[] {1, "x"}));
    rows.next();

    assertEquals("There is no column 3; columns are 1 to 2", message(() -> rows.getInt(3)));
    assertEquals(
        "There is no column \"none\"; the result has id, Name", message(() -> rows.getInt("none")));
    assertState("42S22", () -> rows.findColumn(null));
  }

  @Test
  void takesTheFirstOfEqualLabelsWhateverTheirCase() throws SQLException {
    CheckingCursor cursor =
        CheckingCursor.of(List.of("a", "A", "b", "B", "b"), new Object[] {1, 2, 3, 4, 5});
    ResultSet rows = rows(cursor);
    rows.next();

    assertEquals(1, rows.getInt("A"));
    assertEquals(1, rows.getInt("a"));
    assertEquals(3, rows.getInt("B"));
    assertEquals(3, rows.findColumn("b"));
    assertEquals(5, cursor.labelReads);
  }

  @Test
  void findsColumnsBeforeTheFirstRow() throws SQLException {
    assertEquals(1, rows(numbers(0)).findColumn("N"));
  }

  @Test
  void wasNullTellsOfTheColumnReadLast() throws SQLException {
    ResultSet rows =
        rows(CheckingCursor.of(List.of("a", "b"), new Object[] {null, 0}, new Object[] {null, 1}));
    assertState("24000", rows::wasNull);
    rows.next();
    assertState("24000", rows::wasNull);
    assertEquals(0, rows.getInt(1));
    assertTrue(rows.wasNull());
    assertEquals(0, rows.getInt(2));
    assertFalse(rows.wasNull());
    assertNull(rows.getString("a"));
    assertTrue(rows.wasNull());
    rows.next();
    assertState("24000", rows::wasNull);
  }

  @Test
  void knowsItsPlace() throws SQLException {
    ResultSet rows = rows(numbers(2));
    assertTrue(rows.isBeforeFirst());
    assertTrue(rows.isBeforeFirst());
    assertEquals(0, rows.getRow());
    assertFalse(rows.isFirst());
    assertFalse(rows.isLast());
    assertTrue(rows.next());
    assertEquals(1, rows.getInt(1));
    assertEquals(1, rows.getRow());
    assertFalse(rows.isBeforeFirst());
    assertTrue(rows.isFirst());
    assertFalse(rows.isLast());
    assertTrue(rows.next());
    assertEquals(2, rows.getInt(1));
    assertFalse(rows.isFirst());
    assertTrue(rows.isLast());
    assertFalse(rows.isAfterLast());
    assertFalse(rows.next());
    assertTrue(rows.isAfterLast());
    assertFalse(rows.isLast());
    assertFalse(rows.isBeforeFirst());
  }

  @Test
  void anEmptyResultIsNeitherBeforeNorAfterItsRows() throws SQLException {
    CheckingCursor cursor = numbers(0);
    ResultSet rows = rows(cursor);

    assertFalse(rows.isBeforeFirst());
    assertFalse(rows.isAfterLast());
    assertFalse(rows.next());
    assertFalse(rows.isBeforeFirst());
    assertFalse(rows.isAfterLast());
    assertEquals(1, cursor.nexts);
  }

  @Test
  void aFailedRowStaysFailed() throws SQLException {
    SQLException failure = new SQLException("disk I/O error", "58030");
    CheckingCursor cursor = numbers(3).failingAt(2, failure);
    ResultSet rows = rows(cursor);
    rows.next();

    assertSame(failure, assertThrows(SQLException.class, rows::next));
    assertState("24000", () -> rows.getInt(1));
    assertState("24000", rows::next);
    assertEquals(0, rows.getRow());
    assertEquals(2, cursor.nexts);
    rows.close();
    assertEquals(1, cursor.closes);
  }

  @Test
  void aFailureOfTheFirstRowBelongsToNextAndNotToTheMetadata() throws SQLException {
    SQLException failure = new SQLException("integer overflow", "22003");
    ResultSet rows = rows(numbers(1).failingAt(1, failure));

    assertEquals("n", rows.getMetaData().getColumnLabel(1));
    assertSame(failure, assertThrows(SQLException.class, rows::next));
    assertSame(failure, assertThrows(SQLException.class, rows::next));
  }

  @Test
  void aFailureOfTheFirstRowIsNotHiddenByIsBeforeFirst() {
    SQLException failure = new SQLException("integer overflow", "22003");
    ResultSet rows = rows(numbers(1).failingAt(1, failure));

    assertSame(failure, assertThrows(SQLException.class, rows::isBeforeFirst));
    assertSame(failure, assertThrows(SQLException.class, rows::next));
  }

  @Test
  void closesTheCursorThenTellsTheOwnerOnce() throws SQLException {
    CheckingCursor cursor = numbers(1);
    IcSqliteResultSet rows = rows(cursor);
    assertFalse(rows.isClosed());
    rows.close();
    rows.close();

    assertTrue(rows.isClosed());
    assertEquals(1, cursor.closes);
    assertEquals(List.of(rows), owner.closed);
    assertState("24000", rows::next);
    assertState("24000", rows::getMetaData);
    assertEquals("The result set is closed", message(() -> rows.getInt(1)));
  }

  @Test
  void tellsTheOwnerAlsoWhenTheCursorFailsToClose() {
    SQLException failure = new SQLException("not committed", "58030");
    owner.failureAtClose = new SQLException("statement");
    IcSqliteResultSet rows = rows(numbers(1).failingAt(0, failure));

    SQLException thrown = assertThrows(SQLException.class, rows::close);
    assertSame(failure, thrown);
    assertSame(owner.failureAtClose, thrown.getSuppressed()[0]);
    assertEquals(List.of(rows), owner.closed);
    assertTrue(rows.isClosed());
  }

  @Test
  void throwsWhatTheOwnerFailsWithAtTheClose() {
    owner.failureAtClose = new SQLException("statement");
    IcSqliteResultSet rows = rows(numbers(1));

    assertSame(owner.failureAtClose, assertThrows(SQLException.class, rows::close));
  }

  @Test
  void isClosedWithItsStatement() throws SQLException {
    CheckingCursor cursor = numbers(2);
    IcSqliteResultSet rows = rows(cursor);
    rows.next();
    cursor.closeFromOutside();

    assertTrue(rows.isClosed());
    assertState("24000", () -> rows.getInt(1));
    owner.closedBecause = new SQLException("The statement is closed", "HY010");
    assertState("HY010", () -> rows.getInt(1));
    assertState("HY010", rows::next);
    rows.close();
    assertEquals(List.of(rows), owner.closed);
  }

  @Test
  void isForwardOnlyAndReadOnly() throws SQLException {
    ResultSet rows = rows(numbers(1));

    assertEquals(ResultSet.TYPE_FORWARD_ONLY, rows.getType());
    assertEquals(ResultSet.CONCUR_READ_ONLY, rows.getConcurrency());
    assertEquals(ResultSet.HOLD_CURSORS_OVER_COMMIT, rows.getHoldability());
    assertEquals(ResultSet.FETCH_FORWARD, rows.getFetchDirection());
    rows.setFetchDirection(ResultSet.FETCH_FORWARD);
    assertState("0A000", () -> rows.setFetchDirection(ResultSet.FETCH_REVERSE));
    assertState("0A000", () -> rows.setFetchDirection(-1));
    assertEquals(
        "Result sets are forward only: rows are read once, with next()", message(rows::previous));
    assertEquals(
        "Result sets are read only: change rows with UPDATE, INSERT or DELETE",
        message(() -> rows.updateInt(1, 2)));
    assertFalse(rows.rowUpdated());
    assertFalse(rows.rowInserted());
    assertFalse(rows.rowDeleted());
  }

  @Test
  void handsTheFetchSizeOn() throws SQLException {
    ResultSet rows = rows(numbers(1));
    rows.setFetchSize(50);

    assertEquals(50, owner.fetchSize);
    assertEquals(50, rows.getFetchSize());
    assertState("22023", () -> rows.setFetchSize(-1));
    assertEquals(50, rows.getFetchSize());
  }

  @Test
  void hasNoWarningsAndNoCursorName() throws SQLException {
    ResultSet rows = rows(numbers(1));
    rows.clearWarnings();

    assertNull(rows.getWarnings());
    assertNull(rows.getStatement());
    assertState("0A000", rows::getCursorName);
  }

  @Test
  void unwrapsToWhatItIs() throws SQLException {
    IcSqliteResultSet rows = rows(numbers(1));

    assertSame(rows, rows.unwrap(ResultSet.class));
    assertSame(rows, rows.unwrap(IcSqliteResultSet.class));
    assertTrue(rows.isWrapperFor(ResultSet.class));
    assertFalse(rows.isWrapperFor(Statement.class));
    assertFalse(rows.isWrapperFor(null));
    assertState("HY000", () -> rows.unwrap(Statement.class));
    assertState("HY000", () -> rows.unwrap(null));
  }

  @Test
  void describesItselfInAnyState() throws SQLException {
    IcSqliteResultSet rows = rows(numbers(1));
    assertEquals("IcSqliteResultSet[columns 1, BEFORE_FIRST, row 0]", rows.toString());
    rows.next();
    assertEquals("IcSqliteResultSet[columns 1, ON_ROW, row 1]", rows.toString());
    rows.close();
    assertEquals("IcSqliteResultSet[columns 1, CLOSED, row 1]", rows.toString());
  }

  private IcSqliteResultSet rows(Cursor cursor) {
    return new IcSqliteResultSet(cursor, new ColumnValues(TemporalSettings.DEFAULT), owner);
  }

  /** One column "n" with the numbers from 1. */
  private static CheckingCursor numbers(int count) {
    Object[][] rows = new Object[count][];
    for (int row = 0; row < count; row++) {
      rows[row] = new Object[] {row + 1};
    }
    return CheckingCursor.of(List.of("n"), rows);
  }

  private static String message(Executable call) {
    return assertThrows(SQLException.class, call).getMessage();
  }

  private static void assertState(String state, Executable call) {
    assertEquals(state, assertThrows(SQLException.class, call).getSQLState());
  }
}
