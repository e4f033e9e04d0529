package org.icsqlite.natives;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.ToLongFunction;

/** What both implementations do with the extension's own exports. */
abstract class ExtensionCalls implements NativeCalls {

  private final ToLongFunction<String> symbols;
  private final Map<String, Long> found = new ConcurrentHashMap<>();
  private final Queue<Object> reachable = new ConcurrentLinkedQueue<>();
  private final long allocate;
  private final long release;
  private final long textLength;

  /**
   * @param symbols address of an exported function by its name, 0 when there is none
   */
  ExtensionCalls(ToLongFunction<String> symbols) {
    this.symbols = symbols;
    this.allocate = symbol("icsqlite_allocate");
    this.release = symbol("icsqlite_release");
    this.textLength = symbol("icsqlite_text_length");
  }

  @Override
  public final long symbol(String name) {
    long address = found.computeIfAbsent(name, symbols::applyAsLong);
    if (address == 0) {
      throw new NativeUnavailableException(
          "the SQLite extension does not export "
              + name
              + ": its binary belongs to another version of icsqlite. "
              + "Keep one version of icsqlite-vfs on the class path.");
    }
    return address;
  }

  /** Keeps an object that native code can reach until the JVM ends. */
  final void keep(Object object) {
    reachable.add(object);
  }

  /** Runs a callback; the border that no exception crosses. */
  static long guarded(Callback callback, long a, long b, long c, long d) {
    try {
      return callback.call(a, b, c, d);
    } catch (Throwable failure) {
      return Callback.FAILED;
    }
  }

  @Override
  public final String utf8(long address, int maxBytes) {
    if (address == 0) {
      return null;
    }
    byte[] bytes = new byte[(int) call(textLength, address, Math.max(0, maxBytes))];
    copyFromNative(address, bytes, 0, bytes.length);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Override
  public final long allocate(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("negative size: " + bytes);
    }
    long address = call(allocate, bytes);
    if (address == 0) {
      throw new OutOfMemoryError("no native memory for " + bytes + " bytes");
    }
    return address;
  }

  @Override
  public final long allocateUtf8(String text) {
    if (text == null) {
      return 0;
    }
    if (text.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("the text holds a NUL character");
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    long address = allocate(bytes.length + 1L);
    copyToNative(bytes, 0, address, bytes.length);
    return address;
  }

  @Override
  public final void free(long address) {
    if (address != 0) {
      call(release, address);
    }
  }
}
