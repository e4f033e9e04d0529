package org.icsqlite.result;

import java.sql.Types;
import java.util.Locale;
import java.util.Map;

/**
 * What a type in CREATE TABLE means to JDBC. SQLite takes any words for a type and derives no more
 * than an affinity from them; the names that other databases made known are read as there, the rest
 * by affinity. Immutable.
 *
 * @param jdbcType of {@link Types}; OTHER when there is no type
 * @param typeName the words in upper case, without what is in parentheses; "ANY" when there are
 *     none
 * @param precision the first number in parentheses, 0 when there is none
 * @param scale the second number in parentheses, 0 when there is none
 * @param wellKnown whether the name says what is stored; otherwise a value at hand tells more
 */
public record DeclaredType(
    int jdbcType, String typeName, int precision, int scale, boolean wellKnown) {

  /** No type at all, as columns of expressions have it, and ANY of STRICT tables. */
  public static final DeclaredType NONE = new DeclaredType(Types.OTHER, "ANY", 0, 0, false);

  private static final Map<String, Integer> WELL_KNOWN =
      Map.ofEntries(
          Map.entry("BOOLEAN", Types.BOOLEAN),
          Map.entry("BOOL", Types.BOOLEAN),
          Map.entry("TINYINT", Types.TINYINT),
          Map.entry("SMALLINT", Types.SMALLINT),
          Map.entry("INT2", Types.SMALLINT),
          Map.entry("INT", Types.INTEGER),
          Map.entry("INT4", Types.INTEGER),
          Map.entry("INTEGER", Types.INTEGER),
          Map.entry("MEDIUMINT", Types.INTEGER),
          Map.entry("BIGINT", Types.BIGINT),
          Map.entry("INT8", Types.BIGINT),
          Map.entry("UNSIGNED BIG INT", Types.BIGINT),
          Map.entry("REAL", Types.REAL),
          Map.entry("FLOAT", Types.FLOAT),
          Map.entry("DOUBLE", Types.DOUBLE),
          Map.entry("DOUBLE PRECISION", Types.DOUBLE),
          Map.entry("DECIMAL", Types.DECIMAL),
          Map.entry("NUMERIC", Types.NUMERIC),
          Map.entry("DATE", Types.DATE),
          Map.entry("TIME", Types.TIME),
          Map.entry("DATETIME", Types.TIMESTAMP),
          Map.entry("TIMESTAMP", Types.TIMESTAMP),
          Map.entry("TIMESTAMP WITHOUT TIME ZONE", Types.TIMESTAMP),
          Map.entry("TIMESTAMP WITH TIME ZONE", Types.TIMESTAMP_WITH_TIMEZONE),
          Map.entry("TIMESTAMPTZ", Types.TIMESTAMP_WITH_TIMEZONE),
          Map.entry("CHAR", Types.CHAR),
          Map.entry("CHARACTER", Types.CHAR),
          Map.entry("NCHAR", Types.CHAR),
          Map.entry("NATIVE CHARACTER", Types.CHAR),
          Map.entry("VARCHAR", Types.VARCHAR),
          Map.entry("NVARCHAR", Types.VARCHAR),
          Map.entry("VARYING CHARACTER", Types.VARCHAR),
          Map.entry("CHARACTER VARYING", Types.VARCHAR),
          Map.entry("TEXT", Types.VARCHAR),
          Map.entry("STRING", Types.VARCHAR),
          Map.entry("UUID", Types.VARCHAR),
          Map.entry("JSON", Types.VARCHAR),
          Map.entry("CLOB", Types.CLOB),
          Map.entry("BLOB", Types.BLOB),
          Map.entry("BINARY", Types.BINARY),
          Map.entry("VARBINARY", Types.VARBINARY));

  /**
   * Reads a type as {@link org.icsqlite.row.ColumnOrigin#declaredType} has it. Any text has a
   * meaning.
   *
   * @param declaration for example "varchar(20)" or "DECIMAL(10, 2)"; null or blank for {@link
   *     #NONE}
   */
  public static DeclaredType parse(String declaration) {
    if (declaration == null) {
      return NONE;
    }
    int open = declaration.indexOf('(');
    String words = open < 0 ? declaration : declaration.substring(0, open);
    String name = words.strip().replaceAll("\\s+", " ").toUpperCase(Locale.ROOT);
    if (name.isEmpty() || name.equals(NONE.typeName)) {
      return NONE;
    }
    String[] numbers = numbers(declaration, open);
    int precision = numbers.length > 0 ? number(numbers[0]) : 0;
    int scale = numbers.length > 1 ? number(numbers[1]) : 0;
    Integer known = WELL_KNOWN.get(name);
    return known != null
        ? new DeclaredType(known, name, precision, scale, true)
        : new DeclaredType(byAffinity(name), name, precision, scale, false);
  }

  /** Whether values of the type are numbers, which SQLite always signs. */
  public boolean isNumeric() {
    return switch (jdbcType) {
      case Types.TINYINT,
          Types.SMALLINT,
          Types.INTEGER,
          Types.BIGINT,
          Types.REAL,
          Types.FLOAT,
          Types.DOUBLE,
          Types.DECIMAL,
          Types.NUMERIC ->
          true;
      default -> false;
    };
  }

  private static String[] numbers(String declaration, int open) {
    int close = declaration.indexOf(')', open + 1);
    return open < 0 || close < 0
        ? new String[0]
        : declaration.substring(open + 1, close).split(",");
  }

  /** SQLite accepts numbers of any size here, and signs; what is no int says nothing. */
  private static int number(String text) {
    try {
      return Integer.parseInt(text.strip());
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  /** SQLite's rules, in its order. */
  private static int byAffinity(String name) {
    if (name.contains("INT")) {
      return Types.INTEGER;
    } else if (name.contains("CHAR") || name.contains("CLOB") || name.contains("TEXT")) {
      return Types.VARCHAR;
    } else if (name.contains("BLOB")) {
      return Types.BLOB;
    } else if (name.contains("REAL") || name.contains("FLOA") || name.contains("DOUB")) {
      return Types.FLOAT;
    }
    return Types.NUMERIC;
  }
}
