package org.icsqlite.sql;

import java.util.List;

/** Names as SQLite compares them: A to Z like a to z, everything else exactly. */
public final class AsciiCase {

  private AsciiCase() {}

  /** The character, or a to z for A to Z. */
  public static int fold(int codePoint) {
    return codePoint >= 'A' && codePoint <= 'Z' ? codePoint + ('a' - 'A') : codePoint;
  }

  /** The name with A to Z made a to z. */
  public static String fold(String name) {
    return name.codePoints()
        .map(AsciiCase::fold)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  /** The name with a to z made A to Z. */
  static String upper(String name) {
    StringBuilder upper = new StringBuilder(name.length());
    for (int at = 0; at < name.length(); at++) {
      char one = name.charAt(at);
      upper.append(one >= 'a' && one <= 'z' ? (char) (one - ('a' - 'A')) : one);
    }
    return upper.toString();
  }

  /** Whether both are the same name; null is the same as null only. */
  public static boolean same(String left, String right) {
    if (left == null || right == null) {
      return left == null && right == null;
    }
    if (left.length() != right.length()) {
      return false;
    }
    for (int at = 0; at < left.length(); at++) {
      if (fold(left.charAt(at)) != fold(right.charAt(at))) {
        return false;
      }
    }
    return true;
  }

  /** Whether both are the same names in the same order. */
  public static boolean same(List<String> left, List<String> right) {
    if (left.size() != right.size()) {
      return false;
    }
    for (int at = 0; at < left.size(); at++) {
      if (!same(left.get(at), right.get(at))) {
        return false;
      }
    }
    return true;
  }

  /** Whether both are the same names in any order. */
  public static boolean sameSet(List<String> left, List<String> right) {
    return left.size() == right.size()
        && left.stream().allMatch(name -> contains(right, name))
        && right.stream().allMatch(name -> contains(left, name));
  }

  /** Whether the name is one of these. */
  public static boolean contains(List<String> names, String name) {
    return names.stream().anyMatch(one -> same(one, name));
  }
}
