package org.icsqlite.sql;

/**
 * The tokens of an SQL text, taken one after the other. Any text can be read; it is for SQLite to
 * refuse what is no SQL. Behind the last token come tokens of {@link TokenKind#END}. Not
 * thread-safe.
 */
public final class SqlTokens {

  private final String sql;
  private final Lexer lexer;
  private Token next;

  /** Reads a text, never null, from its beginning. */
  public SqlTokens(String sql) {
    this.sql = sql;
    this.lexer = new Lexer(offset -> offset < sql.length() ? sql.charAt(offset) : Characters.END);
  }

  /** The next token, which stays the next one. */
  public Token peek() {
    if (next == null) {
      lexer.next();
      next = new Token(lexer.kind(), text(), lexer.start(), lexer.end());
    }
    return next;
  }

  private String text() {
    int from = lexer.start();
    int to = lexer.end();
    if (lexer.kind() != TokenKind.STRING && lexer.kind() != TokenKind.QUOTED_NAME) {
      return sql.substring(from, to);
    }
    String quote = sql.substring(to - 1, to);
    String content = sql.substring(from + 1, to - 1);
    return quote.equals("]") ? content : content.replace(quote + quote, quote);
  }

  /** Takes the next token. */
  public Token take() {
    Token taken = peek();
    next = null;
    return taken;
  }

  /** Whether no token is left. */
  public boolean atEnd() {
    return peek().kind() == TokenKind.END;
  }

  /** Takes the next token if it is this word without quotes. */
  public boolean takeWord(String word) {
    boolean found = peek().isWord(word);
    if (found) {
      next = null;
    }
    return found;
  }

  /** Takes the next token if it is this character. */
  public boolean takeSymbol(char symbol) {
    boolean found = peek().isSymbol(symbol);
    if (found) {
      next = null;
    }
    return found;
  }

  /** Takes the semicolons, each the end of an empty statement, that SQLite reads over. */
  public void takeEmptyStatements() {
    while (peek().isSymbol(';')) {
      next = null;
    }
  }

  /**
   * Takes the list of common table expressions behind WITH, up to the verb that follows it. A name
   * may read like a verb; AS or a list of columns follows it.
   */
  public void takeTableExpressions() {
    takeWord("RECURSIVE");
    do {
      take();
      if (peek().isSymbol('(')) {
        takeGroup();
      }
      takeWord("AS");
      takeWord("NOT");
      takeWord("MATERIALIZED");
      takeGroup();
    } while (takeSymbol(','));
  }

  /**
   * Takes one token or, from an opening parenthesis, all up to the one that closes it.
   *
   * @return the last one taken
   */
  public Token takeGroup() {
    Token last = take();
    if (last.isSymbol('(')) {
      for (int depth = 1; depth > 0 && !atEnd(); ) {
        last = take();
        if (last.isSymbol('(')) {
          depth++;
        } else if (last.isSymbol(')')) {
          depth--;
        }
      }
    }
    return last;
  }

  /** Whether an item of a list in parentheses goes no further than here. */
  public boolean atEndOfItem() {
    return atEnd() || peek().isSymbol(',') || peek().isSymbol(')');
  }

  /** The text from one offset to another. */
  public String text(int from, int to) {
    return sql.substring(from, to);
  }
}
