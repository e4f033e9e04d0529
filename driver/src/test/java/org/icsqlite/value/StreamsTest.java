package org.icsqlite.value;

import static org.icsqlite.value.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** Streams of every length, up to a limit that is 100 bytes here. */
class StreamsTest {

  private static final int LIMIT = 100;

  private final ParameterValues values = new ParameterValues(TemporalSettings.DEFAULT, LIMIT);
  private final Cell cell = new Cell();

  /** Never ends, and counts what was read. */
  private static final class Endless extends InputStream {
    private long count;

    @Override
    public int read() {
      count++;
      return 'x';
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
      count += length;
      return length;
    }
  }

  private static final class EndlessText extends Reader {
    private long count;

    @Override
    public int read(char[] chars, int offset, int length) {
      count += length;
      return length;
    }

    @Override
    public void close() {}
  }

  private static InputStream stream(int length) {
    return new ByteArrayInputStream(new byte[length]);
  }

  @Test
  void aLengthTakesThatMuchAndLeavesTheRest() throws SQLException, IOException {
    InputStream bytes = new ByteArrayInputStream(new byte[] {1, 2, 3});
    values.setStream(cell, 1, bytes, 2);
    assertArrayEquals(new byte[] {1, 2}, cell.bytes(0));
    assertEquals(3, bytes.read());
    Reader text = new StringReader("abc");
    values.setReader(cell, 1, text, 2);
    assertEquals("ab", cell.text(0));
    assertEquals('c', text.read());
    values.setAsciiStream(cell, 1, new ByteArrayInputStream(new byte[] {'a', 'b', 'c'}), 2);
    assertEquals("ab", cell.text(0));
  }

  @Test
  void theLengthOfNothingIsNothing() throws SQLException {
    values.setStream(cell, 1, stream(3), 0);
    assertArrayEquals(new byte[0], cell.bytes(0));
    values.setReader(cell, 1, new StringReader("abc"), 0);
    assertEquals("", cell.text(0));
  }

  @Test
  void aStreamThatEndsEarlyIsRefused() {
    assertRefused("22026", "3 of 4 bytes", () -> values.setStream(cell, 1, stream(3), 4));
    assertRefused("22026", () -> values.setAsciiStream(cell, 1, stream(3), 4));
    assertRefused(
        "22026", "3 of 4 characters", () -> values.setReader(cell, 1, new StringReader("abc"), 4));
    assertEquals(Row.NULL, cell.type(0));
  }

  @Test
  void aLengthBeyondTheLimitIsRefusedUnread() {
    Endless bytes = new Endless();
    EndlessText text = new EndlessText();
    assertRefused("54000", () -> values.setStream(cell, 1, bytes, LIMIT + 1));
    assertRefused("54000", () -> values.setStream(cell, 1, bytes, Long.MAX_VALUE));
    assertRefused("54000", () -> values.setAsciiStream(cell, 1, bytes, LIMIT + 1));
    assertRefused("54000", () -> values.setReader(cell, 1, text, LIMIT + 1));
    assertEquals(0, bytes.count);
    assertEquals(0, text.count);
    ParameterValues real = new ParameterValues(TemporalSettings.DEFAULT);
    assertRefused("54000", () -> real.setStream(cell, 1, bytes, 1_000_000_001));
    assertEquals(0, bytes.count);
  }

  @Test
  void anEndlessStreamIsReadUpToTheLimit() {
    Endless bytes = new Endless();
    EndlessText text = new EndlessText();
    assertRefused("54000", () -> values.setStream(cell, 1, bytes, -1));
    assertEquals(LIMIT + 1, bytes.count);
    assertRefused("54000", () -> values.setReader(cell, 1, text, -1));
    assertTrue(text.count <= 8192);
  }

  @Test
  void theLimitItselfIsAllowed() throws SQLException {
    values.setStream(cell, 1, stream(LIMIT), -1);
    assertEquals(LIMIT, cell.byteLength(0));
    values.setReader(cell, 1, new StringReader("x".repeat(LIMIT)), -1);
    assertEquals(LIMIT, cell.byteLength(0));
    values.set(cell, 1, new byte[LIMIT]);
    values.set(cell, 1, "x".repeat(LIMIT));
    assertEquals(LIMIT, cell.byteLength(0));
  }

  @Test
  void theLimitCountsBytesOfUtf8() throws SQLException {
    for (String unit : new String[] {"x", "é", "€", "\uD83D\uDE00"}) {
      int bytes = unit.getBytes(StandardCharsets.UTF_8).length;
      String fits = unit.repeat(LIMIT / bytes);
      values.set(cell, 1, fits);
      assertEquals(fits, cell.text(0));
      values.setReader(cell, 1, new StringReader(fits), -1);
      assertEquals(fits, cell.text(0));
      String tooLong = unit.repeat(LIMIT / bytes + 1);
      assertRefused("54000", () -> values.set(cell, 1, tooLong));
      assertRefused("54000", () -> values.setReader(cell, 1, new StringReader(tooLong), -1));
    }
    assertRefused("54000", () -> values.set(cell, 1, new byte[LIMIT + 1]));
  }

  @Test
  void asciiStreamsMayBeUtf8ButNothingElse() throws SQLException {
    byte[] utf8 = "é€".getBytes(StandardCharsets.UTF_8);
    values.setAsciiStream(cell, 1, new ByteArrayInputStream(utf8), -1);
    assertEquals("é€", cell.text(0));
    byte[] latin = "é".getBytes(StandardCharsets.ISO_8859_1);
    assertRefused(
        "22021", () -> values.setAsciiStream(cell, 1, new ByteArrayInputStream(latin), -1));
  }

  @Test
  void aStreamThatFailsIsAnErrorWithItsCause() {
    InputStream failing =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("line cut");
          }

          @Override
          public int read(byte[] bytes, int offset, int length) throws IOException {
            throw new IOException("line cut");
          }
        };
    assertRefused("58030", "line cut", () -> values.setStream(cell, 1, failing, -1));
  }
}
