package org.icsqlite.compat;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * One value of a row. Written {@code i:} integer, {@code r:} real, {@code t:} text, {@code b:}
 * hexadecimal blob, {@code n} NULL. Two reals are equal when their bits are.
 */
sealed interface Cell {
  record IntegerCell(long value) implements Cell {
    @Override
    public String toString() {
      return "i:" + value;
    }
  }

  record RealCell(double value) implements Cell {
    @Override
    public String toString() {
      return "r:" + value;
    }
  }

  record TextCell(String value) implements Cell {
    @Override
    public String toString() {
      return "t:" + value;
    }
  }

  record BlobCell(String hexadecimal) implements Cell {
    @Override
    public String toString() {
      return "b:" + hexadecimal;
    }
  }

  record NullCell() implements Cell {
    @Override
    public String toString() {
      return "n";
    }
  }

  /** Reads the written form. */
  static Cell parse(String written) {
    if (written.equals("n")) {
      return new NullCell();
    }
    if (written.length() < 2 || written.charAt(1) != ':') {
      throw new IllegalArgumentException("not a cell: " + written);
    }
    String value = written.substring(2);
    return switch (written.charAt(0)) {
      case 'i' -> new IntegerCell(Long.parseLong(value));
      case 'r' -> new RealCell(parseReal(value));
      case 't' -> new TextCell(value);
      case 'b' -> new BlobCell(HexFormat.of().formatHex(HexFormat.of().parseHex(value)));
      default -> throw new IllegalArgumentException("not a cell: " + written);
    };
  }

  /** The cell of a value as {@link ResultSet#getObject(int)} gives it. */
  static Cell of(Object value) {
    if (value == null) {
      return new NullCell();
    }
    if (value instanceof Integer || value instanceof Long) {
      return new IntegerCell(((Number) value).longValue());
    }
    if (value instanceof Double real) {
      return new RealCell(real);
    }
    if (value instanceof String text) {
      return new TextCell(text);
    }
    if (value instanceof byte[] bytes) {
      return new BlobCell(HexFormat.of().formatHex(bytes));
    }
    throw new IllegalArgumentException("no storage class for " + value.getClass().getName());
  }

  /** All rows that are left in the result set. */
  static List<List<Cell>> rows(ResultSet results) throws SQLException {
    int columns = results.getMetaData().getColumnCount();
    List<List<Cell>> rows = new ArrayList<>();
    while (results.next()) {
      List<Cell> row = new ArrayList<>(columns);
      for (int column = 1; column <= columns; column++) {
        row.add(of(results.getObject(column)));
      }
      rows.add(row);
    }
    return rows;
  }

  private static double parseReal(String value) {
    return switch (value) {
      case "inf" -> Double.POSITIVE_INFINITY;
      case "-inf" -> Double.NEGATIVE_INFINITY;
      default -> Double.parseDouble(value);
    };
  }
}
