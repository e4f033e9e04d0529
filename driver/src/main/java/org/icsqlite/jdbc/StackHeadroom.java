package org.icsqlite.jdbc;

/**
 * Makes a stack that is nearly used up overflow here, in Java, where that is an error like any
 * other. SQLite runs on the same stack and calls back into Java: an overflow there would end in the
 * middle of a callback, with a lock held or with the virtual machine gone.
 */
final class StackHeadroom {

  private static final int FRAMES = 400;

  private StackHeadroom() {}

  /** Throws StackOverflowError when there is not room for a call into SQLite. */
  static void require() {
    if (probe(FRAMES, 0, 0, 0, 0) < 0) {
      throw new AssertionError();
    }
  }

  /** Values that are used after the call keep each frame large, and the recursion a recursion. */
  private static long probe(int left, long a, long b, long c, long d) {
    if (left == 0) {
      return 0;
    }
    long below = probe(left - 1, a + 1, b + 2, c + 3, d + 4);
    return below >= 0 ? (a | b | c | d) & 1 : -1;
  }
}
