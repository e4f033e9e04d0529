package org.icsqlite.sql;

import java.util.List;

/**
 * One statement of a script.
 *
 * @param text the statement with its semicolon, or with all that follows when it has none
 * @param line the line on which it begins, from 1
 * @param words its first words in capitals; {@code ?} stands for anything that is no bare word
 */
public record ScriptStatement(String text, long line, List<String> words) {

  public ScriptStatement {
    words = List.copyOf(words);
  }

  /**
   * Why the statement cannot be part of a transaction that is not its own, or null when it can.
   * Savepoints can.
   */
  public String transactionControl() {
    String first = words.isEmpty() ? "" : words.get(0);
    return switch (first) {
      case "BEGIN", "COMMIT", "END" -> first;
      case "ROLLBACK" -> rollsBackToSavepoint() ? null : first;
      case "VACUUM" -> first;
      default -> null;
    };
  }

  private boolean rollsBackToSavepoint() {
    // ROLLBACK [TRANSACTION [name]] TO [SAVEPOINT] name
    int to = words.indexOf("TO");
    return to == 1 || (to > 1 && to <= 3 && words.get(1).equals("TRANSACTION"));
  }
}
