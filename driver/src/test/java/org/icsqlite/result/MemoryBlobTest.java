package org.icsqlite.result;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.OutputStream;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class MemoryBlobTest {

  private final MemoryBlob blob = new MemoryBlob(new byte[] {10, 20, 30, 20, 30});

  @Test
  void readsFromPositionsThatCountFromOne() throws SQLException {
    assertEquals(5, blob.length());
    assertArrayEquals(new byte[] {10, 20}, blob.getBytes(1, 2));
    assertArrayEquals(new byte[] {30}, blob.getBytes(5, 1));
  }

  @Test
  void readsNoMoreThanThereIs() throws SQLException {
    assertArrayEquals(new byte[] {20, 30}, blob.getBytes(4, Integer.MAX_VALUE));
    assertArrayEquals(new byte[0], blob.getBytes(6, 1));
    assertArrayEquals(new byte[0], blob.getBytes(1, 0));
  }

  @Test
  void returnsCopies() throws SQLException {
    blob.getBytes(1, 5)[0] = 99;

    assertArrayEquals(new byte[] {10}, blob.getBytes(1, 1));
  }

  @Test
  void refusesPositionsAndLengthsOutOfRange() {
    assertState("22023", () -> blob.getBytes(0, 1));
    assertState("22023", () -> blob.getBytes(7, 1));
    assertState("22023", () -> blob.getBytes(Long.MAX_VALUE, 1));
    assertState("22023", () -> blob.getBytes(Long.MIN_VALUE, 1));
    assertState("22023", () -> blob.getBytes(1, -1));
    assertState("22023", () -> blob.getBinaryStream(0, 1));
    assertState("22023", () -> blob.getBinaryStream(2, 5));
    assertState("22023", () -> blob.getBinaryStream(1, Long.MAX_VALUE));
    assertState("22023", () -> blob.getBinaryStream(1, -1));
  }

  @Test
  void streamsAllOrAPart() throws Exception {
    assertArrayEquals(new byte[] {10, 20, 30, 20, 30}, blob.getBinaryStream().readAllBytes());
    assertArrayEquals(new byte[] {20, 30, 20}, blob.getBinaryStream(2, 3).readAllBytes());
    assertArrayEquals(new byte[] {10, 20, 30, 20, 30}, blob.getBinaryStream(1, 5).readAllBytes());
    assertArrayEquals(
        new byte[0], new MemoryBlob(new byte[0]).getBinaryStream(1, 0).readAllBytes());
  }

  @Test
  void findsPatterns() throws SQLException {
    byte[] pattern = {20, 30};
    assertEquals(2, blob.position(pattern, 1));
    assertEquals(2, blob.position(pattern, 2));
    assertEquals(4, blob.position(pattern, 3));
    assertEquals(-1, blob.position(pattern, 5));
    assertEquals(-1, blob.position(pattern, Long.MAX_VALUE));
    assertEquals(-1, blob.position(new byte[6], 1));
    assertEquals(1, blob.position(new byte[] {10, 20, 30, 20, 30}, 1));
    assertEquals(4, blob.position(new MemoryBlob(pattern), 3));
    assertEquals(-1, blob.position(new MemoryBlob(new byte[6]), 1));
    assertEquals(3, blob.position(new byte[0], 3));
  }

  @Test
  void refusesToSearchForNothingOrBeforeTheStart() {
    assertState("22023", () -> blob.position((byte[]) null, 1));
    assertState("22023", () -> blob.position((java.sql.Blob) null, 1));
    assertState("22023", () -> blob.position(new byte[1], 0));
    assertState("22023", () -> blob.position(new MemoryBlob(new byte[1]), -1));
  }

  @Test
  void writesOverWhatIsThereAndBeyondTheEnd() throws Exception {
    assertEquals(3, blob.setBytes(4, new byte[] {1, 2, 3}));
    assertArrayEquals(new byte[] {10, 20, 30, 1, 2, 3}, blob.getBytes(1, 9));
    assertEquals(1, blob.setBytes(1, new byte[] {7, 8, 9}, 1, 1));
    assertEquals(6, blob.length());
    try (OutputStream stream = blob.setBinaryStream(7)) {
      stream.write(5);
      stream.write(new byte[5000]);
      assertEquals(5007, blob.length());
    }
    assertArrayEquals(new byte[] {8, 20}, blob.getBytes(1, 2));
    assertArrayEquals(new byte[] {3, 5, 0}, blob.getBytes(6, 3));
    blob.truncate(2);
    assertArrayEquals(new byte[] {8, 20}, blob.getBinaryStream().readAllBytes());
    assertEquals(-1, blob.position(new byte[] {30}, 1));
    blob.truncate(0);
    assertEquals(0, blob.length());
  }

  @Test
  void refusesToWriteElsewhere() throws Exception {
    assertState("22023", () -> blob.setBytes(7, new byte[1]));
    assertState("22023", () -> blob.setBytes(0, new byte[1]));
    assertState("22023", () -> blob.setBytes(1, null));
    assertState("22023", () -> blob.setBytes(1, new byte[2], 1, 2));
    assertState("22023", () -> blob.setBytes(1, new byte[2], -1, 1));
    assertState("22023", () -> blob.setBytes(1, new byte[2], Integer.MAX_VALUE, 2));
    assertState("22023", () -> blob.setBinaryStream(7));
    assertState("22023", () -> blob.truncate(6));
    assertState("22023", () -> blob.truncate(-1));
    OutputStream stream = blob.setBinaryStream(1);
    blob.truncate(3);
    blob.free();
    IOException failure = assertThrows(IOException.class, () -> stream.write(1));
    assertEquals("0F001", ((SQLException) failure.getCause()).getSQLState());
    assertState("0F001", () -> blob.setBytes(1, new byte[1]));
    assertState("0F001", () -> blob.truncate(0));
  }

  @Test
  void isGoneWhenFreed() {
    blob.free();
    blob.free();

    assertState("0F001", blob::length);
    assertState("0F001", () -> blob.getBytes(1, 1));
    assertState("0F001", blob::getBinaryStream);
    assertState("0F001", () -> blob.getBinaryStream(1, 1));
    assertState("0F001", () -> blob.position(new byte[1], 1));
    assertState("0F001", () -> blob.position(new MemoryBlob(new byte[1]), 1));
  }

  private static void assertState(String state, Executable call) {
    assertEquals(state, assertThrows(SQLException.class, call).getSQLState());
  }
}
