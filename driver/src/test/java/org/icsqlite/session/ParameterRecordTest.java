package org.icsqlite.session;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.icsqlite.natives.Exchange;
import org.icsqlite.value.Row;
import org.junit.jupiter.api.Test;

class ParameterRecordTest {

  private static final int COUNT = 4;
  private static final int CELLS = Exchange.RECORD_HEADER + COUNT * Exchange.CELL;

  /** Where a record begins in what the tests have it written to. */
  private static final int START = 11;

  /** A value as it was set. */
  private static final class Value {

    private final int type;
    private final long number;
    private final byte[] content;

    Value(int type, long number, byte[] content) {
      this.type = type;
      this.number = number;
      this.content = content;
    }

    void put(ParameterRecord record, int parameter) {
      if (content == null) {
        record.putNumber(parameter, type, number);
      } else if (type == Row.BLOB) {
        record.putBytes(parameter, type, content);
      } else {
        String text = new String(content, StandardCharsets.UTF_8);
        if (!record.putAscii(parameter, text)) {
          assertEquals(ParameterRecord.UNSET, record.type(parameter));
          record.putBytes(parameter, type, content);
        }
      }
    }
  }

  private static Value value(int kind, int length, int seed) {
    return switch (kind) {
      case 0 -> new Value(Row.NULL, 0, null);
      case 1 -> new Value(Row.INTEGER, seed * 0x9e3779b97f4a7c15L, null);
      case 2 -> new Value(Row.REAL, Double.doubleToRawLongBits(seed / 3.0), null);
      case 3 -> new Value(Row.BLOB, 0, filled(length, seed));
      case 4 -> text("abcdefgh".substring(seed & 7), length);
      default -> text("a\u00e9\u20ac\uD83D\uDE00".substring(seed & 1), length);
    };
  }

  private static Value text(String unit, int length) {
    byte[] content = unit.repeat(length / unit.length()).getBytes(StandardCharsets.UTF_8);
    return new Value(Row.TEXT, 0, content);
  }

  private static byte[] filled(int length, int seed) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) seed);
    return bytes;
  }

  private static byte[] written(ParameterRecord record) {
    int length = (int) record.length();
    byte[] target = new byte[START + length];
    record.write(target, START, length);
    ByteBuffer block = ByteBuffer.allocateDirect(START + length).order(ByteOrder.nativeOrder());
    record.write(block, START, length);
    byte[] copy = new byte[START + length];
    block.get(0, copy);
    assertArrayEquals(target, copy, "in the heap and in a block");
    return target;
  }

  private static void assertHolds(List<Value> values, byte[] written) {
    int length = RecordBytes.length(written, START);
    assertEquals(0, length % 8);
    assertEquals(written.length - START, length);
    for (int i = 0; i < values.size(); i++) {
      Value value = values.get(i);
      assertEquals(value.type, RecordBytes.type(written, START, i));
      if (value.content == null) {
        assertEquals(value.number, RecordBytes.value(written, START, i));
        assertEquals(0, RecordBytes.byteLength(written, START, i));
      } else {
        long from = RecordBytes.value(written, START, i);
        assertTrue(from >= CELLS && from + value.content.length <= length, "in the record");
        assertArrayEquals(value.content, RecordBytes.bytes(written, START, i));
      }
    }
  }

  @Property(tries = 500)
  void aRecordHoldsWhatWasSetLast(
      @ForAll @Size(min = 1, max = 40) List<@IntRange(max = COUNT - 1) Integer> parameters,
      @ForAll @Size(min = 40, max = 40) List<@IntRange(max = 5) Integer> kinds,
      @ForAll @Size(min = 40, max = 40) List<@IntRange(max = 300) Integer> lengths) {
    ParameterRecord record = new ParameterRecord(COUNT);
    List<Value> model = new ArrayList<>();
    for (int i = 0; i < COUNT; i++) {
      Value first = value(kinds.get(i), lengths.get(i), i);
      first.put(record, i);
      model.add(first);
    }
    for (int step = 0; step < parameters.size(); step++) {
      int parameter = parameters.get(step);
      Value next = value(kinds.get(step), lengths.get(step), step);
      next.put(record, parameter);
      model.set(parameter, next);
      byte[] written = written(record);
      assertHolds(model, written);
      ParameterRecord read = new ParameterRecord(COUNT);
      read.read(written, START);
      assertHolds(model, written(read));
    }
    assertEquals(COUNT, record.firstUnset());
  }

  @Property(tries = 200)
  void aRecordWastesNoMoreThanItUsesAnd64Bytes(
      @ForAll @Size(min = 1, max = 40) List<@IntRange(max = 300) Integer> lengths) {
    ParameterRecord record = new ParameterRecord(COUNT);
    int[] used = new int[COUNT];
    for (int i = 0; i < lengths.size(); i++) {
      used[i % COUNT] = lengths.get(i);
      record.putBytes(i % COUNT, Row.BLOB, filled(lengths.get(i), i));
      long payload = Arrays.stream(used).sum();
      assertTrue(record.length() >= CELLS + payload);
      assertTrue(record.length() <= CELLS + 2 * payload + 64 + 7, () -> record.length() + " bytes");
    }
  }

  @Test
  void everyPositionOfAByteThatIsNotAsciiIsSeen() {
    ParameterRecord record = new ParameterRecord(1);
    for (int length = 1; length <= 40; length++) {
      for (int at = 0; at < length; at++) {
        for (char other : new char[] {0x80, 0xff, 0x141, 0x4e41}) {
          String text = "x".repeat(at) + other + "x".repeat(length - at - 1);
          assertTrue(record.putAscii(0, "before"));
          assertTrue(!record.putAscii(0, text), text);
          assertEquals(0, record.firstUnset());
        }
      }
    }
  }

  @Test
  void whatIsForgottenIsMissing() {
    ParameterRecord record = new ParameterRecord(3);
    assertEquals(0, record.firstUnset());
    record.putBytes(0, Row.BLOB, new byte[1000]);
    assertTrue(record.putAscii(1, "text"));
    record.putNumber(2, Row.INTEGER, 5);
    record.putNumber(2, Row.INTEGER, 6);
    assertEquals(3, record.firstUnset());
    record.clear();
    record.clear();
    assertEquals(0, record.firstUnset());
    assertEquals(Exchange.RECORD_HEADER + 3L * Exchange.CELL + 16, record.length(), "its slot");
    record.putNumber(0, Row.NULL, 0);
    record.putNumber(2, Row.NULL, 0);
    assertEquals(1, record.firstUnset());
  }

  @Test
  void aLengthThatIsNotTheRecordsIsNoWayOutOfTheArray() {
    ParameterRecord record = new ParameterRecord(1);
    record.putBytes(0, Row.BLOB, new byte[2000]);
    byte[] target = new byte[100];
    assertThrows(IndexOutOfBoundsException.class, () -> record.write(target, 0, target.length));
    ByteBuffer block = ByteBuffer.allocateDirect(100).order(ByteOrder.nativeOrder());
    assertThrows(IndexOutOfBoundsException.class, () -> record.write(block, 0, 100));
  }

  /** As many as SQLite takes; moving the slots for each of them would take most of a minute. */
  @Test
  void thousandsOfTextsAreSetInNoTime() {
    int count = 32_766;
    ParameterRecord record = new ParameterRecord(count);
    assertTimeout(
        Duration.ofSeconds(3),
        () -> {
          for (String unit : List.of("a", "a longer text ")) {
            for (int i = 0; i < count; i++) {
              assertTrue(record.putAscii(i, unit + i));
            }
          }
        });

    record.putNumber(7, Row.INTEGER, 70);
    record.putBytes(8, Row.BLOB, filled(300, 1));
    byte[] written = new byte[(int) record.length()];
    record.write(written, 0, written.length);
    assertEquals(70, RecordBytes.value(written, 0, 7));
    assertArrayEquals(filled(300, 1), RecordBytes.bytes(written, 0, 8));
    for (int i = 9; i < count; i++) {
      assertEquals(
          "a longer text " + i,
          new String(RecordBytes.bytes(written, 0, i), StandardCharsets.UTF_8));
    }
  }
}
