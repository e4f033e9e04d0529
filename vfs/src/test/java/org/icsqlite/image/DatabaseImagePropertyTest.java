package org.icsqlite.image;

import static org.icsqlite.image.TestImages.PAGE;
import static org.icsqlite.image.TestImages.bytes;
import static org.icsqlite.image.TestImages.random;
import static org.icsqlite.image.TestImages.reopen;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.Size;
import org.icsqlite.memory.HeapStableMemory;

/** The image against one byte array per version. */
class DatabaseImagePropertyTest {

  enum Kind {
    WRITE,
    WRITE_PAGE,
    TRUNCATE,
    COMMIT,
    ABANDON,
    REOPEN,
    OPEN_SNAPSHOT,
    CLOSE_SNAPSHOT
  }

  record Step(Kind kind, int offset, int length) {}

  /** A snapshot, and what it has to read as for as long as it is open. */
  private static final class Kept {
    final Snapshot snapshot;
    final byte[] expected;

    Kept(Snapshot snapshot, byte[] expected) {
      this.snapshot = snapshot;
      this.expected = expected;
    }
  }

  @Provide
  Arbitrary<Integer> bucketPages() {
    return Arbitraries.of(1, 2, 7, 128);
  }

  @Provide
  Arbitrary<Step> steps() {
    return Combinators.combine(
            Arbitraries.frequency(
                Tuple.of(8, Kind.WRITE),
                Tuple.of(6, Kind.WRITE_PAGE),
                Tuple.of(4, Kind.TRUNCATE),
                Tuple.of(6, Kind.COMMIT),
                Tuple.of(2, Kind.ABANDON),
                Tuple.of(1, Kind.REOPEN),
                Tuple.of(4, Kind.OPEN_SNAPSHOT),
                Tuple.of(4, Kind.CLOSE_SNAPSHOT)),
            Arbitraries.integers().between(0, 12 * PAGE),
            Arbitraries.integers().between(0, 3 * PAGE))
        .as(Step::new);
  }

  @Property(tries = 150)
  void theImageDoesWhatTheModelDoes(
      @ForAll("bucketPages") int bucketPages,
      @ForAll @Size(max = 60) List<@From("steps") Step> steps) {
    DatabaseImage image = TestImages.fresh(new HeapStableMemory(), bucketPages);
    byte[] committed = new byte[0];
    byte[] pending = committed;
    long transactions = 0;
    List<Kept> kept = new ArrayList<>();
    Snapshot base = image.snapshot();
    Overlay overlay = image.beginUpdate(base);
    int seed = 0;
    for (Step step : steps) {
      seed++;
      switch (step.kind()) {
        case WRITE, WRITE_PAGE -> {
          boolean page = step.kind() == Kind.WRITE_PAGE;
          int offset = page ? step.offset() / PAGE * PAGE : step.offset();
          byte[] written = random(page ? PAGE : step.length(), seed);
          overlay.write(offset, written, written.length);
          if (written.length > 0) {
            pending = Arrays.copyOf(pending, Math.max(pending.length, offset + written.length));
            System.arraycopy(written, 0, pending, offset, written.length);
          }
        }
        case TRUNCATE -> {
          int size = step.length() % 3 == 0 ? step.offset() / PAGE * PAGE : step.offset();
          overlay.truncate(size);
          pending = Arrays.copyOf(pending, size);
        }
        case COMMIT -> {
          transactions += overlay.isEmpty() ? 0 : 1;
          Snapshot next = image.commit(overlay).snapshot();
          base.close();
          base = next;
          committed = pending.clone();
          overlay = image.beginUpdate(base);
          checkCommitted(image, committed, transactions);
        }
        case ABANDON -> {
          overlay = image.beginUpdate(base);
          pending = committed.clone();
        }
        case REOPEN -> {
          kept.forEach(one -> one.snapshot.close());
          kept.clear();
          base.close();
          assertEquals(0, image.preImageBytes());
          image = reopen(image);
          base = image.snapshot();
          overlay = image.beginUpdate(base);
          pending = committed.clone();
          checkCommitted(image, committed, transactions);
        }
        case OPEN_SNAPSHOT -> kept.add(new Kept(image.snapshot(), committed.clone()));
        case CLOSE_SNAPSHOT -> {
          if (!kept.isEmpty()) {
            kept.remove(step.offset() % kept.size()).snapshot.close();
          }
        }
        default -> throw new IllegalStateException();
      }
      // The model's arrays are compared before they may be shared with a later step.
      pending = pending.clone();
      assertArrayEquals(pending, bytes(overlay));
      assertArrayEquals(committed, bytes(base));
      for (Kept one : kept) {
        assertArrayEquals(one.expected, bytes(one.snapshot));
      }
    }
    kept.forEach(one -> one.snapshot.close());
    base.close();
    assertEquals(0, image.openSnapshots());
    assertEquals(0, image.preImageBytes());
    checkCommitted(reopen(image), committed, transactions);
  }

  private static void checkCommitted(DatabaseImage image, byte[] expected, long transactions) {
    Superblock block = image.superblock();
    assertEquals(expected.length, block.databaseSize());
    assertEquals((expected.length + PAGE - 1) / PAGE, block.pageCount());
    assertEquals(transactions, block.lastTransactionId());
    assertEquals(Superblock.RESERVED_BYTES, block.baseOffset());
    assertEquals(Fnv1a64.of(expected, 0, expected.length), image.checksum());
    assertArrayEquals(expected, bytes(image));
  }
}
