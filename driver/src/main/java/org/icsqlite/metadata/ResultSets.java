package org.icsqlite.metadata;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** Makes result sets from rows that are in memory already. */
@FunctionalInterface
public interface ResultSets {

  /**
   * A result set before its first row.
   *
   * @param labels the labels of the columns
   * @param rows the rows in their order; as many values in each as there are labels, and each value
   *     null, an Integer, a Long or a String
   */
  ResultSet of(List<String> labels, List<Object[]> rows) throws SQLException;
}
