package org.icsqlite.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.JDBCType;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import org.icsqlite.row.ColumnOrigin;
import org.icsqlite.row.Cursor;
import org.icsqlite.row.ListedRows;
import org.icsqlite.value.ColumnValues;
import org.icsqlite.value.TemporalSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IcSqliteResultSetMetaDataTest {

  @Test
  void namesColumnsByTheirLabels() throws SQLException {
    ResultSetMetaData columns = columns(List.of("a", "b"), List.of("", "INT"));

    assertEquals(2, columns.getColumnCount());
    assertEquals("b", columns.getColumnLabel(2));
    assertEquals("b", columns.getColumnName(2));
    assertEquals("IcSqliteResultSetMetaData[a, b]", columns.toString());
  }

  @Test
  void aWellKnownDeclarationCountsMoreThanTheValue() throws SQLException {
    ResultSetMetaData columns =
        columns(
            List.of("a", "b", "c", "d"),
            List.of("DATE", "BOOLEAN", "DECIMAL(10,2)", "VARCHAR(7)"),
            "2024-01-01",
            1,
            3,
            null);

    assertEquals(Types.DATE, columns.getColumnType(1));
    assertEquals(Types.BOOLEAN, columns.getColumnType(2));
    assertEquals(Types.DECIMAL, columns.getColumnType(3));
    assertEquals(Types.VARCHAR, columns.getColumnType(4));
    assertEquals("DECIMAL", columns.getColumnTypeName(3));
    assertEquals(10, columns.getPrecision(3));
    assertEquals(2, columns.getScale(3));
    assertEquals(7, columns.getColumnDisplaySize(4));
  }

  @Test
  void theValueCountsMoreThanAnAffinity() throws SQLException {
    ResultSetMetaData columns =
        columns(List.of("a", "b", "c"), List.of("MONEY", "MONEY", "POINT"), "x", null, 2.5);

    assertEquals(Types.VARCHAR, columns.getColumnType(1));
    assertEquals(Types.NUMERIC, columns.getColumnType(2));
    assertEquals(Types.FLOAT, columns.getColumnType(3));
    assertEquals("MONEY", columns.getColumnTypeName(1));
  }

  @Test
  void expressionsHaveTheTypesOfTheirValues() throws SQLException {
    ResultSetMetaData columns =
        columns(
            List.of("a", "b", "c", "d", "e", "f"),
            List.of("", "", "", "", "", ""),
            1,
            1L << 40,
            2.5,
            "x",
            new byte[1],
            null);

    assertEquals(
        List.of(Types.INTEGER, Types.BIGINT, Types.FLOAT, Types.VARCHAR, Types.BLOB, Types.OTHER),
        List.of(
            columns.getColumnType(1),
            columns.getColumnType(2),
            columns.getColumnType(3),
            columns.getColumnType(4),
            columns.getColumnType(5),
            columns.getColumnType(6)));
    assertEquals("INTEGER", columns.getColumnTypeName(2));
    assertEquals("FLOAT", columns.getColumnTypeName(3));
    assertEquals("TEXT", columns.getColumnTypeName(4));
    assertEquals("BLOB", columns.getColumnTypeName(5));
    assertEquals("ANY", columns.getColumnTypeName(6));
    assertEquals("java.lang.Integer", columns.getColumnClassName(1));
    assertEquals("java.lang.Long", columns.getColumnClassName(2));
    assertEquals("java.lang.Double", columns.getColumnClassName(3));
    assertEquals("java.lang.String", columns.getColumnClassName(4));
    assertEquals("[B", columns.getColumnClassName(5));
    assertEquals("java.lang.Object", columns.getColumnClassName(6));
    assertTrue(columns.isSigned(1));
    assertFalse(columns.isSigned(4));
    assertFalse(columns.isSigned(6));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "cast(size AS boolean)                  ; BOOLEAN          ; BOOLEAN   ; 0  ; 0",
        "CAST (size+1 as Decimal( 9 , 2 ))      ; DECIMAL          ; DECIMAL   ; 9  ; 2",
        "CAST(coalesce(a, (b)) AS VARCHAR(30))  ; VARCHAR          ; VARCHAR   ; 30 ; 0",
        "CAST(CAST(a AS TEXT) AS INTEGER)       ; INTEGER          ; INTEGER   ; 0  ; 0",
        "CAST('x AS DATE)' AS double precision) ; DOUBLE PRECISION ; DOUBLE    ; 0  ; 0",
        "CAST(\"as\" AS \"timestamp\")           ; \"TIMESTAMP\"      ; NUMERIC   ; 0  ; 0",
        "cast(/* AS INT */ a AS TIMESTAMP)      ; TIMESTAMP        ; TIMESTAMP ; 0  ; 0",
        "CAST(a AS TEXT) || 'x'                 ; ANY              ; OTHER     ; 0  ; 0",
        "(CAST(a AS TEXT))                      ; ANY              ; OTHER     ; 0  ; 0",
        "cast(a, b)                             ; ANY              ; OTHER     ; 0  ; 0",
        "cast(a AS )                            ; ANY              ; OTHER     ; 0  ; 0",
        "cast(a AS TEXT                         ; ANY              ; OTHER     ; 0  ; 0",
        "cast(                                  ; ANY              ; OTHER     ; 0  ; 0",
        "cast                                   ; ANY              ; OTHER     ; 0  ; 0",
        "castle(a AS TEXT)                      ; ANY              ; OTHER     ; 0  ; 0",
        "''                                     ; ANY              ; OTHER     ; 0  ; 0",
      })
  void aCastDeclaresItsType(String label, String name, JDBCType type, int precision, int scale)
      throws SQLException {
    ResultSetMetaData columns = rows(ListedRows.of(List.of(label), List.of())).getMetaData();

    assertEquals(name, columns.getColumnTypeName(1));
    assertEquals(type, JDBCType.valueOf(columns.getColumnType(1)));
    assertEquals(precision, columns.getPrecision(1));
    assertEquals(scale, columns.getScale(1));
  }

  @Test
  void anIntegerBeyondIntIsABigint() throws SQLException {
    ResultSetMetaData columns =
        columns(List.of("a", "b"), List.of("INTEGER", "INTEGER"), 1L << 40, 1L);

    assertEquals(Types.BIGINT, columns.getColumnType(1));
    assertEquals(Types.INTEGER, columns.getColumnType(2));
    assertEquals("java.lang.Integer", columns.getColumnClassName(2));
  }

  @Test
  void withoutARowTheDeclarationIsAllThereIs() throws SQLException {
    ResultSetMetaData columns =
        columns(List.of("a", "b", "c", "d", "e"), List.of("INTEGER", "REAL", "TEXT", "POINT", ""));

    assertEquals(Types.INTEGER, columns.getColumnType(1));
    assertEquals(Types.INTEGER, columns.getColumnType(4));
    assertEquals(Types.OTHER, columns.getColumnType(5));
    assertEquals("java.lang.Number", columns.getColumnClassName(1));
    assertEquals("java.lang.Double", columns.getColumnClassName(2));
    assertEquals("java.lang.String", columns.getColumnClassName(3));
    assertEquals("java.lang.Object", columns.getColumnClassName(5));
    assertEquals(20, columns.getColumnDisplaySize(1));
    assertEquals(24, columns.getColumnDisplaySize(2));
    assertEquals(Integer.MAX_VALUE, columns.getColumnDisplaySize(3));
  }

  @Test
  void theClassIsThatOfGetObject() throws SQLException {
    ResultSet rows =
        rows(
            ListedRows.of(
                List.of("a"),
                List.of("NUMERIC"),
                List.<Object[]>of(
                    new Object[] {1},
                    new Object[] {1L << 40},
                    new Object[] {0.5},
                    new Object[] {"x"},
                    new Object[] {new byte[1]})));
    while (rows.next()) {
      assertEquals(
          rows.getObject(1).getClass().getName(), rows.getMetaData().getColumnClassName(1));
    }
  }

  @Test
  void typesBeforeTheFirstRowAreThoseOfTheFirst() throws SQLException {
    CheckingCursor cursor = CheckingCursor.of(List.of("a"), new Object[] {"x"}, new Object[] {2.5});
    ResultSet rows = rows(cursor);

    assertEquals(Types.VARCHAR, rows.getMetaData().getColumnType(1));
    assertEquals(1, cursor.nexts);
    assertTrue(rows.next());
    assertEquals(1, cursor.nexts);
    assertEquals("x", rows.getString(1));
    rows.next();
    assertEquals(Types.FLOAT, rows.getMetaData().getColumnType(1));
    rows.next();
    assertEquals(Types.FLOAT, rows.getMetaData().getColumnType(1));
  }

  @Test
  void staysRightAfterTheClose() throws SQLException {
    ResultSet rows = rows(CheckingCursor.of(List.of("a"), new Object[] {"x"}));
    ResultSetMetaData columns = rows.getMetaData();
    rows.close();

    assertEquals("a", columns.getColumnLabel(1));
    assertEquals(Types.VARCHAR, columns.getColumnType(1));
    assertEquals("24000", assertThrows(SQLException.class, rows::getMetaData).getSQLState());
  }

  @Test
  void tellsOfTheTableColumnBehind() throws SQLException {
    ColumnOrigin key = new ColumnOrigin("main", "t", "id", "INTEGER", true, true, true);
    ColumnOrigin plain = new ColumnOrigin("main", "t", "x", "TEXT", false, false, false);
    ResultSetMetaData columns =
        IcSqliteResultSetMetaData.of(
            new OriginsCursor(List.of(key, plain, ColumnOrigin.EXPRESSION)), false);

    assertEquals(ResultSetMetaData.columnNoNulls, columns.isNullable(1));
    assertEquals(ResultSetMetaData.columnNullable, columns.isNullable(2));
    assertEquals(ResultSetMetaData.columnNullableUnknown, columns.isNullable(3));
    assertTrue(columns.isAutoIncrement(1));
    assertFalse(columns.isAutoIncrement(2));
    assertEquals("t", columns.getTableName(2));
    assertEquals("", columns.getTableName(3));
    assertEquals("", columns.getSchemaName(1));
    assertEquals("", columns.getCatalogName(1));
    assertTrue(columns.isSigned(1));
    assertFalse(columns.isSigned(2));
  }

  @Test
  void isReadOnlyAndSearchable() throws SQLException {
    ResultSetMetaData columns = columns(List.of("a"), List.of("INT"));

    assertTrue(columns.isReadOnly(1));
    assertFalse(columns.isWritable(1));
    assertFalse(columns.isDefinitelyWritable(1));
    assertTrue(columns.isSearchable(1));
    assertTrue(columns.isCaseSensitive(1));
    assertFalse(columns.isCurrency(1));
    assertSame(columns, columns.unwrap(ResultSetMetaData.class));
    assertThrows(SQLException.class, () -> columns.unwrap(ResultSet.class));
  }

  @Test
  void refusesColumnsThatAreNot() throws Exception {
    ResultSetMetaData columns = columns(List.of("a"), List.of("INT"), 1);
    int walked = 0;
    for (Method method : ResultSetMetaData.class.getMethods()) {
      if (method.getParameterCount() == 1 && method.getParameterTypes()[0] == int.class) {
        method.invoke(columns, 1);
        for (int column : new int[] {Integer.MIN_VALUE, -1, 0, 2, Integer.MAX_VALUE}) {
          Throwable thrown =
              assertThrows(InvocationTargetException.class, () -> method.invoke(columns, column))
                  .getCause();
          assertTrue(thrown instanceof SQLException, () -> method + " throws " + thrown);
          assertEquals("07009", ((SQLException) thrown).getSQLState());
        }
        walked++;
      }
    }
    assertTrue(walked >= 20, "walked " + walked);
  }

  private static ResultSetMetaData columns(
      List<String> labels, List<String> declared, Object... row) throws SQLException {
    List<Object[]> rows = row.length == 0 ? List.of() : List.<Object[]>of(row);
    return rows(ListedRows.of(labels, declared, rows)).getMetaData();
  }

  private static ResultSet rows(Cursor cursor) {
    return new IcSqliteResultSet(
        cursor, new ColumnValues(TemporalSettings.DEFAULT), new RecordingOwner());
  }
}
