package org.icsqlite.metadata;

import java.sql.Types;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What JDBC says about the declared type of a column.
 *
 * @param jdbcType one of java.sql.Types
 * @param typeName the name in upper case without the parentheses; empty when there is none
 * @param precision the first number in the parentheses, or 0
 * @param scale the second number in the parentheses, or 0
 */
record DeclaredType(int jdbcType, String typeName, int precision, int scale) {

  private static final Pattern FORM =
      Pattern.compile(
          "([^(]*)(?:\\(\\s*(\\d{1,9})\\s*(?:,\\s*(\\d{1,9})\\s*)?\\).*)?.*", Pattern.DOTALL);

  /** Reads a declared type; null is none. */
  static DeclaredType parse(String declared) {
    Matcher form = FORM.matcher(declared == null ? "" : declared);
    if (!form.matches()) {
      return new DeclaredType(Types.VARCHAR, "", 0, 0);
    }
    String name = form.group(1).strip().toUpperCase(Locale.ROOT);
    return new DeclaredType(jdbcType(name), name, number(form.group(2)), number(form.group(3)));
  }

  private static int number(String digits) {
    return digits == null ? 0 : Integer.parseInt(digits);
  }

  private static int jdbcType(String name) {
    return switch (name) {
      case "BIGINT", "INT8" -> Types.BIGINT;
      case "SMALLINT" -> Types.SMALLINT;
      case "TINYINT" -> Types.TINYINT;
      case "BOOLEAN", "BOOL" -> Types.BOOLEAN;
      case "DATE" -> Types.DATE;
      case "TIME" -> Types.TIME;
      case "TIMESTAMP", "DATETIME" -> Types.TIMESTAMP;
      case "CHAR" -> Types.CHAR;
      case "DECIMAL" -> Types.DECIMAL;
      case "NUMERIC" -> Types.NUMERIC;
      case "REAL" -> Types.REAL;
      default -> byAffinity(name);
    };
  }

  private static int byAffinity(String name) {
    if (name.contains("INT")) {
      return Types.INTEGER;
    }
    if (name.contains("CHAR") || name.contains("CLOB") || name.contains("TEXT")) {
      return Types.VARCHAR;
    }
    if (name.contains("BLOB") || name.contains("BINARY")) {
      return Types.BLOB;
    }
    if (name.contains("FLOA")) {
      return Types.FLOAT;
    }
    return name.contains("DOUB") ? Types.DOUBLE : Types.VARCHAR;
  }
}
