package org.icsqlite.metadata;

import java.sql.DatabaseMetaData;
import java.sql.SQLException;

/** The indexes of a table. */
final class IndexQueries {

  private static final int EXPRESSION = -2;
  private static final int ROWID = -1;

  private final Catalog catalog;

  IndexQueries(Catalog catalog) {
    this.catalog = catalog;
  }

  Listing indexInfo(String schema, String name, boolean uniqueOnly) throws SQLException {
    Listing rows =
        new Listing(
            "TABLE_CAT",
            "TABLE_SCHEM",
            "TABLE_NAME",
            "NON_UNIQUE",
            "INDEX_QUALIFIER",
            "INDEX_NAME",
            "TYPE",
            "ORDINAL_POSITION",
            "COLUMN_NAME",
            "ASC_OR_DESC",
            "CARDINALITY",
            "PAGES",
            "FILTER_CONDITION");
    Table table = catalog.table(schema, name);
    if (table == null || table.isView()) {
      return rows;
    }
    for (Index index : catalog.indexes(table)) {
      if (index.unique() || !uniqueOnly) {
        add(rows, table, index);
      }
    }
    return rows.sortedBy("NON_UNIQUE", "TYPE", "INDEX_NAME", "ORDINAL_POSITION");
  }

  private void add(Listing rows, Table table, Index index) throws SQLException {
    CreateIndexText text = catalog.indexText(table, index.name());
    for (int at = 0; at < index.terms().size(); at++) {
      Index.Term term = index.terms().get(at);
      rows.add(
          null,
          null,
          table.name(),
          index.unique() ? 0 : 1,
          null,
          index.name(),
          (int) DatabaseMetaData.tableIndexOther,
          at + 1,
          column(term, text.term(at)),
          term.descending() ? "D" : "A",
          0L,
          0L,
          index.partial() ? text.condition() : null);
    }
  }

  private static String column(Index.Term term, String expression) {
    return switch (term.columnId()) {
      case EXPRESSION -> expression;
      case ROWID -> "rowid";
      default -> term.column();
    };
  }
}
