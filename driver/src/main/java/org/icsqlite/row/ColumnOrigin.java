package org.icsqlite.row;

/**
 * Where a column of a result comes from.
 *
 * @param schema "main", "temp" or an attached name; null for an expression, as are all the others
 * @param table the table, never a view
 * @param column the column of the table
 * @param declaredType the type as the CREATE TABLE has it, or null when it has none
 * @param notNull whether it is declared NOT NULL, or is the INTEGER PRIMARY KEY
 * @param primaryKey whether it belongs to the primary key
 * @param autoIncrement whether it is an INTEGER PRIMARY KEY AUTOINCREMENT
 */
public record ColumnOrigin(
    String schema,
    String table,
    String column,
    String declaredType,
    boolean notNull,
    boolean primaryKey,
    boolean autoIncrement) {

  /** A column that comes from no table. */
  public static final ColumnOrigin EXPRESSION =
      new ColumnOrigin(null, null, null, null, false, false, false);
}
