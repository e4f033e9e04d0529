package org.icsqlite.sql;

/**
 * One token of a text.
 *
 * @param text as written, but names and texts without their quotes; empty at the end
 * @param from the offset of its first character
 * @param to the offset behind its last one
 */
public record Token(TokenKind kind, String text, int from, int to) {

  /** Whether it is that word without quotes, in whatever case. */
  public boolean isWord(String word) {
    return kind == TokenKind.WORD && AsciiCase.same(text, word);
  }

  /** Whether it is that character and no more. */
  public boolean isSymbol(char symbol) {
    return (kind == TokenKind.SYMBOL || kind == TokenKind.ILLEGAL)
        && text.length() == 1
        && text.charAt(0) == symbol;
  }
}
