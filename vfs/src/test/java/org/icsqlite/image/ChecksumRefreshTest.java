package org.icsqlite.image;

import static org.icsqlite.image.TestImages.PAGE;
import static org.icsqlite.image.TestImages.bytes;
import static org.icsqlite.image.TestImages.fresh;
import static org.icsqlite.image.TestImages.random;
import static org.icsqlite.image.TestImages.reopen;
import static org.icsqlite.image.TestImages.update;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.icsqlite.memory.HeapStableMemory;
import org.icsqlite.memory.MemoryManager;
import org.icsqlite.memory.StableMemoryException;
import org.icsqlite.memory.StableMemoryException.Kind;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The crate's tests of the checksum, and what goes beyond them. */
class ChecksumRefreshTest {

  private static final long STALE = Superblock.CHECKSUM_STALE;
  private static final long REFRESHING = Superblock.CHECKSUM_REFRESHING;

  private final HeapStableMemory memory = new HeapStableMemory();
  private final DatabaseImage image = fresh(memory, 1);
  private final ChecksumRefresh refresh = new ChecksumRefresh(image);

  @BeforeEach
  void write() {
    update(image, overlay -> overlay.write(0, random(5 * PAGE, 1), 5 * PAGE));
  }

  private long all() {
    ChecksumRefresh.Stored stored = refresh.all(ScanListener.NONE);
    stored.pending().await();
    assertTrue(stored.progress().complete());
    return stored.progress().checksum();
  }

  private ChecksumProgress chunk(long maximum) {
    ChecksumRefresh.Stored stored = refresh.chunk(maximum, ScanListener.NONE);
    stored.pending().await();
    return stored.progress();
  }

  private long toTheEnd(long maximum) {
    ChecksumProgress progress;
    do {
      progress = chunk(maximum);
    } while (!progress.complete());
    return progress.checksum();
  }

  private static Kind refused(Runnable work) {
    return assertThrows(StableMemoryException.class, work::run).kind();
  }

  /** What the file says, not what the heap remembers. */
  private Superblock stored() {
    return reopen(image).superblock();
  }

  @Test
  void aCommittedUpdateMarksTheChecksumStaleAndARefreshClearsThat() {
    long old = all();
    update(image, overlay -> overlay.write(10, new byte[] {1, 2, 3}, 3));
    Superblock block = stored();
    assertEquals(STALE, block.flags());
    assertEquals(2, block.lastTransactionId());
    assertEquals(old, block.checksum());
    long computed = image.checksum();
    assertEquals(STALE, stored().flags());
    assertNotEquals(old, computed);
    assertEquals(computed, all());
    assertEquals(0, stored().flags());
    assertEquals(computed, stored().checksum());
    assertEquals(2, stored().lastTransactionId());
  }

  @Test
  void aRefreshInChunksStoresTheChecksumOnlyWhenItIsComplete() {
    long old = all();
    update(image, overlay -> overlay.write(10, new byte[] {1, 2, 3}, 3));
    long expected = image.checksum();
    ChecksumProgress first = chunk(64);
    assertEquals(
        new ChecksumProgress(false, Fnv1a64.of(bytes(image), 0, 64), 64, 5L * PAGE), first);
    Superblock block = stored();
    assertEquals(STALE | REFRESHING, block.flags());
    assertEquals(old, block.checksum());
    assertEquals(64, block.refreshOffset());
    assertEquals(first.checksum(), block.refreshHash());
    assertEquals(2, block.refreshTransactionId());
    for (long scanned = 128; scanned < 5L * PAGE; scanned += 64) {
      ChecksumProgress next = chunk(64);
      assertEquals(scanned, next.scannedBytes());
      assertFalse(next.complete());
    }
    assertEquals(new ChecksumProgress(true, expected, 5L * PAGE, 5L * PAGE), chunk(64));
    block = stored();
    assertEquals(0, block.flags());
    assertEquals(expected, block.checksum());
    assertEquals(0, block.refreshOffset() | block.refreshHash() | block.refreshTransactionId());
  }

  @Test
  void everySizeOfChunkGivesTheSameChecksum() {
    long expected = image.checksum();
    for (long maximum : new long[] {1, 7, 64, 4096, 16384, 20480, Long.MAX_VALUE}) {
      assertEquals(expected, toTheEnd(maximum), "chunks of " + maximum);
      assertEquals(expected, stored().checksum());
      assertEquals(0, stored().flags());
    }
  }

  @Test
  void aCommittedUpdateEndsAnUnfinishedRefresh() {
    chunk(100);
    update(image, overlay -> overlay.write(10, new byte[] {1}, 1));
    Superblock block = stored();
    assertEquals(STALE, block.flags());
    assertEquals(0, block.refreshOffset() | block.refreshHash() | block.refreshTransactionId());
    assertEquals(100, chunk(100).scannedBytes());
    assertEquals(image.checksum(), toTheEnd(30_000));
  }

  @Test
  void anEmptyChunkIsRefusedAndChangesNothing() {
    byte[] before = memory.toBytes();
    StableMemoryException refused =
        assertThrows(StableMemoryException.class, () -> refresh.chunk(0, ScanListener.NONE));
    assertEquals(Kind.CHECKSUM_REFRESH_CHUNK_EMPTY, refused.kind());
    assertEquals("checksum refresh chunk size must be greater than zero", refused.getMessage());
    assertEquals(
        Kind.CHECKSUM_REFRESH_CHUNK_EMPTY, refused(() -> refresh.chunk(-1, ScanListener.NONE)));
    assertArrayEquals(before, memory.toBytes());
  }

  @Test
  void anUpdateThatDidNothingLeavesChecksumAndTransactionId() {
    long value = all();
    byte[] before = memory.toBytes();
    update(image, overlay -> {});
    assertArrayEquals(before, memory.toBytes());
    assertEquals(value, image.checksumState().checksum());
    assertEquals(0, image.superblock().flags());
    assertEquals(1, image.superblock().lastTransactionId());
  }

  @Test
  void aRefreshWritesTheSuperblockAlone() {
    update(image, overlay -> overlay.truncate(9L * PAGE));
    byte[] expected = memory.toBytes();
    for (long maximum : new long[] {5000, Long.MAX_VALUE}) {
      chunk(maximum);
      byte[] block = image.superblock().encode();
      System.arraycopy(block, 0, expected, 65536, block.length);
      assertArrayEquals(expected, memory.toBytes());
    }
    assertTrue(image.superblock().zeroExtents().count() > 0);
  }

  @Test
  void anUnknownFlagSurvivesARefresh() {
    byte[] raw = memory.toBytes();
    raw[65536 + 40 + 7] = (byte) 0x80;
    DatabaseImage odd = open(withMetaChecksum(raw));
    new ChecksumRefresh(odd).chunk(5, ScanListener.NONE);
    assertEquals(Long.MIN_VALUE | STALE | REFRESHING, odd.superblock().flags());
    new ChecksumRefresh(odd).all(ScanListener.NONE);
    assertEquals(Long.MIN_VALUE, reopen(odd).superblock().flags());
  }

  @Test
  void anEmptyDatabaseIsCompleteAtOnce() {
    DatabaseImage empty = fresh();
    assertFalse(empty.checksumState().current());
    assertEquals(
        ChecksumVerification.Outcome.NOT_CURRENT,
        empty.verifyChecksum(ScanListener.NONE).outcome());
    assertEquals(
        new ChecksumProgress(true, Fnv1a64.BASIS, 0, 0),
        new ChecksumRefresh(empty).chunk(1, ScanListener.NONE).progress());
    assertEquals(Fnv1a64.BASIS, reopen(empty).superblock().checksum());
    assertTrue(empty.checksumState().current());
  }

  @Test
  void aRefreshOfAnotherTransactionBeginsAnew() {
    chunk(1000);
    byte[] raw = memory.toBytes();
    raw[65536 + 104] = 7;
    DatabaseImage odd = open(withMetaChecksum(raw));
    assertEquals(7, odd.superblock().refreshTransactionId());
    ChecksumProgress progress = new ChecksumRefresh(odd).chunk(50, ScanListener.NONE).progress();
    assertEquals(50, progress.scannedBytes());
    assertEquals(1, odd.superblock().refreshTransactionId());
    assertEquals(
        image.checksum(),
        new ChecksumRefresh(odd).chunk(1 << 30, ScanListener.NONE).progress().checksum());
  }

  @ParameterizedTest
  @ValueSource(longs = {5L * PAGE + 1, Long.MAX_VALUE, -1})
  void aRefreshThatClaimsToBeBehindTheDatabaseBeginsAnew(long offset) {
    chunk(1000);
    byte[] raw = memory.toBytes();
    for (int i = 0; i < 8; i++) {
      raw[65536 + 88 + i] = (byte) (offset >>> (8 * i));
    }
    DatabaseImage odd = open(withMetaChecksum(raw));
    assertEquals(offset, odd.superblock().refreshOffset());
    assertEquals(
        new ChecksumProgress(true, image.checksum(), 5L * PAGE, 5L * PAGE),
        new ChecksumRefresh(odd).chunk(Long.MAX_VALUE, ScanListener.NONE).progress());
  }

  private static byte[] withMetaChecksum(byte[] raw) {
    int count = raw[65536 + 144];
    byte[] block = new byte[160 + 16 * count];
    System.arraycopy(raw, 65536, block, 0, block.length);
    Arrays.fill(block, 152, 160, (byte) 0);
    long sum = Fnv1a64.of(block, 0, block.length);
    for (int i = 0; i < 8; i++) {
      raw[65536 + 152 + i] = (byte) (sum >>> (8 * i));
    }
    return raw;
  }

  private static DatabaseImage open(byte[] raw) {
    return DatabaseImage.open(MemoryManager.open(HeapStableMemory.of(raw)), TestImages.ID);
  }

  @Test
  void aScanThatIsCancelledChangesNothing() {
    chunk(1000);
    byte[] before = memory.toBytes();
    assertThrows(CancellationException.class, () -> refresh.all((done, total) -> false));
    assertThrows(CancellationException.class, () -> refresh.chunk(1, (done, total) -> false));
    assertThrows(CancellationException.class, () -> image.verifyChecksum((done, total) -> false));
    Thread.currentThread().interrupt();
    assertThrows(CancellationException.class, this::all);
    assertTrue(Thread.interrupted());
    assertArrayEquals(before, memory.toBytes());
    assertEquals(1000, image.superblock().refreshOffset());
    assertEquals(0, image.openSnapshots());
  }

  @Test
  void theListenerSeesEveryMebibyteAndTheEnd() {
    int size = 5 << 19;
    update(image, overlay -> overlay.write(0, random(size, 2), size));
    List<Long> seen = new ArrayList<>();
    refresh.all(
        (done, total) -> {
          assertEquals(size, total);
          return seen.add(done);
        });
    assertEquals(List.of(1L << 20, 2L << 20, (long) size), seen);
    seen.clear();
    refresh.chunk(100, (done, total) -> seen.add(done));
    refresh.chunk(1 << 20, (done, total) -> seen.add(done));
    assertEquals(List.of(100L, 100L + (1 << 20)), seen);
  }

  @Test
  void snapshotsAndTransactionsOnThemDoNotNoticeARefresh() {
    try (Snapshot base = image.snapshot()) {
      byte[] content = bytes(base);
      Overlay overlay = image.beginUpdate(base);
      overlay.write(0, new byte[] {42}, 1);
      long value = all();
      assertArrayEquals(content, bytes(base));
      assertTrue(image.isCurrent(base));
      image.commit(overlay).snapshot().close();
      assertEquals(value, stored().checksum());
      assertEquals(STALE, stored().flags());
      assertEquals(3, image.version());
    }
    assertEquals(0, image.openSnapshots());
  }

  @Test
  void aCommitDuringTheScanMakesTheRefreshFailAndNothingIsStored() {
    assertEquals(
        Kind.SNAPSHOT_STALE,
        refused(
            () ->
                refresh.all(
                    (done, total) -> {
                      update(image, overlay -> overlay.write(0, new byte[] {9}, 1));
                      return true;
                    })));
    assertEquals(STALE, stored().flags());
    assertEquals(0, stored().checksum());
  }

  @Test
  void damageIsSeenOnlyWhereTheStoredChecksumIsCurrent() {
    assertEquals(
        ChecksumVerification.Outcome.NOT_CURRENT,
        image.verifyChecksum(ScanListener.NONE).outcome());
    long value = all();
    assertEquals(
        ChecksumVerification.Outcome.MATCH, image.verifyChecksum(ScanListener.NONE).outcome());
    byte[] raw = memory.toBytes();
    raw[65536 + 65536 + 3 * PAGE] ^= 1;
    ChecksumVerification damaged = open(raw).verifyChecksum(ScanListener.NONE);
    assertEquals(ChecksumVerification.Outcome.MISMATCH, damaged.outcome());
    assertEquals(value, damaged.state().checksum());
    assertNotEquals(value, damaged.computed());
  }

  @Test
  void anUnfinishedImportRefusesARefresh() {
    byte[] raw = memory.toBytes();
    raw[65536 + 40] |= (byte) Superblock.IMPORTING;
    DatabaseImage odd = open(withMetaChecksum(raw));
    assertEquals(
        Kind.IMPORT_ALREADY_STARTED,
        refused(() -> new ChecksumRefresh(odd).all(ScanListener.NONE)));
    assertEquals(
        Kind.IMPORT_ALREADY_STARTED,
        refused(() -> new ChecksumRefresh(odd).chunk(1, ScanListener.NONE)));
  }
}
