package org.icsqlite.metadata;

import java.sql.DatabaseMetaData;

/**
 * How SQLite names things, and how long and how many they may be. The limits are those that SQLite
 * is built with; 0 is none.
 */
abstract class Terms implements DatabaseMetaData {

  private static final int MAX_COLUMNS = 2000;
  private static final int MAX_TABLES_IN_JOIN = 64;
  private static final int MAX_LENGTH = 1_000_000_000;

  /** The keywords of SQLite that SQL:2003 does not reserve. */
  private static final String KEYWORDS =
      "ABORT,ACTION,AFTER,ALWAYS,ANALYZE,ASC,ATTACH,AUTOINCREMENT,BEFORE,CASCADE,CONFLICT,"
          + "DATABASE,DEFERRABLE,DEFERRED,DESC,DETACH,DO,EXCLUDE,EXCLUSIVE,EXPLAIN,FAIL,FIRST,"
          + "FOLLOWING,GENERATED,GLOB,GROUPS,IF,IGNORE,INDEX,INDEXED,INITIALLY,INSTEAD,ISNULL,KEY,"
          + "LAST,LIMIT,MATERIALIZED,NOTHING,NOTNULL,NULLS,OFFSET,OTHERS,PLAN,PRAGMA,PRECEDING,"
          + "QUERY,RAISE,REGEXP,REINDEX,RENAME,REPLACE,RESTRICT,RETURNING,TEMP,TEMPORARY,TIES,"
          + "TRANSACTION,UNBOUNDED,VACUUM,VIEW,VIRTUAL";

  // Functions as SQLite names them; they are called as such, without an escape of JDBC.

  private static final String NUMERIC_FUNCTIONS =
      "ABS,ACOS,ACOSH,ASIN,ASINH,ATAN,ATAN2,ATANH,CEIL,CEILING,COS,COSH,DEGREES,EXP,FLOOR,LN,LOG,"
          + "LOG10,LOG2,MOD,PI,POW,POWER,RADIANS,RANDOM,ROUND,SIGN,SIN,SINH,SQRT,TAN,TANH,TRUNC";

  private static final String STRING_FUNCTIONS =
      "CHAR,CONCAT,CONCAT_WS,FORMAT,GLOB,HEX,INSTR,LENGTH,LIKE,LOWER,LTRIM,OCTET_LENGTH,PRINTF,"
          + "QUOTE,REPLACE,RTRIM,SUBSTR,SUBSTRING,TRIM,UNHEX,UNICODE,UPPER";

  private static final String SYSTEM_FUNCTIONS =
      "CHANGES,COALESCE,IFNULL,IIF,LAST_INSERT_ROWID,NULLIF,SQLITE_VERSION,TOTAL_CHANGES,TYPEOF";

  private static final String TIME_DATE_FUNCTIONS =
      "DATE,DATETIME,JULIANDAY,STRFTIME,TIME,TIMEDIFF,UNIXEPOCH";

  @Override
  public boolean storesUpperCaseIdentifiers() {
    return false;
  }

  @Override
  public boolean storesLowerCaseIdentifiers() {
    return false;
  }

  @Override
  public boolean storesMixedCaseIdentifiers() {
    return true;
  }

  @Override
  public boolean storesUpperCaseQuotedIdentifiers() {
    return false;
  }

  @Override
  public boolean storesLowerCaseQuotedIdentifiers() {
    return false;
  }

  @Override
  public boolean storesMixedCaseQuotedIdentifiers() {
    return true;
  }

  @Override
  public boolean supportsMixedCaseIdentifiers() {
    return false;
  }

  @Override
  public boolean supportsMixedCaseQuotedIdentifiers() {
    return false;
  }

  @Override
  public boolean isCatalogAtStart() {
    return true;
  }

  @Override
  public boolean doesMaxRowSizeIncludeBlobs() {
    return true;
  }

  @Override
  public int getMaxBinaryLiteralLength() {
    return 0;
  }

  @Override
  public int getMaxCatalogNameLength() {
    return 0;
  }

  @Override
  public int getMaxCharLiteralLength() {
    return 0;
  }

  @Override
  public int getMaxColumnNameLength() {
    return 0;
  }

  @Override
  public int getMaxColumnsInGroupBy() {
    return MAX_COLUMNS;
  }

  @Override
  public int getMaxColumnsInIndex() {
    return MAX_COLUMNS;
  }

  @Override
  public int getMaxColumnsInOrderBy() {
    return MAX_COLUMNS;
  }

  @Override
  public int getMaxColumnsInSelect() {
    return MAX_COLUMNS;
  }

  @Override
  public int getMaxColumnsInTable() {
    return MAX_COLUMNS;
  }

  @Override
  public int getMaxConnections() {
    return 0;
  }

  @Override
  public int getMaxCursorNameLength() {
    return 0;
  }

  @Override
  public int getMaxIndexLength() {
    return 0;
  }

  @Override
  public int getMaxProcedureNameLength() {
    return 0;
  }

  @Override
  public int getMaxRowSize() {
    return MAX_LENGTH;
  }

  @Override
  public int getMaxSchemaNameLength() {
    return 0;
  }

  @Override
  public int getMaxStatementLength() {
    return MAX_LENGTH;
  }

  @Override
  public int getMaxStatements() {
    return 0;
  }

  @Override
  public int getMaxTableNameLength() {
    return 0;
  }

  @Override
  public int getMaxTablesInSelect() {
    return MAX_TABLES_IN_JOIN;
  }

  @Override
  public int getMaxUserNameLength() {
    return 0;
  }

  @Override
  public String getCatalogSeparator() {
    return ".";
  }

  @Override
  public String getCatalogTerm() {
    return "catalog";
  }

  @Override
  public String getSchemaTerm() {
    return "schema";
  }

  @Override
  public String getProcedureTerm() {
    return "procedure";
  }

  @Override
  public String getExtraNameCharacters() {
    return "$";
  }

  @Override
  public String getIdentifierQuoteString() {
    return "\"";
  }

  @Override
  public String getSearchStringEscape() {
    return "\\";
  }

  @Override
  public String getSQLKeywords() {
    return KEYWORDS;
  }

  @Override
  public String getNumericFunctions() {
    return NUMERIC_FUNCTIONS;
  }

  @Override
  public String getStringFunctions() {
    return STRING_FUNCTIONS;
  }

  @Override
  public String getSystemFunctions() {
    return SYSTEM_FUNCTIONS;
  }

  @Override
  public String getTimeDateFunctions() {
    return TIME_DATE_FUNCTIONS;
  }

  @Override
  public long getMaxLogicalLobSize() {
    return MAX_LENGTH;
  }
}
