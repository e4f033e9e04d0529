package org.icsqlite.sql;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a script into statements as SQLite does, holding one at a time.
 *
 * <p>A statement ends at a semicolon that is a token. The body of CREATE TRIGGER has semicolons of
 * its own: there the end is a semicolon, the word END and a semicolon, with nothing but space and
 * comments between. What comes before the first token of a statement is dropped, and so are empty
 * statements. Text without an end at the end of the script is a last statement, which SQLite
 * judges.
 */
public final class ScriptReader {

  /** EXPLAIN QUERY PLAN CREATE TEMPORARY TRIGGER are five; one more word never matters. */
  private static final int KEPT_WORDS = 6;

  private final ReadCharacters script;
  private final Lexer tokens;
  private final List<String> words = new ArrayList<>();
  private boolean trigger;
  private boolean afterSemicolon;
  private boolean afterEnd;

  /**
   * Reads from a reader, which stays the caller's to close. Not thread-safe.
   *
   * @param in the script, never null; a byte order mark at its start is skipped
   */
  public ScriptReader(Reader in) {
    this.script = new ReadCharacters(in);
    this.tokens = new Lexer(script);
  }

  /**
   * The next statement, or null at the end.
   *
   * @throws ScriptException for a NUL character or bytes that are no UTF-8
   * @throws IOException when the script cannot be read
   */
  public ScriptStatement read() throws IOException {
    try {
      return skipEmpty() ? statement() : null;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Moves to the first token of a statement; false when there is none. */
  private boolean skipEmpty() {
    boolean found = tokens.next();
    while (found && isSemicolon()) {
      found = tokens.next();
    }
    return found;
  }

  private ScriptStatement statement() {
    int from = tokens.start();
    long line = script.line(from);
    words.clear();
    trigger = false;
    afterSemicolon = false;
    afterEnd = false;
    boolean ended = false;
    do {
      ended = isSemicolon() ? semicolonEnds() : noteToken();
    } while (!ended && tokens.next());
    String text = script.text(from, tokens.end());
    script.drop(tokens.end());
    tokens.moveTo(0);
    return new ScriptStatement(text, line, words);
  }

  private boolean isSemicolon() {
    return tokens.kind() == TokenKind.SYMBOL && script.at(tokens.start()) == ';';
  }

  private boolean semicolonEnds() {
    boolean ends = !trigger || (afterSemicolon && afterEnd);
    afterSemicolon = true;
    afterEnd = false;
    return ends;
  }

  /** Takes a token into account that never ends a statement; so the result is false. */
  private boolean noteToken() {
    String word =
        tokens.kind() == TokenKind.WORD
            ? AsciiCase.upper(script.text(tokens.start(), tokens.end()))
            : "?";
    if (words.size() < KEPT_WORDS) {
      words.add(word);
      trigger = trigger || (word.equals("TRIGGER") && createsTrigger());
    }
    if (afterEnd || !word.equals("END")) {
      afterSemicolon = false;
      afterEnd = false;
    } else {
      afterEnd = true;
    }
    return false;
  }

  private boolean createsTrigger() {
    List<String> rest = words;
    if (startsWith(rest, "EXPLAIN", "QUERY", "PLAN")) {
      rest = rest.subList(3, rest.size());
    } else if (startsWith(rest, "EXPLAIN")) {
      rest = rest.subList(1, rest.size());
    }
    return rest.equals(List.of("CREATE", "TRIGGER"))
        || rest.equals(List.of("CREATE", "TEMP", "TRIGGER"))
        || rest.equals(List.of("CREATE", "TEMPORARY", "TRIGGER"));
  }

  private static boolean startsWith(List<String> words, String... start) {
    return words.size() >= start.length && words.subList(0, start.length).equals(List.of(start));
  }
}
