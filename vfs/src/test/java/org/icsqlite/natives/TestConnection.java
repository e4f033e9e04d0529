package org.icsqlite.natives;

import java.util.ArrayList;
import java.util.List;

/** A SQLite connection through SqliteApi, for tests. Failures become {@link SqlFailure}. */
final class TestConnection implements AutoCloseable {

  static final int ROW = 100;
  static final int DONE = 101;
  static final int READWRITE_CREATE = 0x2 | 0x4 | 0x40;

  final SqliteApi api;
  final long db;

  /** A result code and SQLite's message. */
  static final class SqlFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;
    final int code;

    SqlFailure(int code, String message) {
      super(message);
      this.code = code;
    }
  }

  TestConnection(SqliteNative sqlite, String name, String vfs) {
    api = sqlite.api();
    db = api.openV2(name, READWRITE_CREATE, vfs);
    int code = api.extendedErrcode(db);
    if (code != 0) {
      SqlFailure failure = new SqlFailure(code, api.errmsg(db));
      api.closeV2(db);
      throw failure;
    }
  }

  /** Runs one statement; the rows, each as its columns' texts. */
  List<List<String>> run(String sql, String... parameters) {
    long stmt = api.prepare(db, sql);
    if (stmt == 0) {
      throw failure();
    }
    try {
      for (int i = 0; i < parameters.length; i++) {
        api.bindText(stmt, i + 1, parameters[i]);
      }
      List<List<String>> rows = new ArrayList<>();
      int rc = api.step(stmt);
      for (; rc == ROW; rc = api.step(stmt)) {
        List<String> row = new ArrayList<>();
        for (int i = 0; i < api.columnCount(stmt); i++) {
          row.add(api.columnText(stmt, i));
        }
        rows.add(row);
      }
      if (rc != DONE) {
        throw failure();
      }
      return rows;
    } finally {
      api.finalizeStatement(stmt);
    }
  }

  /** The first column of the first row, or null. */
  String value(String sql, String... parameters) {
    List<List<String>> rows = run(sql, parameters);
    return rows.isEmpty() ? null : rows.get(0).get(0);
  }

  private SqlFailure failure() {
    return new SqlFailure(api.extendedErrcode(db), api.errmsg(db));
  }

  @Override
  public void close() {
    api.closeV2(db);
  }
}
