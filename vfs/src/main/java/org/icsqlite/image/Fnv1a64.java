package org.icsqlite.image;

import java.util.Objects;

/** The FNV-1a hash of 64 bits over a stream of bytes. Not thread-safe. */
public final class Fnv1a64 {

  /** The value of no bytes. */
  public static final long BASIS = 0xcbf29ce484222325L;

  private static final long PRIME = 0x100000001b3L;

  private long hash;

  public Fnv1a64() {
    this(BASIS);
  }

  /** Goes on from the value of an earlier part of the stream. */
  public Fnv1a64(long hash) {
    this.hash = hash;
  }

  /** Adds bytes. */
  public void update(byte[] bytes, int position, int length) {
    Objects.checkFromIndexSize(position, length, bytes.length);
    long h = hash;
    for (int i = position; i < position + length; i++) {
      h = (h ^ (bytes[i] & 0xff)) * PRIME;
    }
    hash = h;
  }

  /** Adds this many zero bytes; the time is logarithmic. */
  public void updateZeros(long count) {
    long factor = 1;
    long power = PRIME;
    for (long left = count; left > 0; left >>= 1) {
      if ((left & 1) != 0) {
        factor *= power;
      }
      power *= power;
    }
    hash *= factor;
  }

  /** The value so far. */
  public long value() {
    return hash;
  }

  /** The value of these bytes. */
  public static long of(byte[] bytes, int position, int length) {
    Fnv1a64 fnv = new Fnv1a64();
    fnv.update(bytes, position, length);
    return fnv.value();
  }
}
