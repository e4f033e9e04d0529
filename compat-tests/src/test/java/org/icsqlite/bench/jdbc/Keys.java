package org.icsqlite.bench.jdbc;

/** Keys of the sample data, each once in {@link SampleData#ROWS}, far from one another. */
final class Keys {

  /** Coprime to the number of rows. */
  private static final int STRIDE = 61_803;

  private int last;

  int next() {
    last = (last + STRIDE) % SampleData.ROWS;
    return last + 1;
  }
}
