package org.icsqlite.vfs;

import java.security.SecureRandom;

/** Where SQLite's random numbers come from. Implementations are thread-safe. */
@FunctionalInterface
public interface Randomness {

  /** Fills the whole array. */
  void fill(byte[] bytes);

  /** The operating system's randomness. */
  static Randomness system() {
    return new SecureRandom()::nextBytes;
  }

  /**
   * The generator of the crate ic-sqlite-vfs 2.1.0: the same seed gives the same bytes at every
   * call. The crate seeds it with the last transaction id XOR the database size.
   */
  static Randomness seeded(long seed) {
    return bytes -> {
      long state = seed ^ 0x9e37_79b9_7f4a_7c15L;
      for (int i = 0; i < bytes.length; i++) {
        state ^= state << 7;
        state ^= state >>> 9;
        state *= 0x0000_0100_0000_01b3L;
        bytes[i] = (byte) state;
      }
    };
  }
}
