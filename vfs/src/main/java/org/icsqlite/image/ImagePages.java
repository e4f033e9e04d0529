package org.icsqlite.image;

/** Arithmetic of the image's own pages, which need not be SQLite's. */
final class ImagePages {

  static final int PAGE_BYTES = 16384;

  private static final int SHIFT = 14;

  private ImagePages() {}

  /** The pages that hold this many bytes; unsigned. */
  static long covering(long bytes) {
    return (bytes >>> SHIFT) + ((bytes & (PAGE_BYTES - 1)) == 0 ? 0 : 1);
  }

  static long pageOf(long offset) {
    return offset >>> SHIFT;
  }

  static int within(long offset) {
    return (int) (offset & (PAGE_BYTES - 1));
  }

  static boolean aligned(long offset) {
    return within(offset) == 0;
  }

  static long startOf(long page) {
    return page << SHIFT;
  }
}
