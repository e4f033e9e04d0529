package org.icsqlite.metadata;

import java.util.List;

/**
 * An index.
 *
 * @param name its name
 * @param unique whether it is unique
 * @param origin "c" for CREATE INDEX, "u" for a UNIQUE constraint, "pk" for a PRIMARY KEY
 * @param partial whether it has a condition
 * @param terms what it is over
 */
record Index(String name, boolean unique, String origin, boolean partial, List<Term> terms) {

  /**
   * A column or expression of an index.
   *
   * @param columnId the number of the column from 0, -1 for the rowid, -2 for an expression
   * @param column the name of the column, or null
   * @param descending whether it is sorted downwards
   */
  record Term(int columnId, String column, boolean descending) {}

  /** The names of the columns; null in the place of an expression. */
  List<String> columns() {
    return terms.stream().map(Term::column).toList();
  }
}
