package org.icsqlite.compat;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Random;
import org.icsqlite.image.ChecksumProgress;
import org.icsqlite.image.ChecksumVerification;
import org.icsqlite.jdbc.IcSqliteConnection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Refreshes of the checksum that the crate and this driver share. */
class ChecksumExchangeTest {
  private static final int ID = 120;

  private static RustPeer peer;

  @TempDir Path directory;
  private Path image;

  @BeforeAll
  static void startPeer() throws IOException {
    peer = RustPeer.start();
  }

  @AfterAll
  static void stopPeer() throws IOException {
    if (peer != null) {
      peer.close();
    }
  }

  @BeforeEach
  void write() throws Exception {
    image = directory.resolve("image.bin");
    peer.create(image, 1, ID);
    peer.workload(image, ID, 71, 30);
  }

  private ChecksumProgress here(long bytes) throws SQLException {
    try (JdbcImage opened = JdbcImage.update(image, ID)) {
      return opened.connection().unwrap(IcSqliteConnection.class).refreshChecksumChunk(bytes);
    }
  }

  private ChecksumProgress there(long bytes) throws RustPeer.Refused {
    return peer.refreshChecksumChunk(image, ID, bytes);
  }

  private long refreshHere() throws SQLException {
    try (JdbcImage opened = JdbcImage.update(image, ID)) {
      return opened.connection().unwrap(IcSqliteConnection.class).refreshChecksum();
    }
  }

  private ChecksumVerification verifyHere() throws SQLException {
    try (JdbcImage opened = JdbcImage.query(image, ID)) {
      return opened.connection().unwrap(IcSqliteConnection.class).verifyChecksum();
    }
  }

  private void assertStored(long checksum) throws Exception {
    assertEquals(checksum, peer.checksum(image, ID));
    RawImage.Database raw = RawImage.read(image).database(ID);
    assertEquals(checksum, raw.storedChecksum());
    assertEquals(checksum, raw.checksum());
    assertEquals(0, raw.flags());
    assertEquals(ChecksumVerification.Outcome.MATCH, verifyHere().outcome());
  }

  @Test
  void aRefreshBegunByTheCrateIsFinishedHere() throws Exception {
    ChecksumProgress half = there(50_000);
    assertEquals(50_000, half.scannedBytes());
    assertEquals(50_001, here(1).scannedBytes());
    ChecksumProgress last = here(Long.MAX_VALUE);
    assertEquals(true, last.complete());
    assertStored(last.checksum());
  }

  @Test
  void aRefreshBegunHereIsFinishedByTheCrate() throws Exception {
    ChecksumProgress half = here(50_000);
    assertEquals(50_000, half.scannedBytes());
    assertEquals(50_001, there(1).scannedBytes());
    ChecksumProgress last = there(Long.MAX_VALUE);
    assertEquals(true, last.complete());
    assertStored(last.checksum());
  }

  @ParameterizedTest
  @ValueSource(longs = {81, 82, 83})
  void chunksOfRandomSizesByEitherSideGiveTheChecksumOfOneGo(long seed) throws Exception {
    Random random = new Random(seed);
    long expected = peer.checksum(image, ID);
    ChecksumProgress progress;
    do {
      long bytes = 1L + random.nextInt(100_000);
      progress = random.nextBoolean() ? here(bytes) : there(bytes);
    } while (!progress.complete());
    assertEquals(expected, progress.checksum());
    assertStored(expected);
  }

  @Test
  void theSameStepsGiveTheSameBytesOnBothSides() throws Exception {
    byte[] begun = Files.readAllBytes(image);
    for (long bytes : new long[] {64, 16_384, 20_000, Long.MAX_VALUE}) {
      Files.write(image, begun);
      ChecksumProgress ours = here(bytes);
      byte[] oursBytes = Files.readAllBytes(image);
      Files.write(image, begun);
      assertEquals(there(bytes), ours);
      assertArrayEquals(Files.readAllBytes(image), oursBytes);
      begun = oursBytes;
    }
    // And once more from a clean image.
    Files.write(image, begun);
    here(64);
    byte[] oursBytes = Files.readAllBytes(image);
    Files.write(image, begun);
    there(64);
    assertArrayEquals(Files.readAllBytes(image), oursBytes);
  }

  @Test
  void anUpdateOfEitherSideEndsTheRefreshOfTheOther() throws Exception {
    there(50_000);
    try (JdbcImage opened = JdbcImage.update(image, ID)) {
      opened.execute(List.of("CREATE TABLE here(a)"));
    }
    assertEquals(RawImage.Database.CHECKSUM_STALE, RawImage.read(image).database(ID).flags());
    assertEquals(10, there(10).scannedBytes());
    assertEquals(20, here(10).scannedBytes());
    peer.exec(image, ID, "CREATE TABLE there(a)");
    assertEquals(10, here(10).scannedBytes());
    assertStored(refreshHere());
  }

  @Test
  void aRefreshOfTheCrateIsVerifiedHereAndTheOtherWayRound() throws Exception {
    assertStored(peer.refreshChecksum(image, ID));
    peer.exec(image, ID, "CREATE TABLE more(a)");
    assertEquals(ChecksumVerification.Outcome.NOT_CURRENT, verifyHere().outcome());
    assertStored(refreshHere());
  }

  @Test
  void anEmptyChunkIsRefusedInTheSameWords() {
    RustPeer.Refused refused = assertThrows(RustPeer.Refused.class, () -> there(0));
    SQLException here = assertThrows(SQLException.class, () -> here(0));
    assertEquals(refused.getMessage(), "stable memory error: " + here.getMessage());
  }
}
