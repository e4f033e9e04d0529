package org.icsqlite.metadata;

import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.icsqlite.sql.AsciiCase;

/**
 * Reads the foreign keys of tables. Remembers the tables that are referenced, so it is used for one
 * question only.
 */
final class ForeignKeys {

  private final Catalog catalog;
  private final Map<String, Parent> parents = new HashMap<>();

  ForeignKeys(Catalog catalog) {
    this.catalog = catalog;
  }

  private record Part(
      int id, String parent, String column, String parentColumn, String update, String delete) {}

  private record Parent(
      Table table,
      List<Column> columns,
      List<String> primaryKey,
      CreateTableText text,
      List<Index> indexes) {}

  /**
   * The foreign keys of a table in the order in which they were declared.
   *
   * @param parent the name of the referenced table, or null for all
   */
  List<ForeignKey> of(Table table, String parent) throws SQLException {
    List<Part> parts =
        catalog.select(
            "SELECT id, \"table\", \"from\", \"to\", on_update, on_delete"
                + " FROM pragma_foreign_key_list(?, ?) ORDER BY id DESC, seq",
            row ->
                new Part(
                    row.getInt(1),
                    row.getString(2),
                    row.getString(3),
                    row.getString(4),
                    row.getString(5),
                    row.getString(6)),
            table.name(),
            table.schema());
    if (parts.isEmpty()) {
      return List.of();
    }
    List<CreateTableText.ForeignKey> declared = catalog.text(table).foreignKeys();
    List<List<Part>> keys = byKey(parts);
    List<ForeignKey> made = new ArrayList<>();
    List<String> taken = new ArrayList<>();
    declared.forEach(key -> taken.add(key.name()));
    for (int at = 0; at < keys.size(); at++) {
      CreateTableText.ForeignKey words =
          declared.size() == keys.size() && isOf(declared.get(at), keys.get(at))
              ? declared.get(at)
              : null;
      String name = words == null ? null : words.name();
      if (name == null) {
        name = freeName("fk_" + table.name() + "_" + (at + 1), taken);
        taken.add(name);
      }
      if (parent == null || AsciiCase.same(parent, keys.get(at).get(0).parent())) {
        made.add(key(table, keys.get(at), name, words));
      }
    }
    return made;
  }

  private static List<List<Part>> byKey(List<Part> parts) {
    List<List<Part>> keys = new ArrayList<>();
    for (Part part : parts) {
      if (keys.isEmpty() || keys.get(keys.size() - 1).get(0).id() != part.id()) {
        keys.add(new ArrayList<>());
      }
      keys.get(keys.size() - 1).add(part);
    }
    return keys;
  }

  private static boolean isOf(CreateTableText.ForeignKey declared, List<Part> parts) {
    return AsciiCase.same(declared.parent(), parts.get(0).parent())
        && AsciiCase.same(declared.columns(), parts.stream().map(Part::column).toList());
  }

  private static String freeName(String wanted, List<String> taken) {
    String name = wanted;
    while (AsciiCase.contains(taken, name)) {
      name += "_";
    }
    return name;
  }

  private ForeignKey key(
      Table table, List<Part> parts, String name, CreateTableText.ForeignKey words)
      throws SQLException {
    Part first = parts.get(0);
    Parent parent = parent(table.schema(), first.parent());
    List<String> parentColumns = new ArrayList<>();
    parts.forEach(part -> parentColumns.add(part.parentColumn()));
    String parentKeyName = null;
    if (parent != null) {
      if (first.parentColumn() == null && parent.primaryKey().size() == parts.size()) {
        Collections.copy(parentColumns, parent.primaryKey());
      } else {
        parentColumns.replaceAll(column -> asDeclared(column, parent.columns()));
      }
      parentKeyName = keyName(parent, parentColumns);
    }
    return new ForeignKey(
        name,
        parts.stream().map(Part::column).toList(),
        parent == null ? first.parent() : parent.table().name(),
        parentColumns,
        parentKeyName,
        rule(first.update()),
        rule(first.delete()),
        words == null ? DatabaseMetaData.importedKeyNotDeferrable : words.deferrability());
  }

  private static String asDeclared(String name, List<Column> columns) {
    return columns.stream()
        .map(Column::name)
        .filter(column -> AsciiCase.same(column, name))
        .findFirst()
        .orElse(name);
  }

  private Parent parent(String schema, String name) throws SQLException {
    String key = schema + "." + AsciiCase.fold(name);
    Parent parent = parents.get(key);
    if (parent == null) {
      Table table = catalog.table(schema, name);
      if (table == null) {
        return null;
      }
      List<Column> columns = catalog.columns(table);
      parent =
          new Parent(
              table,
              columns,
              Catalog.primaryKey(columns),
              catalog.text(table),
              catalog.indexes(table));
      parents.put(key, parent);
    }
    return parent;
  }

  private static String keyName(Parent parent, List<String> columns) {
    if (AsciiCase.sameSet(columns, parent.primaryKey())) {
      return parent.text().primaryKeyName(parent.primaryKey());
    }
    for (Index index : parent.indexes()) {
      if (index.unique() && !index.partial() && AsciiCase.sameSet(index.columns(), columns)) {
        return index.origin().equals("c") ? index.name() : parent.text().uniqueName(columns);
      }
    }
    return null;
  }

  private static int rule(String action) {
    return switch (action) {
      case "CASCADE" -> DatabaseMetaData.importedKeyCascade;
      case "RESTRICT" -> DatabaseMetaData.importedKeyRestrict;
      case "SET NULL" -> DatabaseMetaData.importedKeySetNull;
      case "SET DEFAULT" -> DatabaseMetaData.importedKeySetDefault;
      default -> DatabaseMetaData.importedKeyNoAction;
    };
  }

  /** The tables of a schema that reference a table of this name, sorted by name. */
  List<Table> childrenOf(String schema, String parent) throws SQLException {
    return catalog.select(
        "SELECT DISTINCT t.schema, t.name, t.type, t.wr"
            + " FROM pragma_table_list AS t, pragma_foreign_key_list(t.name, t.schema) AS f"
            + " WHERE t.schema = ? AND t.type = 'table' AND f.\"table\" = ? COLLATE NOCASE"
            + " ORDER BY t.name",
        row -> new Table(row.getString(1), row.getString(2), row.getString(3), row.getInt(4) != 0),
        schema,
        parent);
  }
}
