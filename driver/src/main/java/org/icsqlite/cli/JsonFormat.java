package org.icsqlite.cli;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.io.IOException;
import java.io.Writer;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/** An array with one object a row, each on a line of its own, written as it comes. */
final class JsonFormat implements RowFormat {

  private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();

  private final Writer out;
  private String[] names = {};
  private boolean first = true;

  JsonFormat(Writer out) {
    this.out = out;
  }

  @Override
  public void begin(List<String> columns) throws IOException {
    Set<String> taken = new HashSet<>(columns);
    Set<String> used = new HashSet<>();
    names = new String[columns.size()];
    for (int i = 0; i < names.length; i++) {
      String name = columns.get(i);
      for (int n = 2; used.contains(name); n++) {
        String candidate = columns.get(i) + "_" + n;
        name = taken.contains(candidate) ? name : candidate;
      }
      used.add(name);
      names[i] = (i == 0 ? "{" : ",") + GSON.toJson(name) + ":";
    }
    out.write('[');
  }

  @Override
  public void row(Object[] cells) throws IOException {
    out.write(first ? "\n" : ",\n");
    first = false;
    for (int i = 0; i < cells.length; i++) {
      out.write(names[i]);
      out.write(value(cells[i]));
    }
    out.write('}');
  }

  private static String value(Object cell) {
    if (cell == null) {
      return "null";
    }
    if (cell instanceof String text) {
      return GSON.toJson(text);
    }
    if (cell instanceof byte[] bytes) {
      return "{\"blob\":\"" + HexFormat.of().formatHex(bytes) + "\"}";
    }
    if (cell instanceof Double real && Double.isInfinite(real)) {
      return real > 0 ? "1e999" : "-1e999";
    }
    return cell.toString();
  }

  @Override
  public void end() throws IOException {
    out.write(first ? "]\n" : "\n]\n");
  }
}
