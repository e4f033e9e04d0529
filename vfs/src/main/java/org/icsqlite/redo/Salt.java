package org.icsqlite.redo;

/**
 * The number that tells the records of one generation of a log from every other bytes. The first is
 * random; each generation's follows from that of the one before, so that the records of a
 * generation whose header is damaged can still be recognised.
 */
final class Salt {

  private static final long STEP = 0x6a09e667f3bcc909L;

  private Salt() {}

  /** The salt of the generation after. */
  static long next(long salt) {
    return mix(salt + STEP);
  }

  /** What every record of the generation begins with; never 0, which begins a record taken back. */
  static long marker(long salt) {
    return mix(~salt) | 1;
  }

  /** Spreads every bit over all of them, one to one. */
  private static long mix(long value) {
    long v = value;
    v = (v ^ v >>> 32) * 0xbb67ae8584caa73bL;
    v = (v ^ v >>> 29) * 0x3c6ef372fe94f82bL;
    return v ^ v >>> 32;
  }
}
