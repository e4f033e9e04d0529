package org.icsqlite.session;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.SQLDataException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.icsqlite.natives.Exchange;
import org.junit.jupiter.api.Test;

class ParameterBatchTest {

  private static final int COLUMNS = 3;
  private static final int FIXED = Exchange.RECORD_HEADER + COLUMNS * Exchange.CELL;

  private static byte[] blob(int set, int length) {
    byte[] blob = new byte[length];
    Arrays.fill(blob, (byte) set);
    return blob;
  }

  private static void set(Parameters parameters, int set, int length) throws SQLException {
    parameters.setInteger(1, set);
    parameters.setText(2, "text " + set);
    parameters.setBlob(3, blob(set, length));
  }

  private static byte[] record(Parameters parameters) {
    byte[] record = new byte[(int) parameters.recordBytes()];
    parameters.write(record, 0, record.length);
    return record;
  }

  private static void assertValues(byte[] expected, byte[] record) {
    assertEquals(RecordBytes.value(expected, 0, 0), RecordBytes.value(record, 0, 0));
    assertEquals(RecordBytes.text(expected, 0, 1), RecordBytes.text(record, 0, 1));
    assertArrayEquals(RecordBytes.bytes(expected, 0, 2), RecordBytes.bytes(record, 0, 2));
  }

  @Property(tries = 200)
  void setsComeBackInOrderAndEachPartFitsAnExchange(
      @ForAll @Size(max = 60) List<@IntRange(max = 80_000) Integer> lengths,
      @ForAll @Size(max = 60) List<@IntRange(max = 40) Integer> others)
      throws SQLException {
    ParameterBatch batch = new ParameterBatch();
    // The second round fills what the first has left.
    for (List<Integer> round : List.of(lengths, others)) {
      Parameters parameters = new Parameters(COLUMNS);
      List<byte[]> records = new ArrayList<>();
      for (int i = 0; i < round.size(); i++) {
        set(parameters, i, round.get(i));
        records.add(record(parameters));
        batch.add(parameters);
      }
      assertEquals(round.size(), batch.sets());
      assertParts(batch, records);
      ParameterBatch.Reader reader = batch.reader();
      for (byte[] expected : records) {
        Parameters read = new Parameters(COLUMNS);
        reader.next(read);
        assertValues(expected, record(read));
      }
      batch.clear();
      assertEquals(0, batch.sets());
      assertEquals(0, batch.parts().size());
    }
  }

  private static void assertParts(ParameterBatch batch, List<byte[]> records) {
    int next = 0;
    for (ParameterBatch.Part part : batch.parts()) {
      int bytes = Exchange.HEADER + part.used() + ParameterBatch.RESULT_BYTES * part.sets();
      assertTrue(part.sets() == 1 || bytes <= Exchange.USUAL_BYTES, () -> bytes + " bytes");
      int at = 0;
      for (int i = 0; i < part.sets(); i++) {
        byte[] expected = records.get(next++);
        assertEquals(expected.length, RecordBytes.length(part.records(), at));
        at += expected.length;
      }
      assertEquals(at, part.used());
    }
    assertEquals(records.size(), next);
  }

  @Test
  void aPartTakesWhatFillsAnExchangeToTheLastByte() throws SQLException {
    ParameterBatch batch = new ParameterBatch();
    Parameters parameters = new Parameters(COLUMNS);
    int results = 2 * ParameterBatch.RESULT_BYTES;
    int most = (Exchange.USUAL_BYTES - Exchange.HEADER - results) / 2 & ~7;
    set(parameters, 1, most - FIXED - "text 1".length());
    batch.add(parameters);
    batch.add(parameters);
    assertEquals(1, batch.parts().size());
    batch.clear();
    set(parameters, 1, most - FIXED - "text 1".length() + 8);
    batch.add(parameters);
    batch.add(parameters);
    assertEquals(2, batch.parts().size());
  }

  @Test
  void textsOfAllLengthsAndAlphabetsKeepTheirBytes() throws SQLException {
    Parameters parameters = new Parameters(1);
    for (String unit : List.of("a", "?", "\u00e9", "\u20ac", "\uD83D\uDE00", "\0", "ab?\u0141")) {
      for (int length : new int[] {0, 1, 15, 16, 17, 255, 256, 257, 3}) {
        String text = unit.repeat(length);
        parameters.setText(1, text);
        byte[] record = record(parameters);
        assertEquals(text, RecordBytes.text(record, 0, 0));
      }
    }
  }

  @Test
  void aRefusedTextLeavesNoValueBehind() throws SQLException {
    Parameters parameters = new Parameters(1);
    parameters.setText(1, "before");
    SQLDataException refused =
        assertThrows(SQLDataException.class, () -> parameters.setText(1, "after\uD800"));
    assertEquals("22021", refused.getSQLState());
    assertEquals("07001", assertThrows(SQLException.class, parameters::requireAll).getSQLState());
    parameters.setText(1, "again");
    parameters.requireAll();
    assertEquals("again", RecordBytes.text(record(parameters), 0, 0));
  }
}
