package org.icsqlite.metadata;

import java.util.List;

/** Names as SQLite compares them: A to Z like a to z, everything else exactly. */
final class AsciiCase {

  private AsciiCase() {}

  static int fold(int codePoint) {
    return codePoint >= 'A' && codePoint <= 'Z' ? codePoint + ('a' - 'A') : codePoint;
  }

  /** The name with A to Z made a to z. */
  static String fold(String name) {
    return name.codePoints()
        .map(AsciiCase::fold)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  /** Whether both are the same name; null is the same as null only. */
  static boolean same(String left, String right) {
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
  static boolean same(List<String> left, List<String> right) {
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
  static boolean sameSet(List<String> left, List<String> right) {
    return left.size() == right.size()
        && left.stream().allMatch(name -> contains(right, name))
        && right.stream().allMatch(name -> contains(left, name));
  }

  static boolean contains(List<String> names, String name) {
    return names.stream().anyMatch(one -> same(one, name));
  }
}
