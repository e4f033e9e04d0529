package org.icsqlite.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import org.icsqlite.memory.FileStableMemory.Mode;
import org.icsqlite.memory.StableMemoryException.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class FileLockTest {

  /** Another process: opens the file, says how that went, and keeps it until its input ends. */
  static final class OtherProcess implements AutoCloseable {

    public static void main(String[] arguments) throws IOException {
      try (FileStableMemory memory =
          FileStableMemory.open(Path.of(arguments[0]), Mode.valueOf(arguments[1]))) {
        System.out.println("OPEN " + memory.sizePages());
        while (System.in.read() >= 0) {
          // Held until the parent closes the pipe.
        }
      } catch (StableMemoryException e) {
        System.out.println(e.kind() + " " + e.getMessage());
      }
    }

    private final Process process;
    private final String outcome;

    OtherProcess(Path path, Mode mode) throws IOException, URISyntaxException {
      String classPath =
          location(FileStableMemory.class) + File.pathSeparator + location(OtherProcess.class);
      process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  classPath,
                  OtherProcess.class.getName(),
                  path.toString(),
                  mode.name())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      outcome = firstLine();
    }

    private String firstLine() throws IOException {
      BufferedReader reader = process.inputReader(StandardCharsets.UTF_8);
      return reader.readLine();
    }

    private static String location(Class<?> type) throws URISyntaxException {
      CodeSource source = type.getProtectionDomain().getCodeSource();
      return Path.of(source.getLocation().toURI()).toString();
    }

    @Override
    public void close() throws IOException {
      process.getOutputStream().close();
      process.onExit().join();
    }
  }

  @TempDir Path directory;

  private Path file() throws IOException {
    return Files.write(directory.resolve("shared.bin"), new byte[65536]);
  }

  /** Linux tells which process has the lock, which is this one. */
  private static void assertRefused(Path path, String reason, OtherProcess other) {
    String holder =
        OS.LINUX.isCurrentOs()
            ? "process " + ProcessHandle.current().pid() + " (java)"
            : "another process";
    assertEquals("FILE_LOCKED " + path + reason + holder, other.outcome);
  }

  @Test
  void anUpdaterKeepsOtherProcessesOut() throws Exception {
    Path path = file();
    FileStableMemory memory = FileStableMemory.open(path, Mode.READ_WRITE);
    try (OtherProcess other = new OtherProcess(path, Mode.READ_WRITE)) {
      assertRefused(path, " is in use by ", other);
    }
    try (OtherProcess other = new OtherProcess(path, Mode.READ_ONLY)) {
      assertRefused(path, " is being updated by ", other);
    }
    // A refused second open in this process must not have dropped the lock either.
    assertThrows(StableMemoryException.class, () -> FileStableMemory.open(path, Mode.READ_WRITE));
    try (OtherProcess other = new OtherProcess(path, Mode.READ_ONLY)) {
      assertTrue(other.outcome.startsWith("FILE_LOCKED"), other.outcome);
    }
    memory.close();
    try (OtherProcess other = new OtherProcess(path, Mode.READ_WRITE)) {
      assertEquals("OPEN 1", other.outcome);
      StableMemoryException refused =
          assertThrows(
              StableMemoryException.class, () -> FileStableMemory.open(path, Mode.READ_ONLY));
      assertEquals(Kind.FILE_LOCKED, refused.kind());
    }
  }

  @Test
  void readersShareAFileAndKeepUpdatersOut() throws Exception {
    Path path = file();
    try (FileStableMemory memory = FileStableMemory.open(path, Mode.READ_ONLY)) {
      try (OtherProcess other = new OtherProcess(path, Mode.READ_ONLY)) {
        assertEquals("OPEN 1", other.outcome);
        StableMemoryException refused = assertThrows(StableMemoryException.class, memory::upgrade);
        assertEquals(Kind.FILE_LOCKED, refused.kind());
        assertTrue(memory.readOnly());
        memory.read(0, new byte[1], 0, 1);
      }
      // The shared lock came back after the refusal.
      try (OtherProcess other = new OtherProcess(path, Mode.READ_WRITE)) {
        assertRefused(path, " is in use by ", other);
      }
      memory.upgrade();
      try (OtherProcess other = new OtherProcess(path, Mode.READ_ONLY)) {
        assertTrue(other.outcome.startsWith("FILE_LOCKED"), other.outcome);
      }
    }
  }
}
