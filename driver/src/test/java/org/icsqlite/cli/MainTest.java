package org.icsqlite.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.icsqlite.jdbc.DriverVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {

  private static final String MANY_ROWS =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 500000) SELECT i FROM n";

  @TempDir Path directory;

  @Test
  void helpShowsCommandsExamplesAndExitCodesWithoutColours() {
    Cli.Result help = Cli.run("--help").expect(ExitCode.OK);
    for (String word :
        new String[] {"quickstart", "inspect", "query", "exec", "checkpoint", "verify"}) {
      assertTrue(help.out().contains("\n  " + word), help.out());
    }
    assertTrue(help.out().contains("Exit codes:\n  0   done"), help.out());
    assertTrue(help.out().contains("Examples:\n  icsqlite quickstart\n"), help.out());
    assertFalse(help.out().contains("\u001b"), help.out());
    assertEquals("", help.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"quickstart", "inspect", "query", "exec", "checkpoint", "verify"})
  void everyCommandHasHelpWithExamples(String command) {
    String help = Cli.run(command, "--help").expect(ExitCode.OK).out();
    assertTrue(help.contains("Usage: icsqlite " + command), help);
    assertTrue(help.contains("Examples:\n  icsqlite " + command), help);
    assertTrue(help.contains("Exit codes:\n"), help);
  }

  @Test
  void versionIsThatOfTheBuild() {
    String version = Cli.run("--version").expect(ExitCode.OK).out();
    assertTrue(version.startsWith("icsqlite " + DriverVersion.text() + " ("), version);
  }

  @Test
  void wrongUsageIsOneLineAndExitCode1() {
    assertEquals(
        "icsqlite: a command is missing; see icsqlite --help\n",
        Cli.run().expect(ExitCode.USAGE).err());
    assertEquals(
        "icsqlite: Missing required parameter: 'SQL'; see icsqlite query --help\n",
        Cli.run("query", "file").expect(ExitCode.USAGE).err());
    Cli.Result unknown = Cli.run("inspect", "file", "--jsn").expect(ExitCode.USAGE);
    assertTrue(unknown.err().startsWith("icsqlite: Unknown option: '--jsn'"), unknown.err());
    assertEquals(1, unknown.err().lines().count(), unknown.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"255", "-1", "x", ""})
  void aMemoryIdOutOfRangeIsWrongUsage(String id) {
    Cli.Result result = Cli.run("query", "file", "SELECT 1", "--memory-id=" + id);
    assertTrue(
        result.expect(ExitCode.USAGE).err().contains("a whole number from 0 to 254"), result.err());
  }

  @Test
  void anErrorIsOneLineAndVerboseAddsTheStackTrace() {
    Path absent = directory.resolve("absent.bin");
    Cli.Result plain = Cli.run("query", absent, "SELECT 1").expect(ExitCode.FAILED);
    assertEquals(1, plain.err().lines().count(), plain.err());
    assertTrue(plain.err().startsWith("icsqlite: " + absent), plain.err());
    assertTrue(plain.err().contains("SQLState 08001, FILE_NOT_FOUND"), plain.err());
    assertEquals("", plain.out());

    Cli.Result verbose = Cli.run("query", absent, "SELECT 1", "--verbose").expect(ExitCode.FAILED);
    assertTrue(verbose.err().startsWith(plain.err()), verbose.err());
    assertTrue(verbose.err().contains("\tat org.icsqlite."), verbose.err());
    assertFalse(Files.exists(absent));
  }

  @Test
  void aReaderThatClosesThePipeEndsTheOutputQuietly() throws IOException {
    Path file = Cli.database(directory.resolve("m.bin"), "CREATE TABLE t(x)");
    LimitedOutput out = new LimitedOutput(100_000, "Broken pipe");
    Cli.Result result = Cli.runInto(out, new byte[0], "query", file, MANY_ROWS, "--format", "tsv");
    assertEquals("", result.expect(ExitCode.OK).err());
    assertTrue(out.failures <= 2, "went on after the pipe was closed");
  }

  @Test
  void anOutputThatCannotBeWrittenIsAnError() throws IOException {
    Path file = Cli.database(directory.resolve("m.bin"), "CREATE TABLE t(x)");
    for (long limit : new long[] {0, 100_000}) {
      Cli.Result result =
          Cli.runInto(
              new LimitedOutput(limit, "No space left on device"),
              new byte[0],
              "query",
              file,
              limit == 0 ? "SELECT 1" : MANY_ROWS,
              "--format",
              "json");
      assertEquals(
          "icsqlite: the output cannot be written: No space left on device\n",
          result.expect(ExitCode.FAILED).err());
    }
  }

  @Test
  void aFileNameMayHoldWhatAUrlMayNot() throws IOException {
    for (String name : new String[] {"a%20b.bin", "50%.bin", "c?d=1&e#f.bin", "mem:x", " é漢 "}) {
      Path file =
          Cli.database(directory.resolve(name), "CREATE TABLE t(x); INSERT INTO t VALUES(7)");
      assertTrue(Files.size(file) > 0);
      assertEquals(
          "x\n7\n", Cli.run("query", file, "SELECT x FROM t", "--format", "tsv").expect(0).out());
      Cli.run("inspect", file).expect(ExitCode.OK);
    }
  }

  @Test
  void aSnapshotDirectoryMeansItsStableMemory() throws IOException {
    Path memory =
        Cli.database(
            directory.resolve("stable_memory.bin"), "CREATE TABLE t(x); INSERT INTO t VALUES(7)");
    assertEquals(
        "x\n7\n", Cli.run("query", directory, "SELECT x FROM t", "--format=TSV").expect(0).out());
    Cli.runWithInput("INSERT INTO t VALUES(8)", "exec", directory, "-").expect(ExitCode.OK);
    String map = Cli.run("inspect", directory).expect(ExitCode.OK).out();
    assertTrue(map.contains(memory.toString()), map);
    assertTrue(map.contains("    t  2 rows\n"), map);
  }

  /** Takes some bytes, then fails for ever. */
  private static final class LimitedOutput extends OutputStream {

    private final String complaint;
    private long left;
    private int failures;

    LimitedOutput(long limit, String complaint) {
      this.left = limit;
      this.complaint = complaint;
    }

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      left -= length;
      if (left < 0) {
        failures++;
        throw new IOException(complaint);
      }
    }
  }
}
