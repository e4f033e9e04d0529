package org.icsqlite.sql;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;

/**
 * The text of a reader from the statement on that is being read; no further than it was asked for.
 * Its failures are UncheckedIOExceptions.
 */
final class ReadCharacters implements Characters {

  private final Reader in;
  private final StringBuilder kept = new StringBuilder();
  private boolean ended;
  private long firstLine = 1;
  private long lastLine = 1;

  ReadCharacters(Reader in) {
    this.in = in;
  }

  @Override
  public int at(int offset) {
    while (offset >= kept.length() && !ended) {
      read();
    }
    return offset < kept.length() ? kept.charAt(offset) : END;
  }

  private void read() {
    try {
      int one = in.read();
      if (one == 0) {
        throw new ScriptException(
            lastLine, "the script contains a NUL character, where SQLite would stop reading", null);
      }
      if (one < 0) {
        ended = true;
      } else {
        kept.append((char) one);
        lastLine += one == '\n' ? 1 : 0;
      }
    } catch (CharacterCodingException e) {
      // The decoder reads ahead, so the line is not known.
      throw new UncheckedIOException(new ScriptException(0, "the script is not valid UTF-8", e));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String text(int from, int to) {
    return kept.substring(from, to);
  }

  /** Forgets what lies before an offset, which is 0 from then on. */
  void drop(int offset) {
    firstLine = line(offset);
    kept.delete(0, offset);
  }

  /** The line of an offset, from 1 at the beginning of the script. */
  long line(int offset) {
    return firstLine + kept.chars().limit(offset).filter(one -> one == '\n').count();
  }
}
