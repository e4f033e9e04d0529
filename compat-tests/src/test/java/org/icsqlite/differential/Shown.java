package org.icsqlite.differential;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.sql.BatchUpdateException;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.StringJoiner;

/** Values and failures as text that is the same on every machine and version of Java. */
@SuppressWarnings("JavaUtilDate") // the class whose values are compared
final class Shown {

  private static final int MOST_BYTES = 24;

  private Shown() {}

  /** A value with its class; rows with their labels. */
  static String value(Object value) throws SQLException, IOException {
    if (value == null) {
      return "null";
    } else if (value instanceof ResultSet rows) {
      return rows(rows);
    } else if (value instanceof byte[] bytes) {
      return "bytes:" + bytes(bytes);
    } else if (value instanceof int[] counts) {
      return Arrays.toString(counts);
    } else if (value instanceof long[] counts) {
      return Arrays.toString(counts);
    } else if (value instanceof Timestamp timestamp) {
      return "Timestamp:" + timestamp.getTime() + "+" + timestamp.getNanos() % 1_000_000;
    } else if (value instanceof java.util.Date date) {
      return value.getClass().getSimpleName() + ":" + date.getTime();
    } else if (value instanceof InputStream stream) {
      return "stream:" + bytes(stream.readAllBytes());
    } else if (value instanceof Reader reader) {
      StringWriter text = new StringWriter();
      reader.transferTo(text);
      return "reader:" + oneLine(text.toString());
    } else if (value instanceof Blob blob) {
      return "blob:" + bytes(blob.getBytes(1, (int) blob.length()));
    } else if (value instanceof Clob clob) {
      return "clob:" + oneLine(clob.getSubString(1, (int) clob.length()));
    } else if (value instanceof BigDecimal decimal) {
      return "BigDecimal:" + decimal;
    } else if (value instanceof Statement || value instanceof Connection) {
      return value instanceof Statement ? "a statement" : "a connection";
    } else if (value instanceof ResultSetMetaData metaData) {
      return "metadata of " + metaData.getColumnCount();
    }
    return value.getClass().getSimpleName() + ":" + oneLine(value.toString());
  }

  private static String bytes(byte[] bytes) {
    return bytes.length <= MOST_BYTES
        ? HexFormat.of().formatHex(bytes)
        : bytes.length + " bytes, hash " + Arrays.hashCode(bytes);
  }

  private static String rows(ResultSet rows) throws SQLException, IOException {
    StringBuilder text = new StringBuilder();
    try (rows) {
      ResultSetMetaData metaData = rows.getMetaData();
      StringJoiner labels = new StringJoiner(",", "[", "]");
      for (int column = 1; column <= metaData.getColumnCount(); column++) {
        labels.add(metaData.getColumnLabel(column));
      }
      text.append(oneLine(labels.toString()));
      while (rows.next()) {
        StringJoiner row = new StringJoiner(",", "(", ")");
        for (int column = 1; column <= metaData.getColumnCount(); column++) {
          row.add(value(rows.getObject(column)));
        }
        text.append(row);
      }
    }
    return text.toString();
  }

  /**
   * A failure: ! with the class, the SQLState and the vendor code, and the counts of a batch; !!
   * for an unchecked one.
   */
  static String failure(Throwable failure) {
    if (!(failure instanceof SQLException sql)) {
      return "!!" + failure.getClass().getSimpleName();
    }
    String counts =
        failure instanceof BatchUpdateException batch
            ? " after " + Arrays.toString(batch.getUpdateCounts())
            : "";
    return "!"
        + failure.getClass().getSimpleName()
        + " "
        + sql.getSQLState()
        + " "
        + sql.getErrorCode()
        + counts;
  }

  /** Text without the characters that end a line or a field, or that no font shows. */
  static String oneLine(String text) {
    StringBuilder shown = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || Character.isSurrogate(c) || (c >= 0x7f && c < 0xa0) || c == '\ufffd') {
        shown.append(String.format("\\u%04x", (int) c));
      } else {
        shown.append(c);
      }
    }
    return shown.length() <= 400
        ? shown.toString()
        : shown.substring(0, 60) + "... " + text.length() + " characters";
  }
}
