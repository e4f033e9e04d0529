package org.icsqlite.natives;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Another JVM that loads the extension and runs a query, for tests. */
final class ChildProcess {

  private final Process process;

  private ChildProcess(Process process) {
    this.process = process;
  }

  static ChildProcess start(String... properties) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx128m");
    command.addAll(List.of(properties));
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(ChildProcess.class.getName());
    return new ChildProcess(new ProcessBuilder(command).redirectErrorStream(true).start());
  }

  /** The last line of its output. */
  String lastLine() throws IOException, InterruptedException {
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException("the child process does not end");
    }
    List<String> lines = output.lines().toList();
    return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
  }

  /** Prints the access and an answer of SQLite, or the message of the failure. */
  public static void main(String[] arguments) {
    String line;
    try {
      SqliteNative sqlite = SqliteNative.instance();
      String name = sqlite.register(new HeapVfs(), "child");
      try (TestConnection c = new TestConnection(sqlite, "/a.db", name)) {
        c.run("CREATE TABLE t(a)");
        c.run("INSERT INTO t VALUES (42)");
        String access = sqlite.calls().toString();
        line = access.substring(0, 3) + " " + c.value("SELECT a FROM t");
      }
    } catch (NativeUnavailableException failure) {
      line = failure.getMessage();
    }
    System.out.println();
    System.out.println(line);
  }
}
