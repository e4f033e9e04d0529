package org.icsqlite.jdbc;

/** Looks into a connection for the tests of other packages. */
public final class OpenStatements {

  private OpenStatements() {}

  /** Statements that are compiled now, those kept for reuse included. */
  public static int of(IcSqliteConnection connection) {
    return connection.session().statements().count();
  }
}
