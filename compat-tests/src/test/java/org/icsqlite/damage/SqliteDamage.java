package org.icsqlite.damage;

import java.util.List;
import org.icsqlite.damage.Damage.Target;

/** Damage to the SQLite file: its header, b-trees, cells, overflow chains, free list and schema. */
final class SqliteDamage {

  static final List<Damage> ALL =
      List.of(
          SqliteDamage::headerField,
          SqliteDamage::headerField,
          SqliteDamage::pageHeader,
          SqliteDamage::pageHeader,
          SqliteDamage::pageHeader,
          SqliteDamage::cellPointer,
          SqliteDamage::cellPointer,
          SqliteDamage::cellStart,
          SqliteDamage::cellStart,
          SqliteDamage::pagePointer,
          SqliteDamage::pagePointer,
          SqliteDamage::freeList,
          SqliteDamage::pageReplaced,
          SqliteDamage::schemaText,
          SqliteDamage::schemaText,
          SqliteDamage::bytesInPage);

  /** Offset and size of the fields of the header. */
  private static final int[][] HEADER = {
    {0, 8}, {16, 2}, {18, 1}, {19, 1}, {20, 1}, {21, 1}, {22, 1}, {23, 1}, {24, 4}, {28, 4},
    {32, 4}, {36, 4}, {40, 4}, {44, 4}, {48, 4}, {52, 4}, {56, 4}, {60, 4}, {64, 4}, {68, 4},
    {92, 4}, {96, 4}
  };

  private static final int[] PAGE_TYPES = {2, 5, 10, 13, 0, 1, 255};
  private static final String SCHEMA_CHARACTERS = "0123456789()\"'[`,;-/* \0\377ABCtxyz%";

  private SqliteDamage() {}

  private static boolean absent(Target t) {
    return t.layout().databasePages() == 0;
  }

  private static long page(Target t) {
    return t.oneIn(4) ? 0 : t.random().nextLong(t.layout().databasePages());
  }

  private static long start(Target t, long page) {
    return page * t.layout().pageSize() + (page == 0 ? 100 : 0);
  }

  private static long raw(Target t, long offset) {
    return t.layout().database(offset);
  }

  private static String set(Target t, String what, long offset, int size, long value) {
    for (int i = 0; i < size; i++) {
      t.bytes().set(raw(t, offset + i), (int) (value >>> (8 * (size - 1 - i))));
    }
    return what + " " + offset + "=" + Long.toHexString(value);
  }

  private static long get(Target t, long offset, int size) {
    long value = 0;
    for (int i = 0; i < size; i++) {
      value = (value << 8) | t.bytes().get(raw(t, offset + i));
    }
    return value;
  }

  private static String headerField(Target t) {
    if (absent(t)) {
      return null;
    }
    int[] field = HEADER[t.below(HEADER.length)];
    long value = t.extreme(get(t, field[0], field[1]), field[1]);
    if (field[0] == 28 && t.oneIn(2)) {
      value = t.layout().databasePages() + t.below(7) - 3;
    }
    return set(t, "header", field[0], field[1], value);
  }

  private static String pageHeader(Target t) {
    if (absent(t)) {
      return null;
    }
    long at = start(t, page(t));
    return switch (t.below(6)) {
      case 0 -> set(t, "page type", at, 1, PAGE_TYPES[t.below(PAGE_TYPES.length)]);
      case 1 -> set(t, "free block", at + 1, 2, t.extreme(get(t, at + 1, 2), 2));
      case 2 -> set(t, "cell count", at + 3, 2, t.extreme(get(t, at + 3, 2), 2));
      case 3 -> set(t, "content start", at + 5, 2, t.extreme(get(t, at + 5, 2), 2));
      case 4 -> set(t, "fragments", at + 7, 1, t.extreme(get(t, at + 7, 1), 1));
      default -> set(t, "right child", at + 8, 4, pageNumber(t, get(t, at + 8, 4)));
    };
  }

  /** The number of some page, or of none. */
  private static long pageNumber(Target t, long current) {
    return t.oneIn(3) ? t.extreme(current, 4) : t.random().nextLong(t.layout().databasePages() + 2);
  }

  private static long cellPointerAt(Target t, long at) {
    long type = get(t, at, 1);
    long count = get(t, at + 3, 2);
    if (count == 0 || ((type & 0x08) == 0 && type != 2 && type != 5)) {
      return -1;
    }
    int header = type == 2 || type == 5 ? 12 : 8;
    return at + header + 2 * t.random().nextLong(Math.min(count, 8192));
  }

  private static String cellPointer(Target t) {
    if (absent(t)) {
      return null;
    }
    long at = start(t, page(t));
    long pointer = cellPointerAt(t, at);
    if (pointer < 0) {
      return null;
    }
    long other = cellPointerAt(t, at);
    long value = t.oneIn(3) ? get(t, other, 2) : t.extreme(get(t, pointer, 2), 2);
    return set(t, "cell pointer", pointer, 2, value);
  }

  /** The varints and the record header at the start of a cell, or its left child. */
  private static String cellStart(Target t) {
    if (absent(t)) {
      return null;
    }
    long page = page(t);
    long pointer = cellPointerAt(t, start(t, page));
    if (pointer < 0) {
      return null;
    }
    long cell = page * t.layout().pageSize() + get(t, pointer, 2);
    return switch (t.below(4)) {
      case 0 -> set(t, "left child", cell, 4, pageNumber(t, get(t, cell, 4)));
      case 1 -> varint(t, cell + t.below(6));
      default -> {
        long at = cell + t.below(40);
        yield set(t, "cell byte", at, 1, t.extreme(get(t, at, 1), 1));
      }
    };
  }

  private static String varint(Target t, long offset) {
    int length = 1 + t.below(9);
    for (int i = 0; i < length; i++) {
      set(t, "", offset + i, 1, i == length - 1 ? t.below(128) : 128 + t.below(128));
    }
    return "varint of " + length + " at " + offset;
  }

  /** The first four bytes of a page that is no b-tree: an overflow page, a trunk, a pointer map. */
  private static String pagePointer(Target t) {
    if (absent(t)) {
      return null;
    }
    for (int attempt = 0; attempt < 8; attempt++) {
      long at = start(t, page(t));
      if (get(t, at, 1) == 0) {
        long offset = at + (t.oneIn(2) ? 0 : 5L * t.below(20));
        return set(t, "page pointer", offset, 4, pageNumber(t, get(t, offset, 4)));
      }
    }
    return null;
  }

  private static String freeList(Target t) {
    if (absent(t)) {
      return null;
    }
    long trunk = get(t, 32, 4);
    if (trunk == 0 || trunk > t.layout().databasePages() || t.oneIn(4)) {
      long pages = t.oneIn(2) ? get(t, 36, 4) : 1 + t.below(5);
      return set(t, "free list", 32, 4, pageNumber(t, trunk))
          + set(t, " count", 36, 4, t.oneIn(2) ? pages : t.extreme(pages, 4));
    }
    long at = (trunk - 1) * t.layout().pageSize();
    return switch (t.below(3)) {
      case 0 -> set(t, "next trunk", at, 4, t.oneIn(2) ? trunk : pageNumber(t, get(t, at, 4)));
      case 1 -> set(t, "trunk count", at + 4, 4, t.extreme(get(t, at + 4, 4), 4));
      default -> {
        long leaf = at + 8 + 4L * t.below((int) Math.max(1, Math.min(100, get(t, at + 4, 4))));
        yield set(t, "free leaf", leaf, 4, pageNumber(t, get(t, leaf, 4)));
      }
    };
  }

  private static String pageReplaced(Target t) {
    if (absent(t)) {
      return null;
    }
    long from = page(t);
    long to = page(t);
    int size = t.layout().pageSize();
    int kind = t.below(3);
    for (int i = 0; i < size; i++) {
      int value = kind == 0 ? 0 : (int) get(t, from * size + i, 1);
      t.bytes().set(raw(t, to * size + i), kind == 1 ? t.random().nextInt() : value);
    }
    return "page " + to + (kind == 0 ? " zeroed" : kind == 1 ? " random" : " from " + from);
  }

  /** The text and the root pages of the first schema page. */
  private static String schemaText(Target t) {
    if (absent(t)) {
      return null;
    }
    int size = t.layout().pageSize();
    long content = get(t, 105, 2);
    if (content < 108 || content >= size) {
      return null;
    }
    StringBuilder done = new StringBuilder("schema");
    for (int i = t.below(4); i >= 0; i--) {
      long offset = content + t.below((int) (size - content));
      char character = SCHEMA_CHARACTERS.charAt(t.below(SCHEMA_CHARACTERS.length()));
      done.append(set(t, "", offset, 1, t.oneIn(4) ? t.below(256) : character));
    }
    return done.toString();
  }

  private static String bytesInPage(Target t) {
    if (absent(t)) {
      return null;
    }
    long at = page(t) * t.layout().pageSize();
    int count = 1 + t.below(t.oneIn(3) ? 200 : 8);
    for (int i = 0; i < count; i++) {
      long offset = at + t.below(t.layout().pageSize());
      set(t, "", offset, 1, get(t, offset, 1) ^ (1L << t.below(8)));
    }
    return count + " bits in page at " + at;
  }
}
