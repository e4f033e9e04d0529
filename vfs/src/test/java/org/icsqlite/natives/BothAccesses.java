package org.icsqlite.natives;

import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Stream;

/** The extension through every access this Java has, loaded once for all tests. */
final class BothAccesses {

  private static final Map<NativeAccess, SqliteNative> LOADED = new EnumMap<>(NativeAccess.class);

  private BothAccesses() {}

  /** Source of parameterized tests. */
  static synchronized Stream<SqliteNative> all() {
    return accesses().map(access -> LOADED.computeIfAbsent(access, SqliteNative::load));
  }

  static Stream<NativeAccess> accesses() {
    return Runtime.version().feature() >= 22
        ? Stream.of(NativeAccess.FFM, NativeAccess.JNA)
        : Stream.of(NativeAccess.JNA);
  }
}
