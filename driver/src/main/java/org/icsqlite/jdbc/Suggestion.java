package org.icsqlite.jdbc;

/** Finds the word that somebody probably meant. */
final class Suggestion {

  private Suggestion() {}

  /** The candidate with the fewest edits, or null when none is near. */
  static String nearest(String word, Iterable<String> candidates) {
    String best = null;
    int fewest = Math.max(2, word.length() / 3) + 1;
    for (String candidate : candidates) {
      int edits = edits(word, candidate);
      if (edits < fewest) {
        fewest = edits;
        best = candidate;
      }
    }
    return best;
  }

  private static int edits(String a, String b) {
    int[] previous = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] current = new int[b.length() + 1];
      current[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(replaced, Math.min(previous[j], current[j - 1]) + 1);
      }
      previous = current;
    }
    return previous[b.length()];
  }
}
