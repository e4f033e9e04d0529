package org.icsqlite.damage;

import java.util.List;
import org.icsqlite.damage.Damage.Target;

/** Damage to the first page: header, sizes and owners of the MemoryManager. */
final class ManagerDamage {

  static final List<Damage> ALL =
      List.of(
          ManagerDamage::headerBit,
          ManagerDamage::bucketCount,
          ManagerDamage::bucketPages,
          ManagerDamage::size,
          ManagerDamage::owner,
          ManagerDamage::ownersSwapped,
          ManagerDamage::bucketGivenAway,
          ManagerDamage::sizeWithinBuckets,
          ManagerDamage::bucketsResized);

  private ManagerDamage() {}

  private static String headerBit(Target t) {
    long offset = t.below(40);
    t.bytes().set(offset, t.bytes().get(offset) ^ (1 << t.below(8)));
    return "manager header bit @" + offset;
  }

  private static String bucketCount(Target t) {
    return "bucket count" + t.setLittle(4, 2, t.extreme(t.bytes().little(4, 2), 2));
  }

  private static String bucketPages(Target t) {
    return "bucket pages" + t.setLittle(6, 2, t.extreme(t.bytes().little(6, 2), 2));
  }

  private static String size(Target t) {
    long offset = Layout.SIZES + 8L * (t.oneIn(2) ? t.layout().memoryId() : t.below(255));
    return "size" + t.setLittle(offset, 8, t.extreme(t.bytes().little(offset, 8), 8));
  }

  private static String owner(Target t) {
    long count = t.bytes().little(4, 2);
    long bucket = t.oneIn(3) ? t.below(32768) : t.below((int) Math.min(32768, count + 2));
    long offset = Layout.OWNERS + bucket;
    return "owner" + t.setLittle(offset, 1, t.extreme(t.bytes().get(offset), 1));
  }

  private static String ownersSwapped(Target t) {
    int count = (int) Math.min(32768, t.bytes().little(4, 2));
    if (count < 2) {
      return null;
    }
    long a = (long) Layout.OWNERS + t.below(count);
    long b = (long) Layout.OWNERS + t.below(count);
    int kept = t.bytes().get(a);
    t.bytes().set(a, t.bytes().get(b));
    t.bytes().set(b, kept);
    return "owners swapped " + a + " " + b;
  }

  /** Sizes follow, so that the layout stays valid and the database loses its middle. */
  private static String bucketGivenAway(Target t) {
    List<Long> buckets = t.layout().buckets();
    if (buckets.isEmpty()) {
      return null;
    }
    long bucket = buckets.get(t.below(buckets.size()));
    int to = t.below(255);
    long pages = Math.max(1, t.bytes().little(6, 2));
    t.bytes().set(Layout.OWNERS + bucket, to);
    if (to != t.layout().memoryId()) {
      long own = Layout.SIZES + 8L * t.layout().memoryId();
      t.bytes().setLittle(own, 8, (buckets.size() - 1) * pages);
      long others = t.bytes().little(Layout.SIZES + 8L * to, 8);
      t.bytes().setLittle(Layout.SIZES + 8L * to, 8, ((others + pages - 1) / pages + 1) * pages);
    }
    return "bucket " + bucket + " given to " + to;
  }

  private static String sizeWithinBuckets(Target t) {
    if (!t.layout().managed() || t.layout().buckets().isEmpty()) {
      return null;
    }
    long pages = Math.max(1, t.bytes().little(6, 2));
    long least = (t.layout().buckets().size() - 1) * pages + 1;
    long size = least + t.below((int) pages);
    return "size" + t.setLittle(Layout.SIZES + 8L * t.layout().memoryId(), 8, size);
  }

  /** Other bucket pages, with sizes and a raw length that fit them. */
  private static String bucketsResized(Target t) {
    if (!t.layout().managed()) {
      return null;
    }
    long pages = Math.max(1, t.oneIn(4) ? 65535 : t.below(300));
    long old = Math.max(1, t.bytes().little(6, 2));
    t.bytes().setLittle(6, 2, pages);
    for (long id = 0; id < 255; id++) {
      long size = t.bytes().little(Layout.SIZES + 8 * id, 8);
      if (size > 0 && size < 1L << 32) {
        t.bytes().setLittle(Layout.SIZES + 8 * id, 8, (size + old - 1) / old * pages);
      }
    }
    long raw = (1 + pages * Math.min(32768, t.bytes().little(4, 2))) * SparseBytes.PAGE;
    t.bytes().setLength(Math.max(t.bytes().length(), Math.min(raw, 1L << 38)));
    return "buckets resized to " + pages;
  }
}
