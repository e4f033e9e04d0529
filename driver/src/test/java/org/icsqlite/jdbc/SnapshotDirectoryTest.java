package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.icsqlite.vfs.Engines;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A canister snapshot: the memory opens by its directory, and the metadata follows its growth. */
class SnapshotDirectoryTest {

  @TempDir Path directory;
  private Path memory;
  private Path metadata;
  private long size;

  @BeforeEach
  void create() throws Exception {
    memory = directory.resolve("stable_memory.bin");
    metadata = directory.resolve("metadata.json");
    try (Connection connection = Urls.open(Urls.of(memory) + "?bucket_pages=1")) {
      Urls.exec(connection, "CREATE TABLE t(x)");
    }
    size = Files.size(memory);
  }

  private void grow() throws SQLException {
    try (Connection connection = Urls.open(Urls.of(directory))) {
      Urls.exec(connection, "INSERT INTO t VALUES(zeroblob(1000000))");
    }
  }

  private void use() throws SQLException {
    try (Connection connection = Urls.open(Urls.of(directory))) {
      Urls.exec(connection, "INSERT INTO t VALUES(1)");
    }
  }

  @Test
  void theSizeIsRaisedAndEveryOtherFieldKept() throws Exception {
    String others = ",\"a\":[18446744073709551615,null,\"<x>\"],\"e\":1e3}";
    Files.writeString(metadata, "{\"z\":1.50,\"stable_memory_size\":" + size + others);
    Files.setPosixFilePermissions(metadata, PosixFilePermissions.fromString("rw-r--r--"));
    grow();
    assertTrue(Files.size(memory) > size);
    assertEquals(
        "{\"z\":1.50,\"stable_memory_size\":" + Files.size(memory) + others,
        Files.readString(metadata).replaceAll("\\s", ""));
    assertEquals(
        "rw-r--r--", PosixFilePermissions.toString(Files.getPosixFilePermissions(metadata)));
    try (var files = Files.list(directory)) {
      assertEquals(2, files.count(), "nothing else lies in the directory");
    }
  }

  @Test
  void aSizeThatIsLargeEnoughIsLeftAlone() throws Exception {
    for (String number : new String[] {"1e19", "18446744073709551615", "" + (size + 100_000_000)}) {
      String text = "{\"stable_memory_size\":" + number + "}";
      Files.writeString(metadata, text);
      grow();
      assertEquals(text, Files.readString(metadata));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "not JSON", "[]", "{}", "{\"name\":\"of something else\"}"})
  void metadataOfSomethingElseIsLeftAlone(String text) throws Exception {
    Files.writeString(metadata, text);
    grow();
    assertTrue(Files.size(memory) > size);
    assertEquals(text, Files.readString(metadata));
  }

  @Test
  void manyConnectionsThatGrowAndCloseAtOnceLeaveTheSizeOfTheFile() throws Exception {
    Files.writeString(metadata, "{\"stable_memory_size\":" + size + "}");
    int threads = 8;
    CyclicBarrier barrier = new CyclicBarrier(threads);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<Void>> runs = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        runs.add(
            pool.submit(
                () -> {
                  for (int round = 0; round < 6; round++) {
                    try (Connection connection = Urls.open(Urls.of(directory))) {
                      Urls.exec(connection, "INSERT INTO t VALUES(zeroblob(200000))");
                      barrier.await();
                    }
                    barrier.await();
                    assertEquals(
                        "{\"stable_memory_size\":" + Files.size(memory) + "}",
                        Files.readString(metadata).replaceAll("\\s", ""));
                    barrier.await();
                  }
                  return null;
                }));
      }
      for (Future<Void> run : runs) {
        run.get(2, TimeUnit.MINUTES);
      }
    } finally {
      pool.shutdownNow();
    }
    try (var files = Files.list(directory)) {
      assertEquals(2, files.count(), "nothing else lies in the directory");
    }
  }

  @Test
  void metadataThatCannotBeRaisedKeepsNothingOpen() throws Exception {
    Files.writeString(metadata, "{\"stable_memory_size\":\"abc\"}");
    int open = Engines.open();
    SQLException refused = assertThrows(SQLException.class, this::grow);
    assertEquals("58030", refused.getSQLState());
    assertEquals(open, Engines.open(), "the engine is closed all the same");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"stable_memory_size\":1",
        "{\"stable_memory_size\":\"abc\"}",
        "{\"stable_memory_size\":true}",
        "{\"stable_memory_size\":null}"
      })
  void metadataThatCannotBeRaisedIsAnErrorWhenTheMemoryGrewAndOnlyThen(String text)
      throws Exception {
    Files.writeString(metadata, text);
    use();
    SQLException refused = assertThrows(SQLException.class, this::grow);
    assertEquals("58030", refused.getSQLState());
    assertTrue(refused.getMessage().contains("set it to the size of"), refused.getMessage());
    assertEquals(text, Files.readString(metadata));
    try (Connection connection = Urls.open(Urls.of(directory) + "?mode=query")) {
      assertEquals(2, Urls.number(connection, "SELECT count(*) FROM t"));
    }
  }

  @Test
  void aDirectoryWithoutAMemoryIsNoSnapshotAndStaysEmpty() throws Exception {
    Path other = Files.createDirectory(directory.resolve("other"));
    for (String query : List.of("", "?mode=query", "?create=false")) {
      SQLException refused =
          assertThrows(SQLException.class, () -> Urls.open(Urls.of(other) + query));
      assertEquals("08001", refused.getSQLState());
      String reason = other + " is a directory without stable_memory.bin";
      assertTrue(refused.getMessage().contains(reason), refused.getMessage());
    }
    try (var files = Files.list(other)) {
      assertEquals(0, files.count());
    }
  }

  @Test
  void aQueryLeavesTheMetadataAlone() throws Exception {
    Files.writeString(metadata, "{\"stable_memory_size\":1}");
    try (Connection connection = Urls.open(Urls.of(directory) + "?mode=query")) {
      assertEquals(0, Urls.number(connection, "SELECT count(*) FROM t"));
    }
    assertEquals("{\"stable_memory_size\":1}", Files.readString(metadata));
  }
}
