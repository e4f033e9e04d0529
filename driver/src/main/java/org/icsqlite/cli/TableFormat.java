package org.icsqlite.cli;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;

/**
 * A table for people. The columns are as wide as the first {@value #MEASURED_ROWS} rows need; rows
 * beyond are written as they come, so that a large result does not fill the memory.
 */
final class TableFormat implements RowFormat {

  static final int MEASURED_ROWS = 1000;

  private final Writer out;
  private final List<String[]> pending = new ArrayList<>();
  private String[] names = {};
  private int[] widths = {};
  private boolean[] numeric = {};
  private boolean headed;
  private long rows;

  TableFormat(Writer out) {
    this.out = out;
  }

  @Override
  public void begin(List<String> columns) {
    names = new String[columns.size()];
    widths = new int[names.length];
    numeric = new boolean[names.length];
    for (int i = 0; i < names.length; i++) {
      names[i] = TextWidth.printable(columns.get(i));
      widths[i] = TextWidth.of(names[i]);
      numeric[i] = true;
    }
  }

  @Override
  public void row(Object[] cells) throws IOException {
    rows++;
    String[] texts = new String[cells.length];
    for (int i = 0; i < cells.length; i++) {
      texts[i] = text(cells[i]);
      if (!headed) {
        widths[i] = Math.max(widths[i], TextWidth.of(texts[i]));
        numeric[i] &= cells[i] == null || cells[i] instanceof Number;
      }
    }
    if (headed) {
      write(texts);
    } else {
      pending.add(texts);
      if (pending.size() == MEASURED_ROWS) {
        head();
      }
    }
  }

  private static String text(Object cell) {
    if (cell == null) {
      return "NULL";
    }
    if (cell instanceof String text) {
      return text.equals("NULL") ? "'NULL'" : TextWidth.printable(text);
    }
    return Cells.plain(cell);
  }

  private void head() throws IOException {
    headed = true;
    write(names);
    StringBuilder rule = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      rule.append(i == 0 ? "" : "-+-").append("-".repeat(widths[i]));
    }
    out.write(rule.append('\n').toString());
    for (String[] row : pending) {
      write(row);
    }
    pending.clear();
  }

  private void write(String[] texts) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < texts.length; i++) {
      String padding = " ".repeat(Math.max(0, widths[i] - TextWidth.of(texts[i])));
      line.append(i == 0 ? "" : " | ");
      if (numeric[i]) {
        line.append(padding).append(texts[i]);
      } else {
        line.append(texts[i]).append(i == texts.length - 1 ? "" : padding);
      }
    }
    out.write(line.append('\n').toString());
  }

  @Override
  public void end() throws IOException {
    if (!headed) {
      head();
    }
    out.write(rows == 1 ? "(1 row)\n" : "(" + rows + " rows)\n");
  }
}
