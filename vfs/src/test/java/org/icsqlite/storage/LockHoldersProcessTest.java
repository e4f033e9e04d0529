package org.icsqlite.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class LockHoldersProcessTest {

  /** Holds a lock on a file until its input ends. */
  static final class Holder implements AutoCloseable {

    public static void main(String[] arguments) throws IOException {
      boolean shared = arguments[1].equals("shared");
      try (RandomAccessFile file = new RandomAccessFile(arguments[0], "rw");
          FileLock lock = file.getChannel().lock(0, Long.MAX_VALUE, shared)) {
        System.out.println(lock.isShared());
        while (System.in.read() >= 0) {
          // Held until the parent closes the pipe.
        }
      }
    }

    private final Process process;

    Holder(Path file, String kind) throws IOException {
      process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx32m",
                  "-cp",
                  System.getProperty("java.class.path"),
                  Holder.class.getName(),
                  file.toString(),
                  kind)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
      assertEquals(String.valueOf(kind.equals("shared")), output.readLine());
    }

    @Override
    public void close() throws IOException {
      process.getOutputStream().close();
      process.onExit().join();
    }
  }

  @TempDir Path directory;

  private Path file() throws IOException {
    return Files.write(directory.resolve("locked.bin"), new byte[1]);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void theProcessThatHoldsALockIsNamed() throws IOException {
    Path file = file();
    try (Holder holder = new Holder(file, "exclusive")) {
      assertEquals(
          "process " + holder.process.pid() + " (java)", LockHolders.describe(file), "by its path");
      Path link = Files.createLink(directory.resolve("link.bin"), file);
      assertEquals(
          "process " + holder.process.pid() + " (java)", LockHolders.describe(link), "by a link");
    }
    assertNull(LockHolders.describe(file));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void allProcessesThatShareALockAreNamedWithoutThisOne() throws IOException {
    Path file = file();
    try (Holder one = new Holder(file, "shared");
        Holder two = new Holder(file, "shared");
        RandomAccessFile own = new RandomAccessFile(file.toFile(), "rw");
        FileLock lock = own.getChannel().lock(0, Long.MAX_VALUE, true)) {
      assertEquals(true, lock.isShared());
      long first = Math.min(one.process.pid(), two.process.pid());
      long second = Math.max(one.process.pid(), two.process.pid());
      assertEquals(
          "processes " + first + " (java), " + second + " (java)", LockHolders.describe(file));
    }
  }

  @Test
  void nothingIsSaidOfAFileThatDoesNotExist() {
    assertNull(LockHolders.describe(directory.resolve("absent")));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void linesOfOtherFilesKindsAndWaitersAreLeftOut() throws IOException {
    Path file = file();
    String place =
        LockHolders.place((Long) Files.getAttribute(file, "unix:dev"))
            + ":"
            + Files.getAttribute(file, "unix:ino");
    Path proc = Files.createDirectory(directory.resolve("proc"));
    Files.writeString(
        proc.resolve("locks"),
        String.join(
            "\n",
            "1: POSIX  ADVISORY  READ 21 " + place + " 0 EOF",
            "1: -> POSIX  ADVISORY  WRITE 22 " + place + " 0 EOF",
            "2: FLOCK  ADVISORY  WRITE 23 " + place + " 0 EOF",
            "3: POSIX  ADVISORY  READ 24 " + place + "1 0 EOF",
            "4: OFDLCK ADVISORY  READ -1 " + place + " 0 EOF",
            "5: POSIX  ADVISORY  READ 0 " + place + " 0 EOF",
            "6: POSIX  ADVISORY  READ 99 " + place + " 0 EOF",
            "7:",
            ""));
    assertEquals("process 21", LockHolders.describe(file, proc, 99));
    Files.createDirectory(proc.resolve("21"));
    Files.writeString(proc.resolve("21").resolve("comm"), "a\u0007 b\n");
    assertEquals("process 21 (a  b)", LockHolders.describe(file, proc, 99));
    StringBuilder many = new StringBuilder();
    for (int process = 1; process <= 9; process++) {
      many.append("1: POSIX  ADVISORY  READ " + process + " " + place + " 0 EOF\n");
    }
    Files.writeString(proc.resolve("locks"), many);
    assertEquals("processes 1, 2, 3, and 6 more", LockHolders.describe(file, proc, 99));
    Files.writeString(proc.resolve("locks"), "1: POSIX ADVISORY READ many " + place + " 0 EOF");
    assertNull(LockHolders.describe(file, proc, 99));
  }

  @Test
  void deviceNumbersAreReadAsTheKernelPacksThem() {
    assertEquals("fe:00", LockHolders.place(0xfe00));
    assertEquals("00:1b", LockHolders.place(0x1b));
    assertEquals("103:12345", LockHolders.place(0x1231_0345L));
    assertEquals("12345:07", LockHolders.place(0x0001_2000_0003_4507L));
  }
}
