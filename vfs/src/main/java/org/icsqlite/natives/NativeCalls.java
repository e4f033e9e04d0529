package org.icsqlite.natives;

import java.nio.ByteBuffer;

/**
 * Calls into native code, callbacks out of it, and views of its memory. Addresses and integers are
 * {@code long}s; of a C {@code int} result only the low 32 bits count, so the caller narrows it.
 *
 * <p>Thread-safe. Nothing here checks an address: a wrong one ends the process.
 */
public interface NativeCalls {

  /**
   * Address of a function that the extension exports.
   *
   * @throws NativeUnavailableException when it exports none of that name
   */
  long symbol(String name);

  long call(long function);

  long call(long function, long a);

  long call(long function, long a, long b);

  long call(long function, long a, long b, long c);

  long call(long function, long a, long b, long c, long d);

  long call(long function, long a, long b, long c, long d, long e);

  long call(long function, long a, long b, long c, long d, long e, long f);

  /**
   * A function pointer that runs the callback; it and the callback live until the JVM ends. Nothing
   * thrown leaves it: native code gets {@link Callback#FAILED} instead.
   */
  long callback(Callback callback);

  byte getByte(long address);

  int getInt(long address);

  long getLong(long address);

  void putByte(long address, byte value);

  void putInt(long address, int value);

  void putLong(long address, long value);

  /** Copies {@code length} bytes at {@code address} to {@code target} from {@code position} on. */
  void copyFromNative(long address, byte[] target, int position, int length);

  /** Copies {@code length} bytes of {@code source} from {@code position} on to {@code address}. */
  void copyToNative(byte[] source, int position, long address, int length);

  /**
   * The NUL-terminated UTF-8 text at {@code address}, cut after {@code maxBytes} bytes; null when
   * the address is 0. Malformed bytes become U+FFFD.
   */
  String utf8(long address, int maxBytes);

  /**
   * Zeroed memory, owned by the caller until {@link #free}.
   *
   * @throws OutOfMemoryError when there is none
   */
  long allocate(long bytes);

  /**
   * The text as NUL-terminated UTF-8, owned by the caller until {@link #free}; 0 for null.
   *
   * @throws IllegalArgumentException when the text holds a NUL, which would cut it for C
   */
  long allocateUtf8(String text);

  /**
   * A view of native memory; whoever frees the memory sees to it that the view is not used again.
   */
  ByteBuffer view(long address, int bytes);

  /** Frees what {@link #allocate} or {@link #allocateUtf8} gave; 0 is ignored. */
  void free(long address);
}
