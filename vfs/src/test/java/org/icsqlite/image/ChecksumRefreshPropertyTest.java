package org.icsqlite.image;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.icsqlite.memory.HeapStableMemory;
import org.icsqlite.memory.MemoryManager;

/** Random images, chunks and commits in any order, against the flags and fields of the format. */
class ChecksumRefreshPropertyTest {

  private static final int PAGE = TestImages.PAGE;
  private static final int MOST_BYTES = 6 * PAGE;

  private enum Kind {
    CHUNK,
    ALL,
    WRITE,
    TRUNCATE,
    NOTHING,
    REOPEN
  }

  /**
   * One thing to do.
   *
   * @param size of a chunk, an offset or a size
   */
  record Step(Kind kind, int size, int seed) {}

  /** The format's fields, and the bytes as they must be. */
  private static final class Model {
    byte[] content = {};
    boolean stale;
    boolean refreshing;
    int scanned;
    long hash;
    long checksum;
    long transactions;

    void committed() {
      stale = true;
      refreshing = false;
      scanned = 0;
      hash = 0;
      transactions++;
    }

    void chunk(long maximum) {
      if (!refreshing) {
        scanned = 0;
        hash = Fnv1a64.BASIS;
      }
      int end = (int) Math.min(content.length, scanned + maximum);
      for (; scanned < end; scanned++) {
        hash = (hash ^ (content[scanned] & 0xff)) * 0x100000001b3L;
      }
      refreshing = true;
      if (scanned == content.length) {
        checksum = hash;
        stale = false;
        refreshing = false;
        scanned = 0;
        hash = 0;
      }
    }

    void all() {
      refreshing = false;
      chunk(Long.MAX_VALUE);
    }
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    return Arbitraries.randomValue(ChecksumRefreshPropertyTest::step).list().ofMaxSize(30);
  }

  private static Step step(Random random) {
    Kind[] kinds = Kind.values();
    Kind kind = random.nextInt(2) == 0 ? Kind.CHUNK : kinds[random.nextInt(kinds.length)];
    int most = random.nextInt(3) == 0 ? 100 : MOST_BYTES;
    return new Step(kind, 1 + random.nextInt(most), random.nextInt());
  }

  @Property(tries = 200)
  void checksumAndFlagsFollowTheFormat(@ForAll("steps") List<Step> steps) {
    HeapStableMemory memory = new HeapStableMemory();
    DatabaseImage image = TestImages.fresh(memory, 1);
    Model model = new Model();
    for (Step step : steps) {
      switch (step.kind()) {
        case CHUNK -> {
          ChecksumProgress progress =
              new ChecksumRefresh(image).chunk(step.size(), ScanListener.NONE).progress();
          model.chunk(step.size());
          assertEquals(!model.refreshing, progress.complete());
          assertEquals(
              model.refreshing ? model.scanned : model.content.length, progress.scannedBytes());
          assertEquals(model.refreshing ? model.hash : model.checksum, progress.checksum());
        }
        case ALL -> {
          model.all();
          assertEquals(
              model.checksum,
              new ChecksumRefresh(image).all(ScanListener.NONE).progress().checksum());
        }
        case WRITE -> {
          byte[] bytes = TestImages.random(1 + Math.floorMod(step.seed(), PAGE), step.seed());
          TestImages.update(image, overlay -> overlay.write(step.size(), bytes, bytes.length));
          int end = Math.max(model.content.length, step.size() + bytes.length);
          model.content = Arrays.copyOf(model.content, end);
          System.arraycopy(bytes, 0, model.content, step.size(), bytes.length);
          model.committed();
        }
        case TRUNCATE -> {
          int size = step.size() / PAGE * PAGE;
          TestImages.update(image, overlay -> overlay.truncate(size));
          if (size != model.content.length) {
            model.content = Arrays.copyOf(model.content, size);
            model.committed();
          }
        }
        case NOTHING -> TestImages.update(image, overlay -> {});
        case REOPEN -> image = DatabaseImage.open(MemoryManager.open(memory), TestImages.ID);
      }
      check(model, image.superblock());
      check(model, TestImages.reopen(image).superblock());
    }
    assertArrayEquals(model.content, TestImages.bytes(image));
    assertEquals(
        Fnv1a64.of(model.content, 0, model.content.length),
        new ChecksumRefresh(image).all(ScanListener.NONE).progress().checksum());
    assertEquals(
        ChecksumVerification.Outcome.MATCH,
        TestImages.reopen(image).verifyChecksum(ScanListener.NONE).outcome());
  }

  private static void check(Model model, Superblock block) {
    assertEquals((model.stale ? 2 : 0) | (model.refreshing ? 4 : 0), block.flags());
    assertEquals(model.checksum, block.checksum());
    assertEquals(model.refreshing ? model.scanned : 0, block.refreshOffset());
    assertEquals(model.refreshing ? model.hash : 0, block.refreshHash());
    assertEquals(model.refreshing ? model.transactions : 0, block.refreshTransactionId());
    assertEquals(model.transactions, block.lastTransactionId());
    assertEquals(model.content.length, block.databaseSize());
  }
}
