package org.icsqlite.damage;

import java.util.SplittableRandom;

/** One way of damaging an image. */
@FunctionalInterface
interface Damage {

  /** An image under damage: its bytes, where its parts lay, and the source of chance. */
  record Target(SparseBytes bytes, Layout layout, SplittableRandom random) {

    int below(int bound) {
      return random.nextInt(bound);
    }

    boolean oneIn(int count) {
      return random.nextInt(count) == 0;
    }

    /** A value that code is likely to get wrong, of this many bytes. */
    long extreme(long current, int size) {
      int bits = 8 * size;
      int shift = random.nextInt(bits);
      long value =
          switch (random.nextInt(11)) {
            case 0 -> 0;
            case 1 -> 1;
            case 2 -> -1;
            case 3 -> -1L >>> (65 - bits);
            case 4 -> 1L << shift;
            case 5 -> (1L << shift) - 1;
            case 6 -> (1L << shift) + 1;
            case 7 -> current + 1;
            case 8 -> current - 1;
            case 9 -> current ^ (1L << shift);
            default -> random.nextLong();
          };
      return bits == 64 ? value : value & ((1L << bits) - 1);
    }

    String setLittle(long offset, int size, long value) {
      bytes.setLittle(offset, size, value);
      return "@" + offset + "=" + Long.toHexString(value);
    }

    String setBig(long offset, int size, long value) {
      for (int i = 0; i < size; i++) {
        bytes.set(offset + i, (int) (value >>> (8 * (size - 1 - i))));
      }
      return "@" + offset + "=" + Long.toHexString(value);
    }

    long big(long offset, int size) {
      long value = 0;
      for (int i = 0; i < size; i++) {
        value = (value << 8) | bytes.get(offset + i);
      }
      return value;
    }
  }

  /** Damages and says how, or returns null when the image has nothing of the kind. */
  String apply(Target target);
}
