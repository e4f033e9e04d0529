package org.icsqlite.metadata;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.icsqlite.error.SqlErrors;
import org.icsqlite.metadata.KeyQueries.Named;

/**
 * The metadata of a database, read with SELECTs over its connection when it is asked for; nothing
 * is kept. A statement of its own is closed before a method returns, and transactions begin and end
 * as with any other SELECT. As safe between threads as the connection.
 *
 * <p>SQLite has no catalogs, and the schemas main and temp are not shown as schemas: TABLE_CAT and
 * TABLE_SCHEM are null, getCatalogs and getSchemas have no rows. A name means what it means in SQL,
 * so that a temporary table hides one of main with the same name. Arguments for catalogs are not
 * looked at. A schema main or temp keeps to that one; any other, the empty one too, is as null.
 * Names are compared without regard to the case of A to Z, in patterns too.
 */
public final class IcSqliteDatabaseMetaData extends EmptyResults {

  private final Connection connection;
  private final Facts facts;
  private final Catalog catalog;
  private final TableQueries tables;
  private final KeyQueries keys;
  private final IndexQueries indexes;
  private final TypeQueries types;

  /**
   * Metadata over a connection.
   *
   * @param connection any connection to SQLite
   * @param facts what cannot be asked over it
   * @param resultSets makes the result sets
   */
  public IcSqliteDatabaseMetaData(Connection connection, Facts facts, ResultSets resultSets) {
    this(
        connection,
        new Queries() {
          @Override
          public PreparedStatement prepare(String sql) throws SQLException {
            return connection.prepareStatement(sql);
          }

          @Override
          public Object monitor() {
            return connection;
          }
        },
        facts,
        resultSets);
  }

  /**
   * As the other.
   *
   * @param queries prepares what is asked over the connection
   */
  public IcSqliteDatabaseMetaData(
      Connection connection, Queries queries, Facts facts, ResultSets resultSets) {
    super(resultSets);
    this.connection = connection;
    this.facts = facts;
    catalog = new Catalog(queries);
    tables = new TableQueries(catalog);
    keys = new KeyQueries(catalog);
    indexes = new IndexQueries(catalog);
    types = new TypeQueries(catalog);
  }

  @Override
  public Connection getConnection() {
    return connection;
  }

  @Override
  public String getURL() {
    return facts.url();
  }

  /** Null, for SQLite has no users. */
  @Override
  public String getUserName() {
    return null;
  }

  @Override
  public boolean isReadOnly() throws SQLException {
    return facts.readOnly().get();
  }

  @Override
  public String getDatabaseProductName() {
    return "SQLite";
  }

  @Override
  public String getDatabaseProductVersion() throws SQLException {
    return facts.databaseProductVersion() != null
        ? facts.databaseProductVersion()
        : catalog.select("SELECT sqlite_version()", row -> row.getString(1)).get(0);
  }

  @Override
  public int getDatabaseMajorVersion() throws SQLException {
    return versionPart(0);
  }

  @Override
  public int getDatabaseMinorVersion() throws SQLException {
    return versionPart(1);
  }

  private int versionPart(int at) throws SQLException {
    return Integer.parseInt(getDatabaseProductVersion().split("\\.", -1)[at]);
  }

  @Override
  public String getDriverName() {
    return facts.driverName();
  }

  @Override
  public String getDriverVersion() {
    return facts.driverVersion();
  }

  @Override
  public int getDriverMajorVersion() {
    return facts.driverMajor();
  }

  @Override
  public int getDriverMinorVersion() {
    return facts.driverMinor();
  }

  /** The empty pattern is any name here, as with sqlite-jdbc. */
  @Override
  public ResultSet getTables(
      String catalogName, String schemaPattern, String tableNamePattern, String[] tableTypes)
      throws SQLException {
    return answer(tables.tables(schemaPattern, tableNamePattern, tableTypes));
  }

  @Override
  public ResultSet getTableTypes() throws SQLException {
    return answer(tables.tableTypes());
  }

  @Override
  public ResultSet getColumns(
      String catalogName, String schemaPattern, String tableNamePattern, String columnNamePattern)
      throws SQLException {
    return answer(tables.columns(schemaPattern, tableNamePattern, columnNamePattern));
  }

  /** The names of the rowid, and the hidden columns of virtual tables. */
  @Override
  public ResultSet getPseudoColumns(
      String catalogName, String schemaPattern, String tableNamePattern, String columnNamePattern)
      throws SQLException {
    return answer(tables.pseudoColumns(schemaPattern, tableNamePattern, columnNamePattern));
  }

  @Override
  public ResultSet getPrimaryKeys(String catalogName, String schema, String table)
      throws SQLException {
    return answer(keys.primaryKeys(schema, table));
  }

  /**
   * FK_NAME is the name of the constraint or, when it has none, one that is made of the name of the
   * table and the position of the key in it; so that the rows of a key can be told by it. PK_NAME
   * is the name of the referenced constraint or unique index, or null.
   */
  @Override
  public ResultSet getImportedKeys(String catalogName, String schema, String table)
      throws SQLException {
    return answer(keys.importedKeys(new Named(catalogName, schema, table)));
  }

  /** As {@link #getImportedKeys}. */
  @Override
  public ResultSet getExportedKeys(String catalogName, String schema, String table)
      throws SQLException {
    return answer(keys.exportedKeys(new Named(catalogName, schema, table)));
  }

  /** As {@link #getImportedKeys}. A table null is any table. */
  @Override
  public ResultSet getCrossReference(
      String parentCatalog,
      String parentSchema,
      String parentTable,
      String foreignCatalog,
      String foreignSchema,
      String foreignTable)
      throws SQLException {
    return answer(
        keys.crossReference(
            new Named(parentCatalog, parentSchema, parentTable),
            new Named(foreignCatalog, foreignSchema, foreignTable)));
  }

  @Override
  public ResultSet getBestRowIdentifier(
      String catalogName, String schema, String table, int scope, boolean nullable)
      throws SQLException {
    return answer(keys.bestRowIdentifier(schema, table, scope, nullable));
  }

  /** COLUMN_NAME is the text of the expression when an index is over one. */
  @Override
  public ResultSet getIndexInfo(
      String catalogName, String schema, String table, boolean unique, boolean approximate)
      throws SQLException {
    return answer(indexes.indexInfo(schema, table, unique));
  }

  @Override
  public ResultSet getTypeInfo() throws SQLException {
    return answer(types.typeInfo());
  }

  @Override
  public ResultSet getFunctions(
      String catalogName, String schemaPattern, String functionNamePattern) throws SQLException {
    return answer(types.functions(functionNamePattern));
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    if (isWrapperFor(type)) {
      return type.cast(this);
    }
    throw SqlErrors.notWrapped(type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type != null && type.isInstance(this);
  }
}
