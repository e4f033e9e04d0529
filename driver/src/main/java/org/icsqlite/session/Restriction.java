package org.icsqlite.session;

import java.sql.SQLException;
import org.sqlite.SQLiteException;

/** What a connection refuses that SQLite would take. Used under the connection's monitor. */
public interface Restriction {

  /** The list beside which all functions are refused, as SqliteApi.newNames makes it. */
  long functions();

  /** The list of pragmas that are refused. */
  long pragmas();

  /**
   * Looks at a text that is about to be compiled.
   *
   * @param sql one or more statements, of which the first counts
   * @throws SQLException when the statement is refused
   */
  void check(String sql) throws SQLException;

  /**
   * The refusal of a function or pragma that is not on, or on, the lists.
   *
   * @param pragma whether it is a pragma
   */
  SQLException refused(boolean pragma, String name, SQLiteException thrown);

  /** The refusal behind another failure of SQLite's, or null when it was none. */
  SQLException explain(SQLiteException thrown);
}
