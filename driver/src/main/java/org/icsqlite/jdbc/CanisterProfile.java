package org.icsqlite.jdbc;

import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.icsqlite.error.OpenErrors;
import org.icsqlite.error.SqlErrors;
import org.icsqlite.image.DatabaseImage;
import org.icsqlite.image.Image;
import org.icsqlite.image.Superblock;
import org.icsqlite.natives.SqliteApi;
import org.icsqlite.session.Restriction;
import org.icsqlite.session.Session;
import org.icsqlite.vfs.Randomness;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * What {@code profile=canister} makes of a connection: functions, modules and pragmas that {@link
 * CanisterBuild} does not list are refused, its limits hold, local time is unknown, and random
 * numbers come from a seed. Used under the monitor of its session.
 *
 * <p>Functions are allowed by name, so that a function of the user's or of a later SQLite is
 * refused as well. Modules are taken away from the connection. Pragmas are refused by name, those
 * that SQLite here knows and the canister's does not: one that neither knows does nothing in both.
 */
final class CanisterProfile implements Restriction {

  /** SQLite's names of the numbers of sqlite3_limit, in their order. */
  private static final List<String> LIMITS =
      List.of(
          "MAX_LENGTH",
          "MAX_SQL_LENGTH",
          "MAX_COLUMN",
          "MAX_EXPR_DEPTH",
          "MAX_COMPOUND_SELECT",
          "MAX_VDBE_OP",
          "MAX_FUNCTION_ARG",
          "MAX_ATTACHED",
          "MAX_LIKE_PATTERN_LENGTH",
          "MAX_VARIABLE_NUMBER",
          "MAX_TRIGGER_DEPTH",
          "MAX_WORKER_THREADS");

  /** Bytes that SQLite asks a VFS for to seed its random numbers. */
  private static final int SEED_BYTES = 44;

  private static final Pattern NO_SUCH =
      Pattern.compile(
          "(no such module|no such table|no such function|unknown function|unsafe use of):?"
              + " ([^,()]+)");

  private static final Pattern PLACE = Pattern.compile(", at line \\d+, column \\d+");

  private final ConnectionSettings settings;
  private final SqliteApi api;
  private final Session session;
  private final CanisterDifferences differences;
  private final long canisterFunctions;

  private CanisterProfile(
      ConnectionSettings settings,
      SqliteApi api,
      Session session,
      CanisterDifferences differences,
      long functions) {
    this.settings = settings;
    this.api = api;
    this.session = session;
    this.differences = differences;
    this.canisterFunctions = functions;
  }

  /**
   * Puts the profile on a connection that nobody has used.
   *
   * @return null for another profile
   * @throws SQLException SQLState 08001 when SQLite does not take it
   */
  static CanisterProfile of(
      ConnectionSettings settings, SqliteApi api, Session session, Image image)
      throws SQLException {
    if (settings.profile() != Profile.CANISTER) {
      return null;
    }
    long db = session.handle();
    CanisterDifferences differences = CanisterDifferences.of(api, db);
    differences.takeAway(api, db);
    long functions = api.canisterFunctions(db, seed(settings, image));
    if (functions <= 0) {
      throw OpenErrors.cannotSetUp("sqlite3_create_function", (int) -functions);
    }
    setLimits(settings, api, db);
    CanisterProfile profile = new CanisterProfile(settings, api, session, differences, functions);
    session.restrict(profile);
    return profile;
  }

  /** The canister's limits, as far as SQLite here goes, in place of sqlite-jdbc's. */
  private static void setLimits(ConnectionSettings settings, SqliteApi api, long db) {
    for (int limit = 0; limit < LIMITS.size(); limit++) {
      int canister = CanisterBuild.instance().number(LIMITS.get(limit)).orElseThrow();
      String key = LIMITS.get(limit).replace("MAX_", "limit_").toLowerCase(Locale.ROOT);
      if (!settings.gives(key) || canister < api.limit(db, limit, -1)) {
        api.limit(db, limit, canister);
      }
    }
  }

  /** What a canister's VFS answers when SQLite asks it for randomness. */
  private static byte[] seed(ConnectionSettings settings, Image image) {
    byte[] seed = new byte[SEED_BYTES];
    Randomness.seeded(settings.randomSeed().orElseGet(() -> seed(image))).fill(seed);
    return seed;
  }

  private static long seed(Image image) {
    if (!(image instanceof DatabaseImage database)) {
      return 0;
    }
    Superblock block = database.superblock();
    return block.lastTransactionId() ^ block.databaseSize();
  }

  /** Begins the random numbers anew, as on a fresh connection; 08003 when it is closed. */
  void beginRandom(Image image) throws SQLException {
    synchronized (session.monitor()) {
      session.requireOpen();
      api.canisterSeed(canisterFunctions, seed(settings, image));
    }
  }

  @Override
  public long functions() {
    return differences.functions();
  }

  @Override
  public long pragmas() {
    return differences.pragmas();
  }

  @Override
  public void check(String sql) throws SQLException {
    String keyword = LimitedWrite.keyword(sql);
    if (keyword != null) {
      throw SqlErrors.notInCanister(
          (keyword.equalsIgnoreCase("ORDER") ? "ORDER BY" : "LIMIT") + " of UPDATE and DELETE",
          reason("is built without it, so the canister would refuse it too"),
          1);
    }
  }

  @Override
  public SQLException refused(boolean pragma, String name, SQLiteException thrown) {
    SQLException refused =
        SqlErrors.notInCanister(
            pragma ? "PRAGMA " + name : "the function " + name + "()" + place(thrown),
            pragma
                ? reason("does not know it; the canister would not carry it out either")
                : reason("has no such function, so the canister would refuse it too"),
            thrown.getResultCode().code);
    refused.initCause(thrown);
    return refused;
  }

  @Override
  public SQLException explain(SQLiteException thrown) {
    Matcher missing = NO_SUCH.matcher(String.valueOf(thrown.getMessage()));
    if (thrown.getResultCode() != SQLiteErrorCode.SQLITE_ERROR || !missing.find()) {
      return null;
    }
    boolean function = !missing.group(1).endsWith("module") && !missing.group(1).endsWith("table");
    String name = missing.group(2).substring(missing.group(2).lastIndexOf('.') + 1);
    Set<String> lost = function ? differences.lostFunctions() : differences.lostModules();
    if (!lost.contains(name.toLowerCase(Locale.ROOT))) {
      return null;
    }
    return function ? refused(false, name, thrown) : refusedModule(name, thrown);
  }

  private static SQLException refusedModule(String name, SQLiteException thrown) {
    SQLException refused =
        SqlErrors.notInCanister(
            "the virtual table module " + name + place(thrown),
            reason("has no such module, so the canister would refuse it too"),
            thrown.getResultCode().code);
    refused.initCause(thrown);
    return refused;
  }

  private static String reason(String what) {
    return "the SQLite of a canister ("
        + CanisterBuild.instance().sqliteVersion()
        + ", as ic-sqlite-vfs builds it) "
        + what;
  }

  /** Where in the SQL it stands, if SQLite has said that. */
  private static String place(SQLiteException thrown) {
    Matcher place = PLACE.matcher(String.valueOf(thrown.getMessage()));
    return place.find() ? place.group() + "," : "";
  }
}
