package org.icsqlite.damage;

import java.util.List;
import org.icsqlite.damage.Damage.Target;
import org.icsqlite.damage.Layout.Format;

/**
 * Damage to the superblock. Most of it repairs the meta checksum afterwards, because only then does
 * it reach the code behind the check.
 */
final class SuperblockDamage {

  static final List<Damage> ALL =
      List.of(
          SuperblockDamage::bit,
          SuperblockDamage::field,
          SuperblockDamage::field,
          SuperblockDamage::databaseSize,
          SuperblockDamage::databaseSize,
          SuperblockDamage::baseOffset,
          SuperblockDamage::baseAndSize,
          SuperblockDamage::extents,
          SuperblockDamage::extents,
          SuperblockDamage::extentValue,
          SuperblockDamage::flags);

  private static final int[] FIELDS = {
    8, 12, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, 128, 136, 144, 152
  };

  private SuperblockDamage() {}

  private static boolean absent(Target t) {
    return t.layout().format() != Format.IC_SQLITE_VFS;
  }

  private static long at(Target t, long offset) {
    return t.layout().raw(offset);
  }

  private static String bit(Target t) {
    if (absent(t)) {
      return null;
    }
    long offset = at(t, t.below(t.oneIn(4) ? 16544 : 192));
    t.bytes().set(offset, t.bytes().get(offset) ^ (1 << t.below(8)));
    return "superblock bit @" + offset + repairedSometimes(t);
  }

  private static String field(Target t) {
    if (absent(t)) {
      return null;
    }
    int field = FIELDS[t.below(FIELDS.length)];
    int size = field < 16 ? 4 : 8;
    long offset = at(t, field);
    return "superblock field "
        + field
        + t.setLittle(offset, size, t.extreme(t.bytes().little(offset, size), size))
        + (field == 152 ? "" : repairedSometimes(t));
  }

  private static String databaseSize(Target t) {
    if (absent(t)) {
      return null;
    }
    long room = t.layout().virtualBytes() - t.layout().databaseStart();
    long size =
        switch (t.below(6)) {
          case 0 -> room - t.below(3) + 1;
          case 1 -> room;
          case 2 -> t.below((int) Math.min(Integer.MAX_VALUE, Math.max(1, room)));
          case 3 -> Math.max(0, t.layout().databaseBytes() - t.below(70000));
          case 4 -> t.layout().databaseBytes() + t.below(70000);
          default -> t.extreme(t.layout().databaseBytes(), 8);
        };
    return "database size" + t.setLittle(at(t, 16), 8, size) + repaired(t);
  }

  private static String baseOffset(Target t) {
    if (absent(t)) {
      return null;
    }
    long end = t.layout().virtualBytes();
    long base =
        switch (t.below(5)) {
          case 0 -> end - t.below(3) + 1;
          case 1 -> end - t.layout().databaseBytes() + t.below(3) - 1;
          case 2 -> t.below((int) Math.min(Integer.MAX_VALUE, end));
          case 3 -> t.layout().databaseStart() + t.below(70000);
          default -> t.extreme(t.layout().databaseStart(), 8);
        };
    return "base offset" + t.setLittle(at(t, 112), 8, base) + repaired(t);
  }

  private static String baseAndSize(Target t) {
    if (absent(t)) {
      return null;
    }
    long base = t.oneIn(2) ? t.extreme(65536, 8) : 65536 + t.below(200000);
    long size =
        switch (t.below(3)) {
          case 0 -> -base;
          case 1 -> t.layout().virtualBytes() - base + t.below(3) - 1;
          default -> t.extreme(t.layout().databaseBytes(), 8);
        };
    return "base"
        + t.setLittle(at(t, 112), 8, base)
        + " and size"
        + t.setLittle(at(t, 16), 8, size)
        + repaired(t);
  }

  /** A valid list over, behind and far behind the database. */
  private static String extents(Target t) {
    if (absent(t)) {
      return null;
    }
    int count = t.oneIn(3) ? 1020 + t.below(5) : 1 + t.below(12);
    long page = t.below(6);
    for (int i = 0; i < count; i++) {
      long end = page + 1 + t.below(3);
      if (i == count - 1 && t.oneIn(3)) {
        end = t.oneIn(2) ? -1 : Long.MAX_VALUE;
      }
      t.bytes().setLittle(at(t, 160 + 16L * i), 8, page);
      t.bytes().setLittle(at(t, 168 + 16L * i), 8, end);
      page = end + 1 + t.below(4);
    }
    return "extents" + t.setLittle(at(t, 144), 8, count) + repaired(t);
  }

  private static String extentValue(Target t) {
    if (absent(t)) {
      return null;
    }
    long count = Math.max(1, Math.min(1024, t.bytes().little(at(t, 144), 8)));
    t.bytes().setLittle(at(t, 144), 8, count);
    long offset = at(t, 160 + 8L * t.below((int) (2 * count)));
    return "extent"
        + t.setLittle(offset, 8, t.extreme(t.bytes().little(offset, 8), 8))
        + repaired(t);
  }

  private static String flags(Target t) {
    if (absent(t)) {
      return null;
    }
    return "flags" + t.setLittle(at(t, 40), 8, t.extreme(t.below(8), 8)) + repaired(t);
  }

  private static String repairedSometimes(Target t) {
    return t.oneIn(4) ? "" : repaired(t);
  }

  /** Stores the checksum that the block should have. */
  static String repaired(Target t) {
    long count = t.bytes().little(at(t, 144), 8);
    if (count < 0 || count > 1024) {
      return "";
    }
    long hash = 0xcbf29ce484222325L;
    for (long i = 0; i < 160 + 16 * count; i++) {
      int value = i >= 152 && i < 160 ? 0 : t.bytes().get(at(t, i));
      hash = (hash ^ value) * 0x100000001b3L;
    }
    t.bytes().setLittle(at(t, 152), 8, hash);
    return " repaired";
  }
}
