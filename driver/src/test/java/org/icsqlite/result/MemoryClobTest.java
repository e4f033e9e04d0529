package org.icsqlite.result;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.sql.Clob;
import java.sql.SQLException;
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
  void writesOverWhatIsThereAndBeyondTheEnd() throws Exception {
    MemoryClob written = new MemoryClob("abc");
    assertEquals(3, written.setString(3, "xyz"));
    assertEquals(2, written.setString(1, "1234", 1, 2));
    assertEquals("23xyz", written.getSubString(1, 9));
    try (Writer writer = written.setCharacterStream(6)) {
      writer.write("\u00e9");
      writer.append("nd");
    }
    try (OutputStream stream = written.setAsciiStream(1)) {
      stream.write('A');
      stream.write(new byte[] {'B', (byte) 0xe9});
    }
    assertEquals("AB\ufffdyz\u00e9nd", written.getSubString(1, 9));
    written.truncate(1);
    assertEquals("A", written.getSubString(1, 9));
    assertEquals(1, written.length());
  }

  @Test
  void refusesToWriteElsewhere() throws Exception {
    MemoryClob written = new MemoryClob("abc");
    assertState("22023", () -> written.setString(5, "x"));
    assertState("22023", () -> written.setString(0, "x"));
    assertState("22023", () -> written.setString(1, null));
    assertState("22023", () -> written.setString(1, "xy", 1, 2));
    assertState("22023", () -> written.setString(1, "xy", -1, 1));
    assertState("22023", () -> written.setCharacterStream(5));
    assertState("22023", () -> written.setAsciiStream(0));
    assertState("22023", () -> written.truncate(4));
    Writer writer = written.setCharacterStream(1);
    written.free();
    IOException failure = assertThrows(IOException.class, () -> writer.write("x"));
    assertEquals("0F001", ((SQLException) failure.getCause()).getSQLState());
    assertState("0F001", () -> written.setString(1, "x"));
    assertState("0F001", () -> written.truncate(0));
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
}
