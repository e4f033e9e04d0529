package org.icsqlite.cli;

import java.io.IOException;
import java.util.List;

/**
 * Writes one result. A cell is null, a Long, a Double, a String or a byte[]. The calls come in this
 * order: begin, row as often as needed, end.
 */
interface RowFormat {

  void begin(List<String> columns) throws IOException;

  void row(Object[] cells) throws IOException;

  void end() throws IOException;
}
