package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.icsqlite.image.ChecksumProgress;
import org.icsqlite.image.ChecksumState;
import org.icsqlite.image.ChecksumVerification;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A refresh that goes from process to process, each of which ends without closing anything. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ChecksumProcessTest {

  private static final int CHUNK = 30_000;

  @TempDir Path directory;

  /** Does one chunk and halts: when it is stored, or while it is scanned. */
  static final class Child {
    public static void main(String[] arguments) throws SQLException {
      boolean inside = Boolean.parseBoolean(arguments[1]);
      IcSqliteConnection connection = (IcSqliteConnection) Urls.open(arguments[0]);
      ChecksumProgress progress =
          connection.refreshChecksumChunk(
              CHUNK,
              (done, total) -> {
                if (inside) {
                  halt("inside");
                }
                return true;
              });
      halt(progress.toString());
    }

    private static void halt(String said) {
      System.out.println(said);
      System.out.flush();
      Runtime.getRuntime().halt(0);
    }
  }

  private String child(String url, boolean inside) throws Exception {
    Path libraries = Files.createDirectories(directory.resolve("libraries"));
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx64m",
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-Dicsqlite.tmpdir=" + libraries,
                    "-cp",
                    System.getProperty("java.class.path"),
                    Child.class.getName(),
                    url,
                    Boolean.toString(inside)))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor());
    return said.strip();
  }

  private static IcSqliteConnection open(String url) throws SQLException {
    return (IcSqliteConnection) Urls.open(url);
  }

  private static void fill(String url) throws SQLException {
    try (IcSqliteConnection connection = open(url)) {
      Urls.exec(
          connection,
          "CREATE TABLE t(x)",
          "WITH RECURSIVE i(v) AS (SELECT 1 UNION ALL SELECT v+1 FROM i WHERE v<30)"
              + " INSERT INTO t SELECT randomblob(3000) FROM i");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"full", "relaxed"})
  void everyProcessGoesOnWhereTheOneBeforeEnded(String durability) throws Exception {
    Path file = directory.resolve("m.bin");
    String url = Urls.of(file) + "?durability=" + durability;
    fill(url);
    Path copy = Files.copy(file, directory.resolve("copy.bin"));
    long expected;
    long size;
    try (IcSqliteConnection oneGo = open(Urls.of(copy))) {
      expected = oneGo.refreshChecksum();
      size = oneGo.checksumState().databaseBytes();
    }
    int children = (int) ((size + CHUNK - 1) / CHUNK);
    assertTrue(children >= 4, "chunks: " + children);
    for (int child = 1; child < children; child++) {
      String said = child(url, false);
      assertTrue(
          said.matches(
              "ChecksumProgress\\[complete=false, checksum=-?\\d+, scannedBytes="
                  + child * CHUNK
                  + ", databaseBytes="
                  + size
                  + "]"),
          said);
    }
    assertEquals(new ChecksumProgress(true, expected, size, size).toString(), child(url, false));
    try (IcSqliteConnection connection = open(Urls.of(file))) {
      assertEquals(ChecksumVerification.Outcome.MATCH, connection.verifyChecksum().outcome());
      assertEquals(expected, connection.checksumState().checksum());
    }
    // Closed cleanly, the file is what one go gives, to the byte.
    assertEquals(-1, Files.mismatch(copy, file));
  }

  @Test
  void aProcessThatEndsInsideAChunkLeavesTheOneBefore() throws Exception {
    String url = Urls.of(directory.resolve("m.bin"));
    fill(url);
    child(url, false);
    assertEquals("inside", child(url, true));
    try (IcSqliteConnection connection = open(url)) {
      ChecksumState state = connection.checksumState();
      assertTrue(state.stale() && state.refreshing(), state.toString());
      assertEquals(CHUNK, state.refreshedBytes());
      assertEquals(2 * CHUNK, connection.refreshChecksumChunk(CHUNK).scannedBytes());
    }
  }
}
