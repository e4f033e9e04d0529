package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A value and an SQL text go to SQLite as they are, or not at all. */
class WholeValuesTest {

  private static final int MOST = 100_000;

  /** All ways to set a text, then all ways to set bytes. */
  private static List<Executable> setters(PreparedStatement statement, int length) {
    String text = "x".repeat(length);
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    return List.of(
        () -> statement.setString(1, text),
        () -> statement.setNString(1, text),
        () -> statement.setObject(1, text),
        () -> statement.setObject(1, CharBuffer.wrap(text)),
        () -> statement.setObject(1, text, Types.VARCHAR),
        () -> statement.setObject(1, text, Types.BLOB),
        () -> statement.setCharacterStream(1, new StringReader(text)),
        () -> statement.setCharacterStream(1, new StringReader(text), length),
        () -> statement.setClob(1, new StringReader(text)),
        () -> statement.setAsciiStream(1, new ByteArrayInputStream(bytes)),
        () -> statement.setBytes(1, bytes),
        () -> statement.setObject(1, bytes),
        () -> statement.setObject(1, bytes, Types.BLOB),
        () -> statement.setBinaryStream(1, new ByteArrayInputStream(bytes)),
        () -> statement.setBlob(1, new ByteArrayInputStream(bytes), length));
  }

  @Test
  void everySetterRefusesMoreThanTheConnectionsLargestValueAtOnce() throws Throwable {
    try (Connection connection = Urls.open("jdbc:icsqlite::memory:?limit_length=" + MOST);
        PreparedStatement statement = connection.prepareStatement("SELECT length(?)")) {
      statement.setString(1, "before");
      for (Executable tooLong : setters(statement, MOST + 1)) {
        SQLDataException refused = assertThrows(SQLDataException.class, tooLong);
        assertEquals("54000", refused.getSQLState());
        assertTrue(refused.getMessage().contains("100000 bytes"), refused.getMessage());
      }
      assertEquals(6, length(statement));
      for (Executable longest : setters(statement, MOST)) {
        longest.execute();
        assertEquals(MOST, length(statement));
      }
    }
  }

  private static int length(PreparedStatement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery()) {
      row.next();
      return row.getInt(1);
    }
  }

  @Test
  void bytesAreWhatTheyWereWhenTheyWereSet() throws SQLException {
    try (Connection connection = Urls.open("jdbc:icsqlite::memory:");
        PreparedStatement statement = connection.prepareStatement("SELECT ?1, ?2, ?3")) {
      byte[] bytes = {1, 2, 3};
      statement.setBytes(1, bytes);
      statement.setObject(2, bytes);
      statement.setObject(3, bytes, Types.BLOB);
      bytes[0] = 9;
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        for (int column = 1; column <= 3; column++) {
          assertArrayEquals(new byte[] {1, 2, 3}, row.getBytes(column));
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\uD800", "\uDFFF", "\uDE00\uD83D", "\uD83Dx", "?\uD83D\uDE00\uD800"})
  void sqlWithALoneSurrogateIsRefused(String text) throws SQLException {
    String sql = "SELECT '" + text + "'";
    int index = text.length() == 4 ? 11 : 8;
    try (Connection connection = Urls.open("jdbc:icsqlite::memory:");
        Statement statement = connection.createStatement()) {
      List<Executable> ways = new ArrayList<>();
      ways.add(() -> connection.prepareStatement(sql));
      ways.add(() -> statement.execute(sql));
      ways.add(() -> statement.executeQuery(sql));
      ways.add(() -> statement.executeUpdate(sql));
      ways.add(() -> statement.addBatch(sql));
      for (Executable way : ways) {
        SQLException refused = assertThrows(SQLException.class, way);
        assertEquals("22021", refused.getSQLState());
        assertTrue(refused.getMessage().contains("at index " + index), refused.getMessage());
      }
    }
  }

  @Test
  void questionMarksAndPairsOfSurrogatesPass() throws SQLException {
    try (Connection connection = Urls.open("jdbc:icsqlite::memory:")) {
      assertEquals(List.of("?\uD83D\uDE00?"), Urls.column(connection, "SELECT '?\uD83D\uDE00?'"));
    }
  }
}
