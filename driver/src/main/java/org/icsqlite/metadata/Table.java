package org.icsqlite.metadata;

/**
 * A table, virtual table or view.
 *
 * @param schema "main" or "temp"
 * @param name the name as the schema has it
 * @param kind "table", "view", "virtual" or "shadow", as SQLite says
 * @param withoutRowid whether it was made WITHOUT ROWID
 */
record Table(String schema, String name, String kind, boolean withoutRowid) {

  static final String TEMPORARY = "GLOBAL TEMPORARY";
  static final String SYSTEM = "SYSTEM TABLE";
  static final String PLAIN = "TABLE";
  static final String VIEW = "VIEW";

  boolean isTable() {
    return kind.equals("table");
  }

  boolean isView() {
    return kind.equals("view");
  }

  boolean hasRowid() {
    return !withoutRowid && !isView();
  }

  /** The type as {@link java.sql.DatabaseMetaData#getTables} has it. */
  String jdbcType() {
    if (isView()) {
      return VIEW;
    }
    if (kind.equals("shadow") || name.regionMatches(true, 0, "sqlite_", 0, 7)) {
      return SYSTEM;
    }
    return schema.equals("temp") ? TEMPORARY : PLAIN;
  }
}
