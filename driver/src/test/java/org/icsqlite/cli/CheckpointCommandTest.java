package org.icsqlite.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.icsqlite.cli.verify.ChildMain;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointCommandTest {

  private static final String COMPLETE =
      "; the file is a canister's stable memory, with nothing beside it\n";

  @TempDir Path directory;

  @Test
  void aFileWithoutALogStaysAsItIs() throws IOException {
    Path file = Cli.database(directory.resolve("m.bin"), "CREATE TABLE t(x)");
    Cli.Stamp before = Cli.Stamp.of(file);
    assertEquals(
        file + ": there was no redo log to replay" + COMPLETE,
        Cli.run("checkpoint", file).expect(ExitCode.OK).out());
    assertEquals(before, Cli.Stamp.of(file));
  }

  @Test
  void anAbsentFileIsNotCreated() throws IOException {
    Path absent = directory.resolve("absent.bin");
    assertEquals(
        "icsqlite: " + absent + " does not exist\n",
        Cli.run("checkpoint", absent).expect(ExitCode.FAILED).err());
    assertEquals(List.of(), names());
  }

  @Test
  void aFileThatIsNotOursStaysAsItIs() throws IOException {
    Path file = Cli.aged(Files.write(directory.resolve("other.bin"), new byte[65536 * 2 + 1]));
    Cli.Stamp before = Cli.Stamp.of(file);
    String err = Cli.run("checkpoint", file).expect(ExitCode.FAILED).err();
    assertTrue(err.startsWith("icsqlite: " + file) && err.contains("RAGGED_FILE"), err);
    assertEquals(before, Cli.Stamp.of(file));
    assertEquals(List.of("other.bin"), names());
  }

  @Test
  void aLogThatAKilledProcessLeftIsReplayedOnceTheProcessIsGone()
      throws IOException, InterruptedException {
    Path file = directory.resolve("m.bin");
    Process child = child(file);
    // Left open: without it the child would end.
    BufferedReader reports =
        new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8));
    try {
      awaitCommits(reports);
      String err = Cli.run("checkpoint", file).expect(ExitCode.FAILED).err();
      assertTrue(err.contains("FILE_LOCKED"), err);
    } finally {
      child.destroyForcibly().waitFor();
    }
    assertEquals(List.of("m.bin", "m.bin-redo"), names());
    String out = Cli.run("checkpoint", file).expect(ExitCode.OK).out();
    assertTrue(
        out.matches(
            "\\Q" + file + "\\E: \\d+ transactions? w(as|ere) replayed from the redo log;.*\n"),
        out);
    assertTrue(out.endsWith(COMPLETE), out);
    assertEquals(List.of("m.bin"), names());
    assertEquals(
        "ok\n1\n",
        Cli.run("query", file, "SELECT sum(high) >= 20 AS ok FROM counter", "--format=tsv")
            .expect(ExitCode.OK)
            .out());
  }

  private static void awaitCommits(BufferedReader reports) throws IOException {
    for (int commits = 0; commits < 20; ) {
      String line = reports.readLine();
      assertTrue(line != null, "the child ended");
      commits += line.startsWith("commit ") ? 1 : 0;
    }
  }

  /** A process that writes into the file until it is killed. */
  private Process child(Path file) throws IOException {
    Path libraries = Files.createDirectories(directory.resolve("libraries"));
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-Dicsqlite.tmpdir=" + libraries,
                "-cp",
                System.getProperty("java.class.path"),
                ChildMain.class.getName(),
                "jdbc:icsqlite:" + file,
                "1",
                "2",
                "0",
                "1")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    process.getOutputStream().write('g');
    process.getOutputStream().flush();
    return process;
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(path -> path.getFileName().toString())
          .filter(name -> !name.equals("libraries"))
          .sorted()
          .toList();
    }
  }
}
