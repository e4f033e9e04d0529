package org.icsqlite.cli;

import java.io.Writer;
import java.util.Locale;

/** The choices of {@code --format}. */
enum Format {
  TABLE,
  TSV,
  JSON;

  static final String HELP =
      "table, tsv or json (default: table). "
          + "table: for people; NULL, x'0a' for a blob, control characters escaped, "
          + "'NULL' in quotes for that text. "
          + "tsv: a header line and one line a row; \\N for NULL, x'0a' for a blob, "
          + "and \\t \\n \\r \\0 \\\\ in text. "
          + "json: an array of objects, one a line; null, {\"blob\":\"0a\"} for a blob, "
          + "1e999 for infinity, name_2 for a second column called name.";

  RowFormat to(Writer out) {
    return switch (this) {
      case TABLE -> new TableFormat(out);
      case TSV -> new TsvFormat(out);
      case JSON -> new JsonFormat(out);
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
