package org.icsqlite.metadata;

import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.Types;

/** The storage classes as types, and the functions. */
final class TypeQueries {

  private static final int MAX_LENGTH = 1_000_000_000;
  private static final int INTEGER_DIGITS = 19;
  private static final int REAL_DIGITS = 15;
  private static final int DECIMAL = 10;

  private final Catalog catalog;

  TypeQueries(Catalog catalog) {
    this.catalog = catalog;
  }

  /** Every storage class once, sorted by its JDBC type. */
  Listing typeInfo() {
    Listing rows =
        new Listing(
            "TYPE_NAME",
            "DATA_TYPE",
            "PRECISION",
            "LITERAL_PREFIX",
            "LITERAL_SUFFIX",
            "CREATE_PARAMS",
            "NULLABLE",
            "CASE_SENSITIVE",
            "SEARCHABLE",
            "UNSIGNED_ATTRIBUTE",
            "FIXED_PREC_SCALE",
            "AUTO_INCREMENT",
            "LOCAL_TYPE_NAME",
            "MINIMUM_SCALE",
            "MAXIMUM_SCALE",
            "SQL_DATA_TYPE",
            "SQL_DATETIME_SUB",
            "NUM_PREC_RADIX");
    addType(rows, "NULL", Types.NULL, 0, null);
    addType(rows, "INTEGER", Types.INTEGER, INTEGER_DIGITS, null);
    addType(rows, "REAL", Types.REAL, REAL_DIGITS, null);
    addType(rows, "TEXT", Types.VARCHAR, MAX_LENGTH, "'");
    addType(rows, "BLOB", Types.BLOB, MAX_LENGTH, "X'");
    return rows;
  }

  private static void addType(
      Listing rows, String name, int type, int precision, String literalPrefix) {
    boolean signed = type == Types.INTEGER || type == Types.REAL;
    rows.add(
        name,
        type,
        precision,
        literalPrefix,
        literalPrefix == null ? null : "'",
        null,
        DatabaseMetaData.typeNullable,
        type == Types.VARCHAR ? 1 : 0,
        DatabaseMetaData.typeSearchable,
        signed ? 0 : 1,
        0,
        type == Types.INTEGER ? 1 : 0,
        null,
        0,
        0,
        0,
        0,
        DECIMAL);
  }

  /** The functions of this connection; one of several arities has a row for each. */
  Listing functions(String namePattern) throws SQLException {
    Listing rows =
        new Listing(
            "FUNCTION_CAT",
            "FUNCTION_SCHEM",
            "FUNCTION_NAME",
            "REMARKS",
            "FUNCTION_TYPE",
            "SPECIFIC_NAME");
    NamePattern names = NamePattern.of(namePattern);
    for (String[] function :
        catalog.select(
            "SELECT DISTINCT name, narg FROM pragma_function_list",
            row -> new String[] {row.getString(1), row.getString(2)})) {
      if (names.matches(function[0])) {
        rows.add(
            null,
            null,
            function[0],
            null,
            DatabaseMetaData.functionNoTable,
            function[0] + "/" + function[1]);
      }
    }
    return rows.sortedBy("FUNCTION_NAME", "SPECIFIC_NAME");
  }
}
