package org.icsqlite.metadata;

import java.sql.ResultSet;
import java.sql.SQLException;

/** Answers about what SQLite does not have: no rows, with the columns of JDBC. */
abstract class EmptyResults extends DriverSupport {

  private final ResultSets resultSets;

  EmptyResults(ResultSets resultSets) {
    this.resultSets = resultSets;
  }

  private ResultSet empty(String... labels) throws SQLException {
    return answer(new Listing(labels));
  }

  /** Every answer in rows goes through here. */
  ResultSet answer(Listing rows) throws SQLException {
    return rows.in(resultSets);
  }

  @Override
  public ResultSet getCatalogs() throws SQLException {
    return empty("TABLE_CAT");
  }

  @Override
  public ResultSet getSchemas() throws SQLException {
    return empty("TABLE_SCHEM", "TABLE_CATALOG");
  }

  @Override
  public ResultSet getSchemas(String catalog, String schemaPattern) throws SQLException {
    return empty("TABLE_SCHEM", "TABLE_CATALOG");
  }

  @Override
  public ResultSet getProcedures(String catalog, String schemaPattern, String procedureNamePattern)
      throws SQLException {
    return empty(
        "PROCEDURE_CAT",
        "PROCEDURE_SCHEM",
        "PROCEDURE_NAME",
        "RESERVED1",
        "RESERVED2",
        "RESERVED3",
        "REMARKS",
        "PROCEDURE_TYPE",
        "SPECIFIC_NAME");
  }

  @Override
  public ResultSet getProcedureColumns(
      String catalog, String schemaPattern, String procedureNamePattern, String columnNamePattern)
      throws SQLException {
    return empty(
        "PROCEDURE_CAT",
        "PROCEDURE_SCHEM",
        "PROCEDURE_NAME",
        "COLUMN_NAME",
        "COLUMN_TYPE",
        "DATA_TYPE",
        "TYPE_NAME",
        "PRECISION",
        "LENGTH",
        "SCALE",
        "RADIX",
        "NULLABLE",
        "REMARKS",
        "COLUMN_DEF",
        "SQL_DATA_TYPE",
        "SQL_DATETIME_SUB",
        "CHAR_OCTET_LENGTH",
        "ORDINAL_POSITION",
        "IS_NULLABLE",
        "SPECIFIC_NAME");
  }

  @Override
  public ResultSet getFunctionColumns(
      String catalog, String schemaPattern, String functionNamePattern, String columnNamePattern)
      throws SQLException {
    return empty(
        "FUNCTION_CAT",
        "FUNCTION_SCHEM",
        "FUNCTION_NAME",
        "COLUMN_NAME",
        "COLUMN_TYPE",
        "DATA_TYPE",
        "TYPE_NAME",
        "PRECISION",
        "LENGTH",
        "SCALE",
        "RADIX",
        "NULLABLE",
        "REMARKS",
        "CHAR_OCTET_LENGTH",
        "ORDINAL_POSITION",
        "IS_NULLABLE",
        "SPECIFIC_NAME");
  }

  @Override
  public ResultSet getColumnPrivileges(
      String catalog, String schema, String table, String columnNamePattern) throws SQLException {
    return empty(
        "TABLE_CAT",
        "TABLE_SCHEM",
        "TABLE_NAME",
        "COLUMN_NAME",
        "GRANTOR",
        "GRANTEE",
        "PRIVILEGE",
        "IS_GRANTABLE");
  }

  @Override
  public ResultSet getTablePrivileges(String catalog, String schemaPattern, String tableNamePattern)
      throws SQLException {
    return empty(
        "TABLE_CAT",
        "TABLE_SCHEM",
        "TABLE_NAME",
        "GRANTOR",
        "GRANTEE",
        "PRIVILEGE",
        "IS_GRANTABLE");
  }

  @Override
  public ResultSet getVersionColumns(String catalog, String schema, String table)
      throws SQLException {
    return empty(
        "SCOPE",
        "COLUMN_NAME",
        "DATA_TYPE",
        "TYPE_NAME",
        "COLUMN_SIZE",
        "BUFFER_LENGTH",
        "DECIMAL_DIGITS",
        "PSEUDO_COLUMN");
  }

  @Override
  public ResultSet getUDTs(
      String catalog, String schemaPattern, String typeNamePattern, int[] types)
      throws SQLException {
    return empty(
        "TYPE_CAT", "TYPE_SCHEM", "TYPE_NAME", "CLASS_NAME", "DATA_TYPE", "REMARKS", "BASE_TYPE");
  }

  @Override
  public ResultSet getSuperTypes(String catalog, String schemaPattern, String typeNamePattern)
      throws SQLException {
    return empty(
        "TYPE_CAT",
        "TYPE_SCHEM",
        "TYPE_NAME",
        "SUPERTYPE_CAT",
        "SUPERTYPE_SCHEM",
        "SUPERTYPE_NAME");
  }

  @Override
  public ResultSet getSuperTables(String catalog, String schemaPattern, String tableNamePattern)
      throws SQLException {
    return empty("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "SUPERTABLE_NAME");
  }

  @Override
  public ResultSet getAttributes(
      String catalog, String schemaPattern, String typeNamePattern, String attributeNamePattern)
      throws SQLException {
    return empty(
        "TYPE_CAT",
        "TYPE_SCHEM",
        "TYPE_NAME",
        "ATTR_NAME",
        "DATA_TYPE",
        "ATTR_TYPE_NAME",
        "ATTR_SIZE",
        "DECIMAL_DIGITS",
        "NUM_PREC_RADIX",
        "NULLABLE",
        "REMARKS",
        "ATTR_DEF",
        "SQL_DATA_TYPE",
        "SQL_DATETIME_SUB",
        "CHAR_OCTET_LENGTH",
        "ORDINAL_POSITION",
        "IS_NULLABLE",
        "SCOPE_CATALOG",
        "SCOPE_SCHEMA",
        "SCOPE_TABLE",
        "SOURCE_DATA_TYPE");
  }

  @Override
  public ResultSet getClientInfoProperties() throws SQLException {
    return empty("NAME", "MAX_LEN", "DEFAULT_VALUE", "DESCRIPTION");
  }
}
