package org.icsqlite.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.JDBCType;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeclaredTypeTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "BOOLEAN|BOOLEAN|BOOLEAN|0|0",
        "TinyInt|TINYINT|TINYINT|0|0",
        "SMALLINT|SMALLINT|SMALLINT|0|0",
        "INT|INTEGER|INT|0|0",
        "integer|INTEGER|INTEGER|0|0",
        "bigint|BIGINT|BIGINT|0|0",
        "unsigned  big int|BIGINT|UNSIGNED BIG INT|0|0",
        "REAL|REAL|REAL|0|0",
        "FLOAT|FLOAT|FLOAT|0|0",
        "double precision|DOUBLE|DOUBLE PRECISION|0|0",
        "DECIMAL(10,2)|DECIMAL|DECIMAL|10|2",
        "numeric( 5 , +1 )|NUMERIC|NUMERIC|5|1",
        "DATE|DATE|DATE|0|0",
        "TIME|TIME|TIME|0|0",
        "DATETIME|TIMESTAMP|DATETIME|0|0",
        "TIMESTAMP(3)|TIMESTAMP|TIMESTAMP|3|0",
        "TIMESTAMP WITH TIME ZONE|TIMESTAMP_WITH_TIMEZONE|TIMESTAMP WITH TIME ZONE|0|0",
        "CHAR(3)|CHAR|CHAR|3|0",
        "varchar (20)|VARCHAR|VARCHAR|20|0",
        "TEXT|VARCHAR|TEXT|0|0",
        "UUID|VARCHAR|UUID|0|0",
        "CLOB|CLOB|CLOB|0|0",
        "BLOB|BLOB|BLOB|0|0",
        "BINARY(16)|BINARY|BINARY|16|0"
      })
  void readsTheNamesOfOtherDatabases(
      String declaration, JDBCType jdbcType, String name, int precision, int scale) {
    assertEquals(
        new DeclaredType(jdbcType.getVendorTypeNumber(), name, precision, scale, true),
        DeclaredType.parse(declaration));
  }

  @ParameterizedTest
  @CsvSource({
    "CHARINT,INTEGER",
    "POINT,INTEGER",
    "BIG CHARS,VARCHAR",
    "TINYTEXT,VARCHAR",
    "LONGBLOB,BLOB",
    "FLOATING,FLOAT",
    "DOUBLES,FLOAT",
    "MONEY,NUMERIC"
  })
  void readsOtherNamesByAffinityInSqlitesOrder(String declaration, JDBCType jdbcType) {
    DeclaredType type = DeclaredType.parse(declaration);

    assertEquals(jdbcType.getVendorTypeNumber(), type.jdbcType());
    assertEquals(declaration, type.typeName());
    assertFalse(type.wellKnown());
  }

  @Test
  void knowsNoTypeWithoutADeclaration() {
    assertSame(DeclaredType.NONE, DeclaredType.parse(null));
    assertSame(DeclaredType.NONE, DeclaredType.parse(" "));
    assertSame(DeclaredType.NONE, DeclaredType.parse("any"));
    assertSame(DeclaredType.NONE, DeclaredType.parse("(10)"));
  }

  @Test
  void takesNumbersThatAreNoneForNothing() {
    assertEquals(0, DeclaredType.parse("VARCHAR(99999999999)").precision());
    assertEquals(0, DeclaredType.parse("VARCHAR(x)").precision());
    assertEquals(0, DeclaredType.parse("VARCHAR(10").precision());
    assertEquals(0, DeclaredType.parse("VARCHAR()").precision());
    assertEquals(-2, DeclaredType.parse("DECIMAL(10,-2)").scale());
  }

  @Test
  void tellsNumbersFromTheRest() {
    assertTrue(DeclaredType.parse("BIGINT").isNumeric());
    assertTrue(DeclaredType.parse("DECIMAL(3)").isNumeric());
    assertFalse(DeclaredType.parse("BOOLEAN").isNumeric());
    assertFalse(DeclaredType.parse("TEXT").isNumeric());
    assertFalse(DeclaredType.NONE.isNumeric());
  }

  @Property
  void readsAnyText(@ForAll String declaration) {
    assertNotNull(DeclaredType.parse(declaration).typeName());
    assertNotNull(DeclaredType.parse("DECIMAL(" + declaration).typeName());
  }
}
