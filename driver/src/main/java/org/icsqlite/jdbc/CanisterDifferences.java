package org.icsqlite.jdbc;

import java.sql.SQLException;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.icsqlite.error.OpenErrors;
import org.icsqlite.jdbc.CanisterBuild.Kind;
import org.icsqlite.natives.SqliteApi;

/**
 * What SQLite here has and a canister's has not; the same for all connections, so that it is asked
 * for once. Lists of names in native memory are never freed.
 *
 * @param functions list of the functions that may be called
 * @param pragmas list of the pragmas that are lost
 * @param scalars list of the lost functions that a schema may use without SQLite asking anybody
 * @param modules list of the modules that are kept
 * @param lostFunctions the lost functions, in lower case
 * @param lostModules the lost virtual table modules
 */
record CanisterDifferences(
    long functions,
    long pragmas,
    long scalars,
    long modules,
    Set<String> lostFunctions,
    Set<String> lostModules) {

  private static final int ROW = 100;
  private static final int NARG = 4;
  private static final int MOST_ARGUMENTS = 100;

  private static CanisterDifferences instance;

  /** The differences, read from a connection that has all functions yet. */
  static synchronized CanisterDifferences of(SqliteApi api, long db) throws SQLException {
    if (instance == null) {
      instance = read(api, db);
    }
    return instance;
  }

  private static CanisterDifferences read(SqliteApi api, long db) throws SQLException {
    CanisterBuild build = CanisterBuild.instance();
    Set<String> kept = build.names(Kind.MODULE);
    Set<String> lostModules = new TreeSet<>();
    forEach(
        api,
        db,
        "PRAGMA module_list",
        row -> {
          String name = api.columnText(row, 0);
          if (!kept.contains(name) && !name.startsWith("pragma_")) {
            lostModules.add(name);
          }
        });
    Set<String> lostPragmas = new TreeSet<>();
    forEach(api, db, "PRAGMA pragma_list", row -> lostPragmas.add(api.columnText(row, 0)));
    lostPragmas.removeAll(build.names(Kind.PRAGMA));
    Set<String> callable = build.callable();
    Set<String> lostFunctions = new TreeSet<>();
    Set<String> scalars = new TreeSet<>();
    forEach(
        api,
        db,
        "PRAGMA function_list",
        row -> {
          String name = api.columnText(row, 0).toLowerCase(Locale.ROOT);
          long count = api.columnInt64(row, NARG);
          if (!callable.contains(name)) {
            lostFunctions.add(name);
            if (count < MOST_ARGUMENTS && "s".equals(api.columnText(row, 2))) {
              scalars.add((char) (count + 2) + name);
            }
          }
        });
    return new CanisterDifferences(
        api.newNames(callable),
        api.newNames(lostPragmas),
        api.newNames(scalars),
        api.newNames(kept),
        lostFunctions,
        lostModules);
  }

  private interface Row {
    void take(long statement);
  }

  private static void forEach(SqliteApi api, long db, String pragma, Row row) throws SQLException {
    long statement = api.prepare(db, pragma);
    if (statement == 0) {
      throw OpenErrors.cannotSetUp(pragma, api.errcode(db));
    }
    while (api.step(statement) == ROW) {
      row.take(statement);
    }
    int code = api.finalizeStatement(statement);
    if (code != 0) {
      throw OpenErrors.cannotSetUp(pragma, code);
    }
  }

  /** Takes away from a connection what needs to be taken away; the rest is for its policy. */
  void takeAway(SqliteApi api, long db) throws SQLException {
    require(api.keepModules(db, modules), "sqlite3_drop_modules");
    require(api.loseFunctions(db, scalars), "sqlite3_create_function");
  }

  private static void require(int code, String function) throws SQLException {
    if (code != 0) {
      throw OpenErrors.cannotSetUp(function, code);
    }
  }
}
