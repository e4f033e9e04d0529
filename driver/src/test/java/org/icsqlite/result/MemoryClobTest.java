package org.icsqlite.result;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.sql.Clob;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class MemoryClobTest {

  private final MemoryClob clob = new MemoryClob("abcöbc");

  @Test
  void readsFromPositionsThatCountFromOne() throws SQLException {
    assertEquals(6, clob.length());
    assertEquals("ab", clob.getSubString(1, 2));
    assertEquals("c", clob.getSubString(6, 1));
  }

  @Test
  void readsNoMoreThanThereIs() throws SQLException {
    assertEquals("bc", clob.getSubString(5, Integer.MAX_VALUE));
    assertEquals("", clob.getSubString(7, 1));
    assertEquals("", clob.getSubString(1, 0));
  }

  @Test
  void countsInUtf16Units() throws SQLException {
    MemoryClob surrogates = new MemoryClob("\uD83D\uDE00x");

    assertEquals(3, surrogates.length());
    assertEquals(3, surrogates.position("x", 1));
  }

  @Test
  void refusesPositionsAndLengthsOutOfRange() {
    assertState("22023", () -> clob.getSubString(0, 1));
    assertState("22023", () -> clob.getSubString(8, 1));
    assertState("22023", () -> clob.getSubString(Long.MAX_VALUE, 1));
    assertState("22023", () -> clob.getSubString(Long.MIN_VALUE, 1));
    assertState("22023", () -> clob.getSubString(1, -1));
    assertState("22023", () -> clob.getCharacterStream(0, 1));
    assertState("22023", () -> clob.getCharacterStream(2, 6));
    assertState("22023", () -> clob.getCharacterStream(1, Long.MAX_VALUE));
    assertState("22023", () -> clob.getCharacterStream(1, -1));
  }

  @Test
  void streamsAllOrAPart() throws Exception {
    assertEquals("abcöbc", text(clob.getCharacterStream()));
    assertEquals("cöb", text(clob.getCharacterStream(3, 3)));
    assertEquals("abcöbc", text(clob.getCharacterStream(1, 6)));
    assertArrayEquals(
        "abc?bc".getBytes(StandardCharsets.US_ASCII), clob.getAsciiStream().readAllBytes());
  }

  @Test
  void findsPatterns() throws SQLException {
    assertEquals(2, clob.position("bc", 1));
    assertEquals(2, clob.position("bc", 2));
    assertEquals(5, clob.position("bc", 3));
    assertEquals(-1, clob.position("bc", 6));
    assertEquals(-1, clob.position("bc", Long.MAX_VALUE));
    assertEquals(-1, clob.position("BC", 1));
    assertEquals(-1, clob.position("abcöbcd", 1));
    assertEquals(5, clob.position(new MemoryClob("bc"), 3));
    assertEquals(-1, clob.position(new MemoryClob("abcöbcd"), 1));
    assertEquals(3, clob.position("", 3));
  }

  @Test
  void refusesToSearchForNothingOrBeforeTheStart() {
    assertState("22023", () -> clob.position((String) null, 1));
    assertState("22023", () -> clob.position((Clob) null, 1));
    assertState("22023", () -> clob.position("a", 0));
    assertState("22023", () -> clob.position(new MemoryClob("a"), -1));
  }

  @Test
  void isNotWritten() {
    assertUnsupported(() -> clob.setString(1, "x"));
    assertUnsupported(() -> clob.setString(1, "x", 0, 1));
    assertUnsupported(() -> clob.setAsciiStream(1));
    assertUnsupported(() -> clob.setCharacterStream(1));
    assertUnsupported(() -> clob.truncate(0));
  }

  @Test
  void isGoneWhenFreed() {
    clob.free();
    clob.free();

    assertState("0F001", clob::length);
    assertState("0F001", () -> clob.getSubString(1, 1));
    assertState("0F001", clob::getCharacterStream);
    assertState("0F001", () -> clob.getCharacterStream(1, 1));
    assertState("0F001", clob::getAsciiStream);
    assertState("0F001", () -> clob.position("a", 1));
    assertState("0F001", () -> clob.position(new MemoryClob("a"), 1));
  }

  private static String text(Reader reader) throws IOException {
    StringWriter all = new StringWriter();
    reader.transferTo(all);
    return all.toString();
  }

  private static void assertState(String state, Executable call) {
    assertEquals(state, assertThrows(SQLException.class, call).getSQLState());
  }

  private static void assertUnsupported(Executable call) {
    SQLException thrown = assertThrows(SQLFeatureNotSupportedException.class, call);
    assertEquals("0A000", thrown.getSQLState());
    assertEquals(
        "A Clob is a copy of its column: change the column with UPDATE", thrown.getMessage());
  }
}
