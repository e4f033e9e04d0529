package org.icsqlite.metadata;

import java.sql.Types;
import org.icsqlite.result.DeclaredType;

/**
 * A column of a table or view.
 *
 * @param name the name as the schema has it
 * @param declaredType the type as it was declared; empty when there is none
 * @param notNull whether it is NOT NULL, or part of a key that SQLite keeps from being null
 * @param defaultText the expression of its DEFAULT as it was written, or null
 * @param keyPosition the position in the primary key from 1, or 0
 * @param hidden 0 for a plain column, 1 for a hidden one of a virtual table, 2 and 3 for generated
 *     ones
 */
record Column(
    String name,
    String declaredType,
    boolean notNull,
    String defaultText,
    int keyPosition,
    int hidden) {

  /** The declared type; VARCHAR without a name for a column that declares none, which takes any. */
  DeclaredType type() {
    return declaredType.isBlank()
        ? new DeclaredType(Types.VARCHAR, "", 0, 0, false)
        : DeclaredType.parse(declaredType);
  }

  boolean isHidden() {
    return hidden == 1;
  }

  boolean isGenerated() {
    return hidden > 1;
  }
}
