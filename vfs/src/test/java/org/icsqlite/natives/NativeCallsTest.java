package org.icsqlite.natives;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Calls, callbacks and memory views, through both accesses. */
class NativeCallsTest {

  private static final String ALL = "org.icsqlite.natives.BothAccesses#all";

  @ParameterizedTest
  @MethodSource(ALL)
  void argumentsOfEveryCountReachTheFunction(SqliteNative sqlite) {
    NativeCalls calls = sqlite.calls();
    List<String> seen = new ArrayList<>();
    long callback =
        calls.callback(
            (a, b, c, d) -> {
              seen.add(a + "," + b + "," + c + "," + d);
              return a + b + c + d;
            });
    long trampoline = calls.symbol("icsqlite_call");
    assertEquals(ExtensionLoader.ABI_VERSION, calls.call(calls.symbol("icsqlite_abi_version")));
    long text = calls.allocateUtf8("abc");
    assertEquals(3, calls.call(calls.symbol("icsqlite_text_length"), text, 9));
    assertEquals(0, calls.call(calls.symbol("icsqlite_release"), text));
    assertEquals(-21, calls.call(calls.symbol("icsqlite_db_config"), 0, 1010, 1));
    assertEquals(Long.MIN_VALUE + 6, calls.call(callback, Long.MIN_VALUE, 1, 2, 3));
    assertEquals(10, calls.call(trampoline, callback, 1, 2, 3, 4));
    assertEquals(14, calls.call(trampoline, callback, 2, 3, 4, 5, 6));
    assertEquals(List.of("-9223372036854775808,1,2,3", "1,2,3,4", "2,3,4,5"), seen);
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void nothingThrownLeavesACallback(SqliteNative sqlite) {
    NativeCalls calls = sqlite.calls();
    long throwing =
        calls.callback(
            (a, b, c, d) -> {
              if (a == 0) {
                throw new IllegalStateException("expected by the test");
              }
              if (a == 1) {
                throw new OutOfMemoryError("expected by the test");
              }
              return recurse(a);
            });
    assertEquals(Callback.FAILED, calls.call(throwing, 0, 0, 0, 0));
    assertEquals(Callback.FAILED, calls.call(throwing, 1, 0, 0, 0));
    assertEquals(Callback.FAILED, calls.call(throwing, 2, 0, 0, 0));
  }

  @SuppressWarnings("InfiniteRecursion")
  private static long recurse(long n) {
    return recurse(n + 1) + 1;
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void aCallbackSurvivesGarbageCollection(SqliteNative sqlite) {
    NativeCalls calls = sqlite.calls();
    AtomicLong ran = new AtomicLong();
    long callback = calls.callback((a, b, c, d) -> ran.addAndGet(a));
    System.gc();
    System.gc();
    for (int i = 0; i < 1000; i++) {
      calls.call(callback, 2, 0, 0, 0);
    }
    assertEquals(2000, ran.get());
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void memoryIsReadAsItWasWritten(SqliteNative sqlite) {
    NativeCalls calls = sqlite.calls();
    long memory = calls.allocate(64);
    byte[] fresh = new byte[64];
    calls.copyFromNative(memory, fresh, 0, 64);
    assertArrayEquals(new byte[64], fresh);
    calls.putLong(memory + 1, 0x8877665544332211L);
    assertEquals(0x8877665544332211L, calls.getLong(memory + 1));
    calls.putInt(memory + 11, -2);
    assertEquals(-2, calls.getInt(memory + 11));
    calls.putByte(memory + 15, (byte) 0x80);
    assertEquals((byte) 0x80, calls.getByte(memory + 15));
    assertEquals(0x11, calls.getByte(memory + 1), "little endian on all supported platforms");
    byte[] bytes = {1, 2, 3, 4, 5};
    calls.copyToNative(bytes, 1, memory + 20, 3);
    byte[] read = {9, 9, 9, 9, 9};
    calls.copyFromNative(memory + 20, read, 2, 3);
    assertArrayEquals(new byte[] {9, 9, 2, 3, 4}, read);
    calls.free(memory);
    calls.free(0);
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void aCopyOutsideTheArrayIsRefused(SqliteNative sqlite) {
    NativeCalls calls = sqlite.calls();
    long memory = calls.allocate(16);
    byte[] array = new byte[4];
    assertThrows(IndexOutOfBoundsException.class, () -> calls.copyFromNative(memory, array, 1, 4));
    assertThrows(IndexOutOfBoundsException.class, () -> calls.copyToNative(array, 4, memory, 1));
    assertThrows(IndexOutOfBoundsException.class, () -> calls.copyToNative(array, -1, memory, 1));
    calls.free(memory);
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void textsAreUtf8AndBounded(SqliteNative sqlite) {
    NativeCalls calls = sqlite.calls();
    String text = "a\u00e4\u20ac\ud83d\ude00";
    int bytes = text.getBytes(StandardCharsets.UTF_8).length;
    long address = calls.allocateUtf8(text);
    assertEquals(text, calls.utf8(address, 100));
    assertEquals(text, calls.utf8(address, bytes));
    assertEquals("a", calls.utf8(address, 1));
    assertEquals("a\ufffd", calls.utf8(address, 2));
    assertEquals("", calls.utf8(address, 0));
    assertEquals("", calls.utf8(address, -1));
    assertEquals(null, calls.utf8(0, 10));
    assertEquals(0, calls.allocateUtf8(null));
    calls.free(address);
    assertThrows(IllegalArgumentException.class, () -> calls.allocateUtf8("a\0b"));
    assertThrows(IllegalArgumentException.class, () -> calls.allocate(-1));
    assertThrows(OutOfMemoryError.class, () -> calls.allocate(Long.MAX_VALUE));
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void aMissingSymbolSaysThatTheBinaryIsAnothers(SqliteNative sqlite) {
    NativeUnavailableException failure =
        assertThrows(
            NativeUnavailableException.class, () -> sqlite.calls().symbol("icsqlite_absent"));
    assertTrue(failure.getMessage().contains("does not export icsqlite_absent"));
  }

  @ParameterizedTest
  @MethodSource("org.icsqlite.natives.BothAccesses#accesses")
  void theAccessIsTheOneThatWasAskedFor(NativeAccess access) throws IOException {
    NativeCalls calls = SqliteNative.load(access).calls();
    assertTrue(calls.toString().startsWith(access.name()), calls::toString);
  }
}
