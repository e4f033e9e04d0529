package org.icsqlite.cli;

import java.util.HexFormat;

/** Cells as text, the same in the table and the tsv format. */
final class Cells {

  private Cells() {}

  static String blob(byte[] bytes) {
    return "x'" + HexFormat.of().formatHex(bytes) + "'";
  }

  /** The shortest text that reads back as the same double, as far as this Java finds it. */
  static String real(double value) {
    if (Double.isInfinite(value)) {
      return value > 0 ? "Inf" : "-Inf";
    }
    return Double.toString(value);
  }

  /** Numbers and blobs; text is the caller's. */
  static String plain(Object cell) {
    if (cell instanceof Double real) {
      return real(real);
    }
    if (cell instanceof byte[] bytes) {
      return blob(bytes);
    }
    return String.valueOf(cell);
  }
}
