package org.icsqlite.damage;

import java.util.List;
import org.icsqlite.damage.Damage.Target;
import org.icsqlite.damage.Layout.Format;

/** Damage that knows nothing of the layout, and a wrong length. */
final class RawDamage {

  static final List<Damage> ALL =
      List.of(
          RawDamage::bits,
          RawDamage::bits,
          RawDamage::block,
          RawDamage::cut,
          RawDamage::cut,
          RawDamage::longer);

  /** What stands for a superblock in the layout of ic-sqlite. */
  static final List<Damage> LENGTH_BEFORE_FILE = List.of(RawDamage::lengthBeforeFile);

  private RawDamage() {}

  private static long somewhere(Target t) {
    long[] pages = t.bytes().pageNumbers();
    return pages.length == 0
        ? 0
        : pages[t.below(pages.length)] * SparseBytes.PAGE + t.below(SparseBytes.PAGE);
  }

  private static String bits(Target t) {
    int count = 1 + t.below(t.oneIn(4) ? 500 : 10);
    for (int i = 0; i < count; i++) {
      long offset = somewhere(t);
      t.bytes().set(offset, t.bytes().get(offset) ^ (1 << t.below(8)));
    }
    return count + " bits";
  }

  private static String block(Target t) {
    long offset = somewhere(t);
    int count = 1 << t.below(15);
    int kind = t.below(3);
    for (int i = 0; i < count; i++) {
      t.bytes().set(offset + i, kind == 0 ? 0 : kind == 1 ? 255 : t.random().nextInt());
    }
    return "block of " + count + " at " + offset;
  }

  private static String cut(Target t) {
    long pages = t.bytes().length() / SparseBytes.PAGE;
    if (pages == 0) {
      return null;
    }
    long left = t.oneIn(2) ? t.random().nextLong(pages) : Math.max(0, pages - 1 - t.below(4));
    t.bytes().setLength(left * SparseBytes.PAGE);
    return "cut to " + left + " pages";
  }

  private static String longer(Target t) {
    long added = t.oneIn(8) ? 1L << 20 : 1 + t.below(300);
    t.bytes().setLength(t.bytes().length() / SparseBytes.PAGE * 65536 + added * SparseBytes.PAGE);
    return added + " pages longer";
  }

  /** The length that ic-sqlite keeps before its file. */
  private static String lengthBeforeFile(Target t) {
    if (t.layout().format() != Format.IC_SQLITE) {
      return null;
    }
    long room = t.bytes().length() - 8;
    long length =
        switch (t.below(4)) {
          case 0 -> room + t.below(3) - 1;
          case 1 -> t.random().nextLong(Math.max(1, room));
          case 2 -> t.extreme(t.big(0, 8), 8);
          default -> Math.max(0, t.big(0, 8) + t.below(9000) - 4500);
        };
    return "length" + t.setBig(0, 8, length);
  }
}
