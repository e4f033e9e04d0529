package org.icsqlite.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Every method answers, and every result has the columns of JDBC 4.3 in their order. */
class LabelsTest {

  private static final String COLUMN_OF_ROUTINE =
      "COLUMN_NAME COLUMN_TYPE DATA_TYPE TYPE_NAME PRECISION LENGTH SCALE RADIX NULLABLE REMARKS ";
  private static final String ROW_IDENTIFIER =
      "SCOPE COLUMN_NAME DATA_TYPE TYPE_NAME COLUMN_SIZE BUFFER_LENGTH DECIMAL_DIGITS"
          + " PSEUDO_COLUMN";
  private static final String KEY =
      "PKTABLE_CAT PKTABLE_SCHEM PKTABLE_NAME PKCOLUMN_NAME FKTABLE_CAT FKTABLE_SCHEM"
          + " FKTABLE_NAME FKCOLUMN_NAME KEY_SEQ UPDATE_RULE DELETE_RULE FK_NAME PK_NAME"
          + " DEFERRABILITY";

  private static final Map<String, String> LABELS =
      Map.ofEntries(
          Map.entry("getCatalogs", "TABLE_CAT"),
          Map.entry("getSchemas", "TABLE_SCHEM TABLE_CATALOG"),
          Map.entry("getTableTypes", "TABLE_TYPE"),
          Map.entry(
              "getTables",
              "TABLE_CAT TABLE_SCHEM TABLE_NAME TABLE_TYPE REMARKS TYPE_CAT TYPE_SCHEM TYPE_NAME"
                  + " SELF_REFERENCING_COL_NAME REF_GENERATION"),
          Map.entry(
              "getColumns",
              "TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME DATA_TYPE TYPE_NAME COLUMN_SIZE"
                  + " BUFFER_LENGTH DECIMAL_DIGITS NUM_PREC_RADIX NULLABLE REMARKS COLUMN_DEF"
                  + " SQL_DATA_TYPE SQL_DATETIME_SUB CHAR_OCTET_LENGTH ORDINAL_POSITION"
                  + " IS_NULLABLE SCOPE_CATALOG SCOPE_SCHEMA SCOPE_TABLE SOURCE_DATA_TYPE"
                  + " IS_AUTOINCREMENT IS_GENERATEDCOLUMN"),
          Map.entry(
              "getPseudoColumns",
              "TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME DATA_TYPE COLUMN_SIZE DECIMAL_DIGITS"
                  + " NUM_PREC_RADIX COLUMN_USAGE REMARKS CHAR_OCTET_LENGTH IS_NULLABLE"),
          Map.entry(
              "getColumnPrivileges",
              "TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME GRANTOR GRANTEE PRIVILEGE"
                  + " IS_GRANTABLE"),
          Map.entry(
              "getTablePrivileges",
              "TABLE_CAT TABLE_SCHEM TABLE_NAME GRANTOR GRANTEE PRIVILEGE IS_GRANTABLE"),
          Map.entry("getBestRowIdentifier", ROW_IDENTIFIER),
          Map.entry("getVersionColumns", ROW_IDENTIFIER),
          Map.entry(
              "getPrimaryKeys", "TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME KEY_SEQ PK_NAME"),
          Map.entry("getImportedKeys", KEY),
          Map.entry("getExportedKeys", KEY),
          Map.entry("getCrossReference", KEY),
          Map.entry(
              "getTypeInfo",
              "TYPE_NAME DATA_TYPE PRECISION LITERAL_PREFIX LITERAL_SUFFIX CREATE_PARAMS NULLABLE"
                  + " CASE_SENSITIVE SEARCHABLE UNSIGNED_ATTRIBUTE FIXED_PREC_SCALE"
                  + " AUTO_INCREMENT LOCAL_TYPE_NAME MINIMUM_SCALE MAXIMUM_SCALE SQL_DATA_TYPE"
                  + " SQL_DATETIME_SUB NUM_PREC_RADIX"),
          Map.entry(
              "getIndexInfo",
              "TABLE_CAT TABLE_SCHEM TABLE_NAME NON_UNIQUE INDEX_QUALIFIER INDEX_NAME TYPE"
                  + " ORDINAL_POSITION COLUMN_NAME ASC_OR_DESC CARDINALITY PAGES"
                  + " FILTER_CONDITION"),
          Map.entry(
              "getUDTs", "TYPE_CAT TYPE_SCHEM TYPE_NAME CLASS_NAME DATA_TYPE REMARKS BASE_TYPE"),
          Map.entry(
              "getSuperTypes",
              "TYPE_CAT TYPE_SCHEM TYPE_NAME SUPERTYPE_CAT SUPERTYPE_SCHEM SUPERTYPE_NAME"),
          Map.entry("getSuperTables", "TABLE_CAT TABLE_SCHEM TABLE_NAME SUPERTABLE_NAME"),
          Map.entry(
              "getAttributes",
              "TYPE_CAT TYPE_SCHEM TYPE_NAME ATTR_NAME DATA_TYPE ATTR_TYPE_NAME ATTR_SIZE"
                  + " DECIMAL_DIGITS NUM_PREC_RADIX NULLABLE REMARKS ATTR_DEF SQL_DATA_TYPE"
                  + " SQL_DATETIME_SUB CHAR_OCTET_LENGTH ORDINAL_POSITION IS_NULLABLE"
                  + " SCOPE_CATALOG SCOPE_SCHEMA SCOPE_TABLE SOURCE_DATA_TYPE"),
          Map.entry("getClientInfoProperties", "NAME MAX_LEN DEFAULT_VALUE DESCRIPTION"),
          Map.entry(
              "getProcedures",
              "PROCEDURE_CAT PROCEDURE_SCHEM PROCEDURE_NAME RESERVED1 RESERVED2 RESERVED3 REMARKS"
                  + " PROCEDURE_TYPE SPECIFIC_NAME"),
          Map.entry(
              "getProcedureColumns",
              "PROCEDURE_CAT PROCEDURE_SCHEM PROCEDURE_NAME "
                  + COLUMN_OF_ROUTINE
                  + "COLUMN_DEF SQL_DATA_TYPE SQL_DATETIME_SUB CHAR_OCTET_LENGTH"
                  + " ORDINAL_POSITION IS_NULLABLE SPECIFIC_NAME"),
          Map.entry(
              "getFunctions",
              "FUNCTION_CAT FUNCTION_SCHEM FUNCTION_NAME REMARKS FUNCTION_TYPE SPECIFIC_NAME"),
          Map.entry(
              "getFunctionColumns",
              "FUNCTION_CAT FUNCTION_SCHEM FUNCTION_NAME "
                  + COLUMN_OF_ROUTINE
                  + "CHAR_OCTET_LENGTH ORDINAL_POSITION IS_NULLABLE SPECIFIC_NAME"));

  @Test
  void everyMethodAnswersWithTheColumnsOfJdbc() throws Exception {
    Set<String> seen = new HashSet<>();
    try (Described database =
        Described.by(
            "CREATE TABLE p(a INTEGER PRIMARY KEY, b UNIQUE)", "CREATE TABLE c(x REFERENCES p)")) {
      for (Method method : DatabaseMetaData.class.getMethods()) {
        Object[] arguments = arguments(method);
        if (method.getReturnType() == ResultSet.class) {
          assertEquals(
              List.of(LABELS.get(method.getName()).split(" ")),
              database.labels(metadata -> (ResultSet) invoke(method, metadata, arguments)),
              method::toString);
          seen.add(method.getName());
        } else {
          Object value = invoke(method, database.metadata, arguments);
          if (!method.getName().equals("getUserName")) {
            assertNotNull(value, method::toString);
          }
        }
      }
    }
    assertEquals(LABELS.keySet(), seen);
  }

  private static Object invoke(Method method, Object target, Object[] arguments)
      throws SQLException {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw new SQLException(method.toString(), e.getCause());
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }

  /** Nothing for any filter, a table where one must be named. */
  private static Object[] arguments(Method method) {
    Class<?>[] types = method.getParameterTypes();
    Object[] arguments = new Object[types.length];
    for (int at = 0; at < types.length; at++) {
      if (types[at] == int.class) {
        arguments[at] = 1;
      } else if (types[at] == boolean.class) {
        arguments[at] = false;
      } else if (types[at] == Class.class) {
        arguments[at] = DatabaseMetaData.class;
      } else if (types[at] == String.class && at == 2) {
        arguments[at] = "p";
      }
    }
    return arguments;
  }
}
