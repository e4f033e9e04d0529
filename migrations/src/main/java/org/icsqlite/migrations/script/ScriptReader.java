package org.icsqlite.migrations.script;

import java.io.IOException;
import java.io.PushbackReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Cuts a script into statements as SQLite's tokenizer sees them, holding one at a time.
 *
 * <p>A statement ends at a semicolon outside of strings, quoted identifiers and comments. The body
 * of CREATE TRIGGER has semicolons of its own: there the end is a semicolon, the word END and a
 * semicolon, with nothing but space and comments between. What comes before the first token of a
 * statement is dropped, and so are empty statements. Text without an end at the end of the script
 * is a last statement, which SQLite judges.
 */
public final class ScriptReader {

  /** EXPLAIN QUERY PLAN CREATE TEMPORARY TRIGGER are five; one more word never matters. */
  private static final int KEPT_WORDS = 6;

  private static final int END_OF_INPUT = -1;

  private final PushbackReader in;
  private final StringBuilder text = new StringBuilder();
  private final List<String> words = new ArrayList<>();
  private long line = 1;
  private long firstLine;
  private boolean trigger;
  private boolean afterSemicolon;
  private boolean afterEnd;

  /**
   * Reads from a reader, which stays the caller's to close. Not thread-safe.
   *
   * @param in the script, never null; a byte order mark at its start is skipped
   * @throws IOException when it cannot be read
   */
  public ScriptReader(Reader in) throws IOException {
    this.in = new PushbackReader(in, 1);
    int first = next();
    if (first != '\ufeff') {
      back(first);
    }
  }

  /**
   * The next statement, or null at the end.
   *
   * @throws ScriptException for a NUL character or bytes that are no UTF-8
   * @throws IOException when the script cannot be read
   */
  public ScriptStatement read() throws IOException {
    text.setLength(0);
    words.clear();
    trigger = false;
    afterSemicolon = false;
    afterEnd = false;
    for (int c = next(); c != END_OF_INPUT; c = next()) {
      if (isSpace(c)) {
        appendInside(c);
      } else if (c == ';') {
        if (semicolonEnds()) {
          return statement();
        }
      } else if (!comment(c)) {
        token(c);
      }
    }
    return text.length() == 0 ? null : statement();
  }

  private ScriptStatement statement() {
    return new ScriptStatement(text.toString(), firstLine, words);
  }

  private boolean semicolonEnds() {
    if (text.length() == 0) {
      return false;
    }
    text.append(';');
    if (!trigger) {
      return true;
    }
    boolean ends = afterSemicolon && afterEnd;
    afterSemicolon = true;
    afterEnd = false;
    return ends;
  }

  /** Consumes a comment that begins with {@code c}; false when none does. */
  private boolean comment(int c) throws IOException {
    if (c != '-' && c != '/') {
      return false;
    }
    int following = next();
    if (c == '-' && following == '-') {
      appendInside('-');
      appendInside('-');
      int last = next();
      while (last != END_OF_INPUT && last != '\n') {
        appendInside(last);
        last = next();
      }
      if (last == '\n') {
        appendInside(last);
      }
      return true;
    }
    if (c == '/' && following == '*') {
      appendInside('/');
      appendInside('*');
      blockComment();
      return true;
    }
    back(following);
    return false;
  }

  private void blockComment() throws IOException {
    int previous = 0;
    for (int c = next(); c != END_OF_INPUT; c = next()) {
      appendInside(c);
      if (previous == '*' && c == '/') {
        return;
      }
      previous = c;
    }
  }

  private void token(int c) throws IOException {
    if (text.length() == 0) {
      firstLine = line;
    }
    if (isWordPart(c)) {
      word(c);
      return;
    }
    text.append((char) c);
    if (c == '\'' || c == '"' || c == '`') {
      throughTo(c);
    } else if (c == '[') {
      throughTo(']');
    }
    noteToken("?");
  }

  /** A doubled quote inside needs no care: it reads as the end of one token and the next. */
  private void throughTo(int closing) throws IOException {
    for (int c = next(); c != END_OF_INPUT; c = next()) {
      text.append((char) c);
      if (c == closing) {
        return;
      }
    }
  }

  private void word(int first) throws IOException {
    int start = text.length();
    int c = first;
    while (isWordPart(c)) {
      text.append((char) c);
      c = next();
    }
    back(c);
    // Only keywords matter, and none is longer.
    noteToken(text.length() - start > 20 ? "?" : text.substring(start).toUpperCase(Locale.ROOT));
  }

  private void noteToken(String token) {
    if (words.size() < KEPT_WORDS) {
      words.add(token);
      trigger = trigger || (token.equals("TRIGGER") && createsTrigger());
    }
    if (afterEnd || !token.equals("END")) {
      afterSemicolon = false;
      afterEnd = false;
    } else {
      afterEnd = true;
    }
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

  /** Appends space and comments, but not those before the first token. */
  private void appendInside(int c) {
    if (text.length() > 0) {
      text.append((char) c);
    }
  }

  private int next() throws IOException {
    int c;
    try {
      c = in.read();
    } catch (CharacterCodingException e) {
      // The decoder reads ahead, so the line is not known.
      throw new ScriptException(0, "the script is not valid UTF-8", e);
    }
    if (c == '\n') {
      line++;
    } else if (c == 0) {
      throw new ScriptException(
          line, "the script contains a NUL character, where SQLite would stop reading", null);
    }
    return c;
  }

  private void back(int c) throws IOException {
    if (c != END_OF_INPUT) {
      in.unread(c);
      if (c == '\n') {
        line--;
      }
    }
  }

  /** What SQLite skips between tokens, a byte order mark included. */
  private static boolean isSpace(int c) {
    return c == ' ' || (c >= '\t' && c <= '\r') || c == '\ufeff';
  }

  private static boolean isWordPart(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '_'
        || c == '$'
        || c >= 0x80;
  }
}
