package org.icsqlite.metadata;

import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Arrays;
import java.util.List;
import org.icsqlite.result.DeclaredType;
import org.icsqlite.sql.AsciiCase;

/** Tables, their columns and pseudo columns. */
final class TableQueries {

  /** What sqlite-jdbc says where no size is declared; programs know it. */
  static final int NO_SIZE = 2_000_000_000;

  private static final int DECIMAL = 10;
  private static final List<String> ROWID_NAMES = List.of("_rowid_", "oid", "rowid");

  private final Catalog catalog;

  TableQueries(Catalog catalog) {
    this.catalog = catalog;
  }

  Listing tables(String schemaPattern, String namePattern, String[] types) throws SQLException {
    Listing rows =
        new Listing(
            "TABLE_CAT",
            "TABLE_SCHEM",
            "TABLE_NAME",
            "TABLE_TYPE",
            "REMARKS",
            "TYPE_CAT",
            "TYPE_SCHEM",
            "TYPE_NAME",
            "SELF_REFERENCING_COL_NAME",
            "REF_GENERATION");
    List<String> wanted = types == null ? null : Arrays.asList(types);
    NamePattern names = NamePattern.of("".equals(namePattern) ? null : namePattern);
    for (Table table : catalog.tables(schemaPattern, names)) {
      String type = table.jdbcType();
      if (wanted == null || AsciiCase.contains(wanted, type)) {
        rows.add(null, null, table.name(), type, null, null, null, null, null, null);
      }
    }
    return rows.sortedBy("TABLE_TYPE", "TABLE_NAME");
  }

  Listing tableTypes() {
    Listing rows = new Listing("TABLE_TYPE");
    for (String type : List.of(Table.TEMPORARY, Table.SYSTEM, Table.PLAIN, Table.VIEW)) {
      rows.add(type);
    }
    return rows;
  }

  Listing columns(String schemaPattern, String tablePattern, String columnPattern)
      throws SQLException {
    Listing rows =
        new Listing(
            "TABLE_CAT",
            "TABLE_SCHEM",
            "TABLE_NAME",
            "COLUMN_NAME",
            "DATA_TYPE",
            "TYPE_NAME",
            "COLUMN_SIZE",
            "BUFFER_LENGTH",
            "DECIMAL_DIGITS",
            "NUM_PREC_RADIX",
            "NULLABLE",
            "REMARKS",
            "COLUMN_DEF",
            "SQL_DATA_TYPE",
            "SQL_DATETIME_SUB",
            "CHAR_OCTET_LENGTH",
            "ORDINAL_POSITION",
            "IS_NULLABLE",
            "SCOPE_CATALOG",
            "SCOPE_SCHEMA",
            "SCOPE_TABLE",
            "SOURCE_DATA_TYPE",
            "IS_AUTOINCREMENT",
            "IS_GENERATEDCOLUMN");
    NamePattern names = NamePattern.of(columnPattern);
    for (Table table : catalog.tables(schemaPattern, NamePattern.of(tablePattern))) {
      addColumns(rows, table, names);
    }
    return rows.sortedBy("TABLE_NAME", "ORDINAL_POSITION");
  }

  private void addColumns(Listing rows, Table table, NamePattern names) throws SQLException {
    List<Column> columns = catalog.columns(table);
    Column rowid = catalog.rowidAlias(table, columns);
    boolean autoIncrement = rowid != null && catalog.text(table).autoIncrement();
    int position = 0;
    for (Column column : columns) {
      if (column.isHidden()) {
        continue;
      }
      position++;
      if (!names.matches(column.name())) {
        continue;
      }
      DeclaredType type = column.type();
      boolean notNull = column.notNull() || column.equals(rowid);
      rows.add(
          null,
          null,
          table.name(),
          column.name(),
          type.jdbcType(),
          type.typeName(),
          size(type),
          null,
          digits(type),
          type.isNumeric() ? DECIMAL : null,
          notNull ? DatabaseMetaData.columnNoNulls : DatabaseMetaData.columnNullable,
          null,
          column.defaultText(),
          0,
          0,
          type.isNumeric() ? null : NO_SIZE,
          position,
          notNull ? "NO" : "YES",
          null,
          null,
          null,
          null,
          autoIncrement && column.equals(rowid) ? "YES" : "NO",
          column.isGenerated() ? "YES" : "NO");
    }
  }

  static int size(DeclaredType type) {
    return type.precision() > 0 ? type.precision() : NO_SIZE;
  }

  static Integer digits(DeclaredType type) {
    return type.isNumeric() ? type.scale() : null;
  }

  /** The names of the rowid that no column has taken, and hidden columns of virtual tables. */
  Listing pseudoColumns(String schemaPattern, String tablePattern, String columnPattern)
      throws SQLException {
    Listing rows =
        new Listing(
            "TABLE_CAT",
            "TABLE_SCHEM",
            "TABLE_NAME",
            "COLUMN_NAME",
            "DATA_TYPE",
            "COLUMN_SIZE",
            "DECIMAL_DIGITS",
            "NUM_PREC_RADIX",
            "COLUMN_USAGE",
            "REMARKS",
            "CHAR_OCTET_LENGTH",
            "IS_NULLABLE");
    NamePattern names = NamePattern.of(columnPattern);
    for (Table table : catalog.tables(schemaPattern, NamePattern.of(tablePattern))) {
      List<Column> columns = catalog.columns(table);
      for (String rowid : rowidNames(table, columns)) {
        if (names.matches(rowid)) {
          rows.add(
              null,
              null,
              table.name(),
              rowid,
              Types.BIGINT,
              Long.toString(Long.MAX_VALUE).length(),
              0,
              DECIMAL,
              "NO_USAGE_RESTRICTIONS",
              null,
              null,
              "NO");
        }
      }
      for (Column column : columns) {
        if (column.isHidden() && names.matches(column.name())) {
          DeclaredType type = column.type();
          rows.add(
              null,
              null,
              table.name(),
              column.name(),
              type.jdbcType(),
              size(type),
              digits(type),
              type.isNumeric() ? DECIMAL : null,
              "USAGE_UNKNOWN",
              null,
              type.isNumeric() ? null : NO_SIZE,
              "YES");
        }
      }
    }
    return rows.sortedBy("TABLE_NAME", "COLUMN_NAME");
  }

  /** The names by which the rowid can be read; none for a table without one. */
  static List<String> rowidNames(Table table, List<Column> columns) {
    if (!table.hasRowid() || columns.isEmpty()) {
      return List.of();
    }
    List<String> taken = columns.stream().map(Column::name).toList();
    return ROWID_NAMES.stream().filter(name -> !AsciiCase.contains(taken, name)).toList();
  }
}
