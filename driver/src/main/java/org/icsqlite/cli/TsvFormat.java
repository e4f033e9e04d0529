package org.icsqlite.cli;

import java.io.IOException;
import java.io.Writer;
import java.util.List;

/** Tab separated values: a header line, then one line for each row, written as it comes. */
final class TsvFormat implements RowFormat {

  private final Writer out;

  TsvFormat(Writer out) {
    this.out = out;
  }

  @Override
  public void begin(List<String> columns) throws IOException {
    row(columns.toArray());
  }

  @Override
  public void row(Object[] cells) throws IOException {
    for (int i = 0; i < cells.length; i++) {
      if (i > 0) {
        out.write('\t');
      }
      if (cells[i] == null) {
        out.write("\\N");
      } else if (cells[i] instanceof String text) {
        escaped(text);
      } else {
        out.write(Cells.plain(cells[i]));
      }
    }
    out.write('\n');
  }

  private void escaped(String text) throws IOException {
    int done = 0;
    for (int i = 0; i < text.length(); i++) {
      String escape = escape(text.charAt(i));
      if (escape != null) {
        out.write(text, done, i - done);
        out.write(escape);
        done = i + 1;
      }
    }
    out.write(text, done, text.length() - done);
  }

  private static String escape(char character) {
    return switch (character) {
      case '\t' -> "\\t";
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      case '\\' -> "\\\\";
      case '\0' -> "\\0";
      default -> null;
    };
  }

  @Override
  public void end() {}
}
