package org.icsqlite.row;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import org.icsqlite.value.Row;
import org.junit.jupiter.api.Test;

class ListedRowsTest {

  @Test
  void answersWithEachStorageClass() throws SQLException {
    ListedRows rows =
        ListedRows.of(
            List.of("a", "b", "c", "d", "e", "f"),
            List.<Object[]>of(new Object[] {1, 1L << 40, 2.5, "ö\0", new byte[] {1}, null}));
    assertTrue(rows.next());

    assertEquals(6, rows.columnCount());
    assertEquals(Row.INTEGER, rows.type(0));
    assertEquals(1, rows.integer(0));
    assertEquals(Row.INTEGER, rows.type(1));
    assertEquals(1L << 40, rows.integer(1));
    assertEquals(Row.REAL, rows.type(2));
    assertEquals(2.5, rows.real(2));
    assertEquals(Row.TEXT, rows.type(3));
    assertEquals("ö\0", rows.text(3));
    assertArrayEquals("ö\0".getBytes(StandardCharsets.UTF_8), rows.bytes(3));
    assertEquals(3, rows.byteLength(3));
    assertEquals(Row.BLOB, rows.type(4));
    assertArrayEquals(new byte[] {1}, rows.bytes(4));
    assertEquals(1, rows.byteLength(4));
    assertEquals(Row.NULL, rows.type(5));
  }

  @Test
  void returnsAFreshArrayEachTime() throws SQLException {
    ListedRows rows = ListedRows.of(List.of("a"), List.<Object[]>of(new Object[] {new byte[] {1}}));
    rows.next();
    rows.bytes(0)[0] = 9;

    assertArrayEquals(new byte[] {1}, rows.bytes(0));
  }

  @Test
  void goesForwardToTheEnd() throws SQLException {
    ListedRows rows =
        ListedRows.of(List.of("a"), List.<Object[]>of(new Object[] {1}, new Object[] {2}));

    assertFalse(rows.isLast());
    assertTrue(rows.next());
    assertFalse(rows.isLast());
    assertTrue(rows.next());
    assertEquals(2, rows.integer(0));
    assertTrue(rows.isLast());
    assertFalse(rows.next());
    assertFalse(rows.next());
    assertFalse(rows.isLast());
  }

  @Test
  void hasNoLastRowWithoutRows() throws SQLException {
    ListedRows rows = ListedRows.of(List.of("a"), List.of());

    assertFalse(rows.isLast());
    assertFalse(rows.next());
    assertFalse(rows.isLast());
  }

  @Test
  void keepsLabelsAndTypesAfterTheClose() {
    ListedRows rows = ListedRows.of(List.of("a", "b"), List.of("INT", ""), List.of());
    assertFalse(rows.isClosed());
    rows.close();
    rows.close();

    assertTrue(rows.isClosed());
    assertEquals("b", rows.label(1));
    assertEquals("INT", rows.origin(0).declaredType());
    assertEquals("24000", assertThrows(SQLException.class, rows::next).getSQLState());
  }

  @Test
  void comesFromNoTable() {
    assertSame(ColumnOrigin.EXPRESSION, ListedRows.of(List.of("a"), List.of()).origin(0));
  }

  @Test
  void refusesRowsThatAreNone() {
    List<String> labels = List.of("a");

    assertThrows(
        IllegalArgumentException.class,
        () -> ListedRows.of(labels, List.<Object[]>of(new Object[] {1, 2})));
    assertThrows(
        IllegalArgumentException.class,
        () -> ListedRows.of(labels, List.<Object[]>of(new Object[] {'c'})));
    assertThrows(
        IllegalArgumentException.class,
        () -> ListedRows.of(labels, List.<Object[]>of(new Object[] {Double.NaN})));
    assertThrows(
        IllegalArgumentException.class,
        () -> ListedRows.of(labels, List.of("INT", "INT"), List.of()));
  }
}
