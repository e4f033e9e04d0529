package org.icsqlite.natives;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * Native calls through JNA, for Java before 22. Every call goes through the extension's {@code
 * icsqlite_call} functions, bound directly to static native methods: JNA's cheapest way.
 */
final class JnaCalls extends ExtensionCalls {

  /** The whole address space: an offset into it is an address. */
  private static final Pointer MEMORY = new Pointer(0);

  /** Whose functions the native methods below are; they work for every copy. */
  private static NativeLibrary bound;

  /** JNA unloads a library that nothing refers to. */
  private final NativeLibrary library;

  /** The shape of a callback as JNA wants it: an interface of its own kind with one method. */
  interface FunctionPointer extends com.sun.jna.Callback {
    long invoke(long a, long b, long c, long d);
  }

  private JnaCalls(NativeLibrary library) {
    super(name -> address(library, name));
    this.library = library;
  }

  /** Opens the extension, which SQLite has loaded from the same file. */
  static JnaCalls open(Path file) {
    NativeLibrary library = NativeLibrary.getInstance(file.toAbsolutePath().toString());
    synchronized (JnaCalls.class) {
      if (bound == null) {
        Native.register(JnaCalls.class, library);
        bound = library;
      }
    }
    return new JnaCalls(library);
  }

  private static long address(NativeLibrary library, String name) {
    try {
      return Pointer.nativeValue(library.getFunction(name));
    } catch (UnsatisfiedLinkError missing) {
      return 0;
    }
  }

  private static native long icsqlite_call(
      long function, long a, long b, long c, long d, long e, long f);

  private static native long icsqlite_call1(long function, long a);

  /**
   * The address of a callback. JNA calls one that it has met as an argument of a bound method
   * directly; one that is asked for its address by other means it calls by reflection, with an
   * array of boxed arguments.
   */
  private static native long icsqlite_same(FunctionPointer callback);

  private static native long icsqlite_call3(long function, long a, long b, long c);

  @Override
  public long call(long function) {
    return icsqlite_call1(function, 0);
  }

  @Override
  public long call(long function, long a) {
    return icsqlite_call1(function, a);
  }

  @Override
  public long call(long function, long a, long b) {
    return icsqlite_call3(function, a, b, 0);
  }

  @Override
  public long call(long function, long a, long b, long c) {
    return icsqlite_call3(function, a, b, c);
  }

  @Override
  public long call(long function, long a, long b, long c, long d) {
    return icsqlite_call(function, a, b, c, d, 0, 0);
  }

  @Override
  public long call(long function, long a, long b, long c, long d, long e) {
    return icsqlite_call(function, a, b, c, d, e, 0);
  }

  @Override
  public long call(long function, long a, long b, long c, long d, long e, long f) {
    return icsqlite_call(function, a, b, c, d, e, f);
  }

  @Override
  public long callback(Callback callback) {
    FunctionPointer pointer = (a, b, c, d) -> guarded(callback, a, b, c, d);
    keep(pointer);
    return icsqlite_same(pointer);
  }

  @Override
  public byte getByte(long address) {
    return MEMORY.getByte(address);
  }

  @Override
  public int getInt(long address) {
    return MEMORY.getInt(address);
  }

  @Override
  public long getLong(long address) {
    return MEMORY.getLong(address);
  }

  @Override
  public void putByte(long address, byte value) {
    MEMORY.setByte(address, value);
  }

  @Override
  public void putInt(long address, int value) {
    MEMORY.setInt(address, value);
  }

  @Override
  public void putLong(long address, long value) {
    MEMORY.setLong(address, value);
  }

  @Override
  public void copyFromNative(long address, byte[] target, int position, int length) {
    MEMORY.read(address, target, position, length);
  }

  @Override
  public void copyToNative(byte[] source, int position, long address, int length) {
    MEMORY.write(address, source, position, length);
  }

  @Override
  public ByteBuffer view(long address, int bytes) {
    return new Pointer(address).getByteBuffer(0, bytes);
  }

  @Override
  public String toString() {
    return "JNA, " + library.getName();
  }
}
