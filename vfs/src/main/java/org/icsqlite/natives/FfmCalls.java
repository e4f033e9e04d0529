package org.icsqlite.natives;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * Native calls through java.lang.foreign, for Java 22 and later. Compiled for Java 17, so the API
 * is found by name when this class is initialised, and its MemorySegments are bound or converted
 * away: what is left are method handles over long, int and byte[]. As static finals they are
 * constants to the compiler, and {@code invokeExact} costs what a direct call would.
 */
final class FfmCalls extends ExtensionCalls {

  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
  private static final Class<?> SEGMENT = foreign("MemorySegment");
  private static final Class<?> LAYOUT = foreign("MemoryLayout");
  private static final Class<?> VALUE_LAYOUT = foreign("ValueLayout");
  private static final Class<?> ARENA = foreign("Arena");
  private static final Class<?> DESCRIPTOR = foreign("FunctionDescriptor");
  private static final Class<?> SYMBOLS = foreign("SymbolLookup");
  private static final Class<?> LINKER = foreign("Linker");
  private static final Class<?> OPTIONS = foreign("Linker$Option").arrayType();

  private static final Object LONG = layout("JAVA_LONG");

  /** The arena of everything that lives until the JVM ends. */
  private static final Object GLOBAL = invoke(handle(ARENA, "global", ARENA));

  private static final Object NATIVE_LINKER = invoke(handle(LINKER, "nativeLinker", LINKER));

  /** The whole address space: an offset into it is an address. */
  private static final Object MEMORY = wholeMemory();

  private static final MethodHandle FIND = handle(SYMBOLS, "find", Optional.class, String.class);
  private static final MethodHandle ADDRESS = handle(SEGMENT, "address", long.class);
  private static final MethodHandle UPCALL_STUB = upcallStub();
  private static final MethodHandle GUARDED = guarded();
  private static final MethodHandle CALL0 = downcall(0);
  private static final MethodHandle CALL1 = downcall(1);
  private static final MethodHandle CALL2 = downcall(2);
  private static final MethodHandle CALL3 = downcall(3);
  private static final MethodHandle CALL4 = downcall(4);
  private static final MethodHandle CALL5 = downcall(5);
  private static final MethodHandle CALL6 = downcall(6);

  private static final MethodHandle GET_BYTE = get("JAVA_BYTE", "OfByte", byte.class);
  private static final MethodHandle GET_INT = get("JAVA_INT_UNALIGNED", "OfInt", int.class);
  private static final MethodHandle GET_LONG = get("JAVA_LONG_UNALIGNED", "OfLong", long.class);
  private static final MethodHandle PUT_BYTE = put("JAVA_BYTE", "OfByte", byte.class);
  private static final MethodHandle PUT_INT = put("JAVA_INT_UNALIGNED", "OfInt", int.class);
  private static final MethodHandle PUT_LONG = put("JAVA_LONG_UNALIGNED", "OfLong", long.class);
  private static final MethodHandle COPY_OUT = copyOut();
  private static final MethodHandle COPY_IN = copyIn();
  private static final MethodHandle VIEW = view();

  private final Path file;

  private FfmCalls(Path file, Object symbols) {
    super(name -> address(symbols, name));
    this.file = file;
  }

  /** Opens the extension, which SQLite has loaded from the same file. */
  static FfmCalls open(Path file) {
    MethodHandle lookup = handle(SYMBOLS, "libraryLookup", SYMBOLS, Path.class, ARENA);
    return new FfmCalls(file, invoke(lookup, file.toAbsolutePath(), GLOBAL));
  }

  private static long address(Object symbols, String name) {
    Optional<?> found = (Optional<?>) invoke(FIND, symbols, name);
    return found.map(FfmCalls::address).orElse(0L);
  }

  private static long address(Object segment) {
    return (long) invoke(ADDRESS, segment);
  }

  @Override
  public long call(long function) {
    try {
      return (long) CALL0.invokeExact(function);
    } catch (Throwable failure) {
      throw unchecked(failure);
    }
  }

  @Override
  public long call(long function, long a) {
    try {
      return (long) CALL1.invokeExact(function, a);
    } catch (Throwable failure) {
      throw unchecked(failure);
    }
  }

  @Override
  public long call(long function, long a, long b) {
    try {
      return (long) CALL2.invokeExact(function, a, b);
    } catch (Throwable failure) {
      throw unchecked(failure);
    }
  }

  @Override
  public long call(long function, long a, long b, long c) {
    try {
      return (long) CALL3.invokeExact(function, a, b, c);
    } catch (Throwable failure) {
      throw unchecked(failure);
    }
  }

  @Override
  public long call(long function, long a, long b, long c, long d) {
    try {
      return (long) CALL4.invokeExact(function, a, b, c, d);
    } catch (Throwable failure) {
      throw unchecked(failure);
    }
  }

  @Override
  public long call(long function, long a, long b, long c, long d, long e) {
    try {
      return (long) CALL5.invokeExact(function, a, b, c, d, e);
    } catch (Throwable failure) {
      throw unchecked(failure);
    }
  }

  @Override
  public long call(long function, long a, long b, long c, long d, long e, long f) {
    try {
      return (long) CALL6.invokeExact(function, a, b, c, d, e, f);
    } catch (Throwable failure) {
      throw unchecked(failure);
    }
  }

  @Override
  public long callback(Callback callback) {
    keep(callback);
    return address(invoke(UPCALL_STUB, GUARDED.bindTo(callback)));
  }

  /** (MethodHandle target)MemorySegment, for four longs that live as long as the JVM. */
  private static MethodHandle upcallStub() {
    return MethodHandles.insertArguments(
        MethodHandles.insertArguments(
            handle(LINKER, "upcallStub", SEGMENT, MethodHandle.class, DESCRIPTOR, ARENA, OPTIONS)
                .asFixedArity(),
            2,
            descriptor(4),
            GLOBAL,
            Array.newInstance(OPTIONS.getComponentType(), 0)),
        0,
        NATIVE_LINKER);
  }

  private static MethodHandle guarded() {
    try {
      return LOOKUP.findStatic(
          ExtensionCalls.class,
          "guarded",
          MethodType.methodType(
              long.class, Callback.class, long.class, long.class, long.class, long.class));
    } catch (ReflectiveOperationException missing) {
      throw new IllegalStateException(missing);
    }
  }

  @Override
  public byte getByte(long address) {
    try {
      return (byte) GET_BYTE.invokeExact(address);
    } catch (Throwable failure) {
      throw unchecked(failure);
    }
  }

  @Override
  public int getInt(long address) {
    try {
      return (int) GET_INT.invokeExact(address);
    } catch (Throwable failure) {
      throw unchecked(failure);
    }
  }

  @Override
  public long getLong(long address) {
    try {
      return (long) GET_LONG.invokeExact(address);
    } catch (Throwable failure) {
      throw unchecked(failure);
    }
  }

  @Override
  public void putByte(long address, byte value) {
    try {
      PUT_BYTE.invokeExact(address, value);
    } catch (Throwable failure) {
      throw unchecked(failure);
    }
  }

  @Override
  public void putInt(long address, int value) {
    try {
      PUT_INT.invokeExact(address, value);
    } catch (Throwable failure) {
      throw unchecked(failure);
    }
  }

  @Override
  public void putLong(long address, long value) {
    try {
      PUT_LONG.invokeExact(address, value);
    } catch (Throwable failure) {
      throw unchecked(failure);
    }
  }

  @Override
  public void copyFromNative(long address, byte[] target, int position, int length) {
    try {
      COPY_OUT.invokeExact(address, target, position, length);
    } catch (Throwable failure) {
      throw unchecked(failure);
    }
  }

  @Override
  public void copyToNative(byte[] source, int position, long address, int length) {
    try {
      COPY_IN.invokeExact(source, position, address, length);
    } catch (Throwable failure) {
      throw unchecked(failure);
    }
  }

  @Override
  public ByteBuffer view(long address, int bytes) {
    try {
      return (ByteBuffer) VIEW.invokeExact(address, (long) bytes);
    } catch (Throwable failure) {
      throw unchecked(failure);
    }
  }

  @Override
  public String toString() {
    return "FFM, " + file;
  }

  /** (long function, long...)long: the address becomes a MemorySegment on the way in. */
  private static MethodHandle downcall(int arguments) {
    MethodHandle linked =
        (MethodHandle)
            invoke(
                handle(LINKER, "downcallHandle", MethodHandle.class, DESCRIPTOR, OPTIONS),
                NATIVE_LINKER,
                descriptor(arguments),
                Array.newInstance(OPTIONS.getComponentType(), 0));
    return MethodHandles.filterArguments(
        linked, 0, handle(SEGMENT, "ofAddress", SEGMENT, long.class));
  }

  private static Object descriptor(int arguments) {
    Object layouts = Array.newInstance(LAYOUT, arguments);
    for (int i = 0; i < arguments; i++) {
      Array.set(layouts, i, LONG);
    }
    return invoke(handle(DESCRIPTOR, "of", DESCRIPTOR, LAYOUT, LAYOUT.arrayType()), LONG, layouts);
  }

  private static MethodHandle get(String layout, String kind, Class<?> type) {
    MethodHandle get = handle(SEGMENT, "get", type, foreign("ValueLayout$" + kind), long.class);
    return MethodHandles.insertArguments(get, 0, MEMORY, layout(layout));
  }

  private static MethodHandle put(String layout, String kind, Class<?> type) {
    MethodHandle set =
        handle(SEGMENT, "set", void.class, foreign("ValueLayout$" + kind), long.class, type);
    return MethodHandles.insertArguments(set, 0, MEMORY, layout(layout));
  }

  private static MethodHandle copyOut() {
    MethodHandle copy =
        handle(
            SEGMENT,
            "copy",
            void.class,
            SEGMENT,
            VALUE_LAYOUT,
            long.class,
            Object.class,
            int.class,
            int.class);
    return MethodHandles.insertArguments(copy, 0, MEMORY, layout("JAVA_BYTE"))
        .asType(MethodType.methodType(void.class, long.class, byte[].class, int.class, int.class));
  }

  private static MethodHandle copyIn() {
    MethodHandle copy =
        handle(
            SEGMENT,
            "copy",
            void.class,
            Object.class,
            int.class,
            SEGMENT,
            VALUE_LAYOUT,
            long.class,
            int.class);
    return MethodHandles.insertArguments(copy, 2, MEMORY, layout("JAVA_BYTE"))
        .asType(MethodType.methodType(void.class, byte[].class, int.class, long.class, int.class));
  }

  /** (long address, long bytes)ByteBuffer */
  private static MethodHandle view() {
    MethodHandle sized =
        MethodHandles.filterArguments(
            handle(SEGMENT, "reinterpret", SEGMENT, long.class),
            0,
            handle(SEGMENT, "ofAddress", SEGMENT, long.class));
    return MethodHandles.filterReturnValue(
        sized, handle(SEGMENT, "asByteBuffer", ByteBuffer.class));
  }

  private static Object wholeMemory() {
    Object none = invoke(handle(SEGMENT, "ofAddress", SEGMENT, long.class), 0L);
    return invoke(handle(SEGMENT, "reinterpret", SEGMENT, long.class), none, Long.MAX_VALUE);
  }

  private static Object layout(String constant) {
    try {
      return VALUE_LAYOUT.getField(constant).get(null);
    } catch (ReflectiveOperationException missing) {
      throw new IllegalStateException(missing);
    }
  }

  private static Class<?> foreign(String name) {
    try {
      return Class.forName("java.lang.foreign." + name);
    } catch (ClassNotFoundException missing) {
      throw new IllegalStateException(missing);
    }
  }

  /**
   * A static or an interface method. Found with this class's own lookup, since the API asks who
   * calls it before it allows native access.
   */
  private static MethodHandle handle(
      Class<?> owner, String name, Class<?> result, Class<?>... parameters) {
    MethodType type = MethodType.methodType(result, parameters);
    try {
      boolean isStatic =
          java.lang.reflect.Modifier.isStatic(owner.getMethod(name, parameters).getModifiers());
      return isStatic
          ? LOOKUP.findStatic(owner, name, type)
          : LOOKUP.findVirtual(owner, name, type);
    } catch (ReflectiveOperationException missing) {
      throw new IllegalStateException(missing);
    }
  }

  private static Object invoke(MethodHandle handle, Object... arguments) {
    try {
      return handle.asFixedArity().invokeWithArguments(arguments);
    } catch (Throwable failure) {
      throw unchecked(failure);
    }
  }

  /** Returns unchecked exceptions as they are and throws errors; the handles declare no others. */
  private static RuntimeException unchecked(Throwable failure) {
    Objects.requireNonNull(failure);
    if (failure instanceof Error error) {
      throw error;
    }
    return failure instanceof RuntimeException runtime
        ? runtime
        : new IllegalStateException(failure);
  }
}
