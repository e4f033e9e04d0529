package org.icsqlite.cli;

/** What the process ends with. */
final class ExitCode {

  static final int OK = 0;
  static final int USAGE = 1;
  static final int FAILED = 2;

  private ExitCode() {}
}
