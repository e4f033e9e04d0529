package org.icsqlite.metadata;

import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.icsqlite.result.DeclaredType;

/** Primary and foreign keys, and what identifies a row. */
final class KeyQueries {

  private final Catalog catalog;

  KeyQueries(Catalog catalog) {
    this.catalog = catalog;
  }

  /** A table as a caller names it; catalog and schema are handed back as they came. */
  record Named(String catalog, String schema, String table) {}

  Listing primaryKeys(String schema, String name) throws SQLException {
    Listing rows =
        new Listing("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "COLUMN_NAME", "KEY_SEQ", "PK_NAME");
    Table table = catalog.table(schema, name);
    if (table == null) {
      return rows;
    }
    List<String> key = Catalog.primaryKey(catalog.columns(table));
    String keyName = key.isEmpty() ? null : catalog.text(table).primaryKeyName(key);
    for (int at = 0; at < key.size(); at++) {
      rows.add(null, null, table.name(), key.get(at), at + 1, keyName);
    }
    return rows.sortedBy("COLUMN_NAME");
  }

  Listing importedKeys(Named child) throws SQLException {
    Listing rows = keyListing();
    Table table = catalog.table(child.schema(), child.table());
    if (table != null) {
      for (ForeignKey key : new ForeignKeys(catalog).of(table, null)) {
        addKey(rows, child, child, table, key);
      }
    }
    return rows.sortedBy("PKTABLE_NAME", "KEY_SEQ", "FK_NAME");
  }

  Listing exportedKeys(Named parent) throws SQLException {
    Listing rows = keyListing();
    ForeignKeys foreignKeys = new ForeignKeys(catalog);
    for (Table child : childrenOf(parent, foreignKeys)) {
      for (ForeignKey key : foreignKeys.of(child, parent.table())) {
        addKey(rows, parent, parent, child, key);
      }
    }
    return rows.sortedBy("FKTABLE_NAME", "KEY_SEQ", "FK_NAME");
  }

  /** The keys of one table that reference the other; a table null is any. */
  Listing crossReference(Named parent, Named child) throws SQLException {
    if (parent.table() == null) {
      return child.table() == null
          ? keyListing()
          : importedKeys(child).sortedBy("FKTABLE_NAME", "KEY_SEQ", "FK_NAME");
    }
    if (child.table() == null) {
      return exportedKeys(parent);
    }
    Listing rows = keyListing();
    Table table = catalog.table(child.schema(), child.table());
    if (table != null) {
      for (ForeignKey key : new ForeignKeys(catalog).of(table, parent.table())) {
        addKey(rows, parent, child, table, key);
      }
    }
    return rows.sortedBy("FKTABLE_NAME", "KEY_SEQ", "FK_NAME");
  }

  private List<Table> childrenOf(Named parent, ForeignKeys foreignKeys) throws SQLException {
    Table table = catalog.table(parent.schema(), parent.table());
    List<String> schemas =
        table == null ? Catalog.schemasOf(parent.schema()) : List.of(table.schema());
    List<Table> children = new ArrayList<>();
    for (String schema : schemas) {
      children.addAll(foreignKeys.childrenOf(schema, parent.table()));
    }
    return children;
  }

  private static Listing keyListing() {
    return new Listing(
        "PKTABLE_CAT",
        "PKTABLE_SCHEM",
        "PKTABLE_NAME",
        "PKCOLUMN_NAME",
        "FKTABLE_CAT",
        "FKTABLE_SCHEM",
        "FKTABLE_NAME",
        "FKCOLUMN_NAME",
        "KEY_SEQ",
        "UPDATE_RULE",
        "DELETE_RULE",
        "FK_NAME",
        "PK_NAME",
        "DEFERRABILITY");
  }

  private static void addKey(Listing rows, Named parent, Named child, Table table, ForeignKey key) {
    for (int at = 0; at < key.columns().size(); at++) {
      rows.add(
          parent.catalog(),
          parent.schema(),
          key.parent(),
          key.parentColumns().get(at),
          child.catalog(),
          child.schema(),
          table.name(),
          key.columns().get(at),
          at + 1,
          key.updateRule(),
          key.deleteRule(),
          key.name(),
          key.parentKeyName(),
          key.deferrability());
    }
  }

  /**
   * The primary key when it always identifies a row, and else the rowid, which a VACUUM between two
   * transactions may change.
   */
  Listing bestRowIdentifier(String schema, String name, int scope, boolean nullable)
      throws SQLException {
    Listing rows =
        new Listing(
            "SCOPE",
            "COLUMN_NAME",
            "DATA_TYPE",
            "TYPE_NAME",
            "COLUMN_SIZE",
            "BUFFER_LENGTH",
            "DECIMAL_DIGITS",
            "PSEUDO_COLUMN");
    Table table = catalog.table(schema, name);
    if (table == null) {
      return rows;
    }
    List<Column> columns = catalog.columns(table);
    List<Column> key =
        columns.stream()
            .filter(column -> column.keyPosition() > 0)
            .sorted((left, right) -> Integer.compare(left.keyPosition(), right.keyPosition()))
            .toList();
    boolean safe =
        key.stream().allMatch(Column::notNull) || catalog.rowidAlias(table, columns) != null;
    if (!key.isEmpty() && (safe || nullable)) {
      for (Column column : key) {
        DeclaredType type = column.type();
        rows.add(
            DatabaseMetaData.bestRowSession,
            column.name(),
            type.jdbcType(),
            type.typeName(),
            TableQueries.size(type),
            null,
            TableQueries.digits(type),
            DatabaseMetaData.bestRowNotPseudo);
      }
      return rows;
    }
    List<String> rowid = TableQueries.rowidNames(table, columns);
    if (!rowid.isEmpty() && scope <= DatabaseMetaData.bestRowTransaction) {
      rows.add(
          DatabaseMetaData.bestRowTransaction,
          rowid.get(rowid.size() - 1),
          Types.BIGINT,
          "INTEGER",
          Long.toString(Long.MAX_VALUE).length(),
          null,
          0,
          DatabaseMetaData.bestRowPseudo);
    }
    return rows;
  }
}
