package org.icsqlite.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VerifyCommandTest {

  private static final long END_SECONDS = 60;

  @TempDir Path directory;
  @TempDir Path temporary;

  @Test
  void aShortCheckFindsNothingAndLeavesNothing() throws IOException {
    Cli.Result result =
        Cli.run("verify", directory, "--minutes=0.05", "--seed=7", "--writers=2", "--readers=1");
    result.expect(ExitCode.OK);
    assertEquals("", result.err());
    List<String> lines = result.out().lines().toList();
    assertTrue(lines.get(0).startsWith("checking in " + directory.resolve("icsqlite-verify-")));
    assertTrue(lines.get(0).endsWith(", seed 7"), lines.get(0));
    assertEquals("no violation", lines.get(1));
    assertTrue(lines.get(2).matches("  rounds     [1-9]\\d*: .*"), result.out());
    assertTrue(lines.get(3).matches("  commits    \\d+ reported, all there; .*"), result.out());
    assertTrue(lines.get(7).matches("  time       \\d+ s, seed 7"), result.out());
    assertEmpty();
  }

  @Test
  void theDirectoryMustExist() {
    Path absent = directory.resolve("absent");
    assertEquals(
        "icsqlite: " + absent + " is no directory; name one that exists\n",
        Cli.run("verify", absent).expect(ExitCode.FAILED).err());
    assertFalse(Files.exists(absent));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"--minutes=0", "--minutes=NaN", "--writers=0", "--writers=65", "--readers=-1"})
  void numbersOutOfRangeAreWrongUsage(String option) throws IOException {
    String err = Cli.run("verify", directory, option).expect(ExitCode.USAGE).err();
    assertTrue(
        err.startsWith("icsqlite: " + option.substring(0, option.indexOf('=')) + " takes a"), err);
    assertEmpty();
  }

  @Test
  void anInterruptEndsTheChildrenAndRemovesTheFiles() throws IOException, InterruptedException {
    Process process = start();
    try (BufferedReader out = reader(process)) {
      assertTrue(out.readLine().startsWith("checking in "));
      List<ProcessHandle> children = process.descendants().toList();
      assertFalse(children.isEmpty());
      // The process itself would close the pipe that the verdict comes through.
      process.toHandle().destroy();
      assertEquals("stopped; no violation", out.readLine());
      assertTrue(process.waitFor(END_SECONDS, TimeUnit.SECONDS));
      for (ProcessHandle child : children) {
        awaitEnd(child);
      }
      assertEmpty();
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void childrenDoNotOutliveAParentThatIsKilled() throws IOException {
    Process process = start();
    try (BufferedReader out = reader(process)) {
      assertTrue(out.readLine().startsWith("checking in "));
      List<ProcessHandle> children = process.descendants().toList();
      assertFalse(children.isEmpty());
      process.destroyForcibly();
      for (ProcessHandle child : children) {
        awaitEnd(child);
      }
    } finally {
      process.destroyForcibly();
    }
  }

  /** Also of one that nobody has waited for: it has no command any more, and lasts as a zombie. */
  private static void awaitEnd(ProcessHandle child) {
    long last = System.nanoTime() + TimeUnit.SECONDS.toNanos(END_SECONDS);
    while (child.isAlive() && child.info().command().isPresent()) {
      assertTrue(System.nanoTime() < last, () -> child.pid() + " runs: " + child.info());
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
    }
  }

  private static BufferedReader reader(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  private Process start() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx128m",
            "-cp",
            System.getProperty("java.class.path"),
            "-Djava.io.tmpdir=" + temporary,
            Main.class.getName(),
            "verify",
            directory.toString(),
            "--minutes=10",
            "--writers=1",
            "--readers=0")
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private void assertEmpty() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      assertEquals(List.of(), files.toList());
    }
  }
}
