package org.icsqlite.result;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.InputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.NClob;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.icsqlite.value.ColumnValues;
import org.icsqlite.value.TemporalSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What the result set makes of values beyond the conversions of the value package. */
class ColumnGettersTest {

  private final RecordingOwner owner = new RecordingOwner();

  @Test
  void readsEachStorageClass() throws SQLException {
    ResultSet row = row(7, 1L << 40, 2.5, "text", new byte[] {1, 2}, null);

    assertEquals(7, row.getInt(1));
    assertEquals(1L << 40, row.getLong("c2"));
    assertEquals(2.5, row.getDouble(3));
    assertEquals("text", row.getString("C4"));
    assertEquals("text", row.getNString(4));
    assertArrayEquals(new byte[] {1, 2}, row.getBytes(5));
    assertNull(row.getObject(6));
    assertEquals(7, row.getObject(1));
    assertEquals("text", row.getObject(4, String.class));
  }

  @Test
  void opensStreamsOverTexts() throws Exception {
    ResultSet row = row("aö");

    assertArrayEquals("a?".getBytes(StandardCharsets.US_ASCII), all(row.getAsciiStream(1)));
    assertArrayEquals(new byte[] {0, 'a', 0, (byte) 0xf6}, all(unicode(row)));
    assertArrayEquals("aö".getBytes(StandardCharsets.UTF_8), all(row.getBinaryStream("c1")));
    assertEquals("aö", all(row.getCharacterStream(1)));
    assertEquals("aö", all(row.getNCharacterStream("c1")));
  }

  @SuppressWarnings("deprecation")
  private static InputStream unicode(ResultSet row) throws SQLException {
    return row.getUnicodeStream(1);
  }

  @Test
  void streamsAndLargeObjectsOutliveTheSet() throws Exception {
    ResultSet row = row("text", new byte[] {1, 2});
    Reader reader = row.getCharacterStream(1);
    Blob blob = row.getBlob(2);
    row.close();

    assertEquals("text", all(reader));
    assertEquals(2, blob.length());
  }

  @Test
  void readsBytesAndTextsAsLargeObjects() throws SQLException {
    ResultSet row = row("text", new byte[] {1, 2}, "", new byte[0]);

    assertEquals("text", row.getClob(1).getSubString(1, 4));
    assertEquals("ex", row.getNClob("c1").getSubString(2, 2));
    assertArrayEquals(new byte[] {1, 2}, row.getBlob("c2").getBytes(1, 2));
    assertEquals(4, row.getBlob(1).length());
    assertEquals(0, row.getClob(3).length());
    assertEquals(0, row.getBlob(4).length());
  }

  @Test
  void getObjectMakesStreamsAndLargeObjectsToo() throws Exception {
    ResultSet row = row("http://localhost/x", new byte[] {1, 2}, null);

    assertEquals(2, row.getObject(2, Blob.class).length());
    assertEquals("http", row.getObject(1, Clob.class).getSubString(1, 4));
    assertEquals("http", row.getObject(1, NClob.class).getSubString(1, 4));
    assertArrayEquals(new byte[] {1, 2}, all(row.getObject(2, InputStream.class)));
    assertEquals("http://localhost/x", all(row.getObject(1, Reader.class)));
    assertEquals("/x", row.getObject(1, URL.class).getPath());
    assertNull(row.getObject(3, Blob.class));
    assertNull(row.getObject(3, Reader.class));
    assertState("22023", () -> row.getObject(1, (Class<?>) null));
  }

  @Test
  void readsUrlsAndRefusesOtherTexts() throws SQLException {
    ResultSet row = row("https://localhost:1/a?b=c", "no url", "unknown://x", null);

    assertEquals("b=c", row.getURL(1).getQuery());
    assertState("22018", () -> row.getURL(2));
    assertState("22018", () -> row.getURL("c3"));
    assertNull(row.getURL(4));
  }

  @Test
  void mapsNoTypes() throws SQLException {
    ResultSet row = row("x");

    assertEquals("x", row.getObject(1, (Map<String, Class<?>>) null));
    assertEquals("x", row.getObject("c1", Map.of()));
    assertState("0A000", () -> row.getObject(1, Map.of("TEXT", Integer.class)));
  }

  @Test
  @SuppressWarnings("deprecation")
  void roundsDecimalsToAScale() throws SQLException {
    ResultSet row = row("1.245", 3, null, "1e1000000000");

    assertEquals(new BigDecimal("1.25"), row.getBigDecimal(1, 2));
    assertEquals(new BigDecimal("3.00"), row.getBigDecimal("c2", 2));
    assertNull(row.getBigDecimal(3, 2));
    assertState("22023", () -> row.getBigDecimal(1, -1));
    assertState("22023", () -> row.getBigDecimal(1, Integer.MAX_VALUE));
    assertState("22003", () -> row.getBigDecimal(4, 0));
  }

  @Test
  void cutsTextsBetweenCharactersAtTheFieldLimit() throws Exception {
    owner.maxFieldSize = 4;
    ResultSet row = row("abcdef", "aööö", "ab\uD83D\uDE00", "abcd", "a");

    assertEquals("abcd", row.getString(1));
    assertEquals("aö", row.getString(2));
    assertEquals("ab", row.getString(3));
    assertEquals("abcd", row.getString(4));
    assertEquals("a", row.getString(5));
    assertEquals("abcd", row.getObject(1));
    assertEquals("abcd", row.getObject(1, String.class));
    assertEquals("abcd", row.getObject(1, Object.class));
    assertEquals("abcd", all(row.getCharacterStream(1)));
  }

  @Test
  void cutsBytesAtTheFieldLimitButNeitherNumbersNorLargeObjects() throws SQLException {
    owner.maxFieldSize = 2;
    ResultSet row = row(new byte[] {1, 2, 3}, 12345, "abc", null);

    assertArrayEquals(new byte[] {1, 2}, row.getBytes(1));
    assertArrayEquals(new byte[] {1, 2}, assertInstanceOf(byte[].class, row.getObject(1)));
    assertArrayEquals(new byte[] {1, 2}, row.getObject(1, byte[].class));
    assertEquals("12345", row.getString(2));
    assertEquals(12345, row.getObject(2));
    assertEquals(3, row.getBlob(1).length());
    assertEquals("abc", row.getClob(3).getSubString(1, 3));
    assertNull(row.getString(4));
    assertNull(row.getBytes(4));
  }

  @Test
  void hasAReasonForEachTypeThatIsMissing() throws SQLException {
    ResultSet row = row("x");

    assertEquals("SQLite has no REF values", message(() -> row.getRef(1)));
    assertEquals(
        "SQLite has no arrays; json_each() makes rows of a JSON array",
        message(() -> row.getArray("c1")));
    assertEquals(
        "A rowid is an integer in SQLite: select rowid, and getLong()",
        message(() -> row.getRowId(1)));
    assertEquals(
        "SQLite has no XML values; XML is text: getString()", message(() -> row.getSQLXML("c1")));
  }

  /** A set on a row of columns c1, c2, and so on. */
  private ResultSet row(Object... values) throws SQLException {
    List<String> labels = IntStream.rangeClosed(1, values.length).mapToObj(i -> "c" + i).toList();
    ResultSet rows =
        new IcSqliteResultSet(
            CheckingCursor.of(labels, values), new ColumnValues(TemporalSettings.DEFAULT), owner);
    rows.next();
    return rows;
  }

  private static byte[] all(InputStream stream) throws Exception {
    return stream.readAllBytes();
  }

  private static String all(Reader reader) throws Exception {
    StringWriter all = new StringWriter();
    reader.transferTo(all);
    return all.toString();
  }

  private static String message(Executable call) {
    return assertThrows(SQLException.class, call).getMessage();
  }

  private static void assertState(String state, Executable call) {
    assertEquals(state, assertThrows(SQLException.class, call).getSQLState());
  }
}
