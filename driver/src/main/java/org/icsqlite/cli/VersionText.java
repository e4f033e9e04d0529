package org.icsqlite.cli;

import org.icsqlite.jdbc.DriverVersion;
import org.sqlite.SQLiteJDBCLoader;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints. */
final class VersionText implements IVersionProvider {

  @Override
  public String[] getVersion() {
    return new String[] {
      "icsqlite "
          + DriverVersion.text()
          + " (sqlite-jdbc "
          + SQLiteJDBCLoader.getVersion()
          + ", Java "
          + Runtime.version()
          + ")"
    };
  }
}
