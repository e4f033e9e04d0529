package org.icsqlite.metadata;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.icsqlite.sql.AsciiCase;

/**
 * Reads the schemas main and temp with SELECTs, each with a statement that is closed when it
 * returns.
 */
final class Catalog {

  private static final int SQLITE_ERROR = 1;
  private static final List<String> SCHEMAS = List.of("temp", "main");

  private final Queries queries;

  Catalog(Queries queries) {
    this.queries = queries;
  }

  /** Makes a value of the present row. */
  @FunctionalInterface
  interface RowReader<T> {
    T read(ResultSet row) throws SQLException;
  }

  <T> List<T> select(String sql, RowReader<T> reader, String... parameters) throws SQLException {
    try (PreparedStatement statement = queries.prepare(sql)) {
      for (int at = 0; at < parameters.length; at++) {
        statement.setString(at + 1, parameters[at]);
      }
      List<T> values = new ArrayList<>();
      synchronized (queries.monitor()) {
        try (ResultSet rows = statement.executeQuery()) {
          while (rows.next()) {
            values.add(reader.read(rows));
          }
        }
      }
      return values;
    }
  }

  /**
   * Tables and views. A schema pattern that fits only one of main and temp keeps to that one;
   * otherwise a name means what it means in SQL: a temporary table hides one of main.
   */
  List<Table> tables(String schemaPattern, NamePattern names) throws SQLException {
    List<String> schemas = SCHEMAS.stream().filter(NamePattern.of(schemaPattern)::matches).toList();
    List<Table> tables = new ArrayList<>();
    for (Table table : all(schemas.isEmpty() ? SCHEMAS : schemas)) {
      if (names.matches(table.name())) {
        tables.add(table);
      }
    }
    return tables;
  }

  private List<Table> all(List<String> schemas) throws SQLException {
    List<Table> tables = new ArrayList<>();
    for (String schema : schemas) {
      List<Table> found =
          select(
              "SELECT schema, name, type, wr FROM pragma_table_list"
                  + " WHERE schema = ? AND name <> 'sqlite_temp_schema' ORDER BY name",
              Catalog::table,
              schema);
      if (schemas.size() > 1 && schema.equals("main")) {
        Set<String> hiding =
            tables.stream().map(table -> AsciiCase.fold(table.name())).collect(Collectors.toSet());
        found.removeIf(table -> hiding.contains(AsciiCase.fold(table.name())));
      }
      tables.addAll(found);
    }
    return tables;
  }

  private static Table table(ResultSet row) throws SQLException {
    return new Table(row.getString(1), row.getString(2), row.getString(3), row.getInt(4) != 0);
  }

  /** The table or view of this name; null when there is none. */
  Table table(String schema, String name) throws SQLException {
    // The pragma looks for the old name of the schema's own table, and shows the new one.
    String sought = AsciiCase.same(name, "sqlite_schema") ? "sqlite_master" : name;
    for (String one : schemasOf(schema)) {
      List<Table> found =
          select(
              "SELECT schema, name, type, wr FROM pragma_table_list(?) WHERE schema = ?",
              Catalog::table,
              sought,
              one);
      if (!found.isEmpty() && name != null) {
        return found.get(0);
      }
    }
    return null;
  }

  /** The schemas to look into, one after the other. */
  static List<String> schemasOf(String schema) {
    List<String> one = SCHEMAS.stream().filter(name -> AsciiCase.same(name, schema)).toList();
    return one.isEmpty() ? SCHEMAS : one;
  }

  /**
   * All columns, hidden ones too. Empty for a view that SQLite cannot compile, or a virtual table
   * whose module is not there.
   */
  List<Column> columns(Table table) throws SQLException {
    try {
      return select(
          "SELECT name, type, \"notnull\", dflt_value, pk, hidden FROM pragma_table_xinfo(?, ?)"
              + " ORDER BY cid",
          row ->
              new Column(
                  row.getString(1),
                  row.getString(2) == null ? "" : row.getString(2),
                  row.getInt(3) != 0,
                  row.getString(4),
                  row.getInt(5),
                  row.getInt(6)),
          table.name(),
          table.schema());
    } catch (SQLException e) {
      if (!table.isTable() && (e.getErrorCode() & 0xff) == SQLITE_ERROR) {
        return List.of();
      }
      throw e;
    }
  }

  /** The names of the columns of the primary key in the order of the key. */
  static List<String> primaryKey(List<Column> columns) {
    return columns.stream()
        .filter(column -> column.keyPosition() > 0)
        .sorted((left, right) -> Integer.compare(left.keyPosition(), right.keyPosition()))
        .map(Column::name)
        .toList();
  }

  /** The column that is the rowid, or null. */
  Column rowidAlias(Table table, List<Column> columns) throws SQLException {
    List<Column> key = columns.stream().filter(column -> column.keyPosition() > 0).toList();
    if (!table.isTable() || table.withoutRowid() || key.size() != 1) {
      return null;
    }
    if (!AsciiCase.same(key.get(0).declaredType(), "INTEGER")) {
      return null;
    }
    // INTEGER PRIMARY KEY DESC is a key with an index of its own.
    List<String> index =
        select(
            "SELECT name FROM pragma_index_list(?, ?) WHERE origin = 'pk'",
            row -> row.getString(1),
            table.name(),
            table.schema());
    return index.isEmpty() ? key.get(0) : null;
  }

  List<Index> indexes(Table table) throws SQLException {
    List<Index> indexes = new ArrayList<>();
    for (Index index :
        select(
            "SELECT name, \"unique\", origin, partial FROM pragma_index_list(?, ?)",
            row ->
                new Index(
                    row.getString(1),
                    row.getInt(2) != 0,
                    row.getString(3),
                    row.getInt(4) != 0,
                    List.of()),
            table.name(),
            table.schema())) {
      List<Index.Term> terms =
          select(
              "SELECT cid, name, \"desc\" FROM pragma_index_xinfo(?, ?) WHERE key ORDER BY seqno",
              row -> new Index.Term(row.getInt(1), row.getString(2), row.getInt(3) != 0),
              index.name(),
              table.schema());
      indexes.add(new Index(index.name(), index.unique(), index.origin(), index.partial(), terms));
    }
    return indexes;
  }

  CreateTableText text(Table table) throws SQLException {
    return CreateTableText.parse(text(table.schema(), "table", table.name()));
  }

  CreateIndexText indexText(Table table, String index) throws SQLException {
    return CreateIndexText.parse(text(table.schema(), "index", index));
  }

  private String text(String schema, String type, String name) throws SQLException {
    List<String> texts =
        select(
            "SELECT sql FROM " + schema + ".sqlite_master WHERE type = ? AND name = ?",
            row -> row.getString(1),
            type,
            name);
    return texts.isEmpty() ? null : texts.get(0);
  }
}
