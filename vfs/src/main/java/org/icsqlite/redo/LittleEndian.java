package org.icsqlite.redo;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Integers in byte arrays, least significant byte first, at any index. */
final class LittleEndian {

  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private LittleEndian() {}

  static int getInt(byte[] bytes, int index) {
    return (int) INTS.get(bytes, index);
  }

  static void putInt(byte[] bytes, int index, int value) {
    INTS.set(bytes, index, value);
  }

  static long getLong(byte[] bytes, int index) {
    return (long) LONGS.get(bytes, index);
  }

  static void putLong(byte[] bytes, int index, long value) {
    LONGS.set(bytes, index, value);
  }
}
