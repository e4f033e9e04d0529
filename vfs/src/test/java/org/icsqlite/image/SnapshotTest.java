package org.icsqlite.image;

import static org.icsqlite.image.TestImages.ID;
import static org.icsqlite.image.TestImages.PAGE;
import static org.icsqlite.image.TestImages.bytes;
import static org.icsqlite.image.TestImages.filled;
import static org.icsqlite.image.TestImages.fresh;
import static org.icsqlite.image.TestImages.update;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.icsqlite.memory.Durability;
import org.icsqlite.memory.FileOptions;
import org.icsqlite.memory.FileStableMemory;
import org.icsqlite.memory.HeapStableMemory;
import org.icsqlite.memory.MemoryManager;
import org.icsqlite.memory.Message;
import org.icsqlite.memory.PendingCommit;
import org.icsqlite.memory.StableMemory;
import org.icsqlite.memory.StableMemoryException;
import org.icsqlite.memory.StableMemoryException.Kind;
import org.icsqlite.storage.StorageFile;
import org.icsqlite.testing.ForwardingFile;
import org.icsqlite.testing.ForwardingMemory;
import org.icsqlite.testing.ForwardingStorage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SnapshotTest {

  private static final int PAGES = 8;

  /** Calls back around the commits of another memory. */
  private static final class ObservedMemory extends ForwardingMemory {
    private Runnable beforeSubmit = () -> {};

    ObservedMemory() {
      super(new HeapStableMemory());
    }

    @Override
    public PendingCommit submit(Message message) {
      beforeSubmit.run();
      return super.submit(message);
    }
  }

  private static void fill(DatabaseImage image, int value) {
    update(image, overlay -> overlay.write(0, filled(PAGES * PAGE, value), PAGES * PAGE));
  }

  @Test
  void aSnapshotKeepsItsBytesWhileLaterCommitsOverwriteCutAndRegrow() {
    DatabaseImage image = fresh();
    fill(image, 1);
    Snapshot one = image.snapshot();
    fill(image, 2);
    Snapshot two = image.snapshot();
    update(image, overlay -> overlay.truncate(PAGE + 5));
    Snapshot cut = image.snapshot();
    update(image, overlay -> overlay.write(3 * PAGE, filled(10, 9), 10));
    assertArrayEquals(filled(PAGES * PAGE, 1), bytes(one));
    assertArrayEquals(filled(PAGES * PAGE, 2), bytes(two));
    assertArrayEquals(filled(PAGE + 5, 2), bytes(cut));
    assertEquals(List.of(2L, 3L, 4L), List.of(one.version(), two.version(), cut.version()));
    one.close();
    assertArrayEquals(filled(PAGES * PAGE, 2), bytes(two));
    two.close();
    assertArrayEquals(filled(PAGE + 5, 2), bytes(cut));
    cut.close();
    assertEquals(0, image.openSnapshots());
    assertEquals(0, image.preImageBytes());
  }

  @Test
  void preImagesAreKeptOncePerPageAndDroppedWithTheLastReaderThatNeedsThem() {
    DatabaseImage image = fresh();
    fill(image, 1);
    Snapshot old = image.snapshot();
    fill(image, 2);
    fill(image, 3);
    fill(image, 4);
    // Nobody can see versions 3 and 4; their bodies need not be kept.
    assertEquals(PAGES * PAGE, image.preImageBytes());
    Snapshot newer = image.snapshot();
    fill(image, 5);
    assertEquals(2 * PAGES * PAGE, image.preImageBytes());
    Snapshot same = image.snapshot();
    old.close();
    old.close();
    assertEquals(PAGES * PAGE, image.preImageBytes());
    assertEquals(2, image.openSnapshots());
    assertArrayEquals(filled(PAGES * PAGE, 4), bytes(newer));
    newer.close();
    assertEquals(0, image.preImageBytes());
    same.close();
  }

  @Test
  void aReaderBetweenTwoOthersIsClosedFirst() {
    DatabaseImage image = fresh();
    fill(image, 1);
    Snapshot first = image.snapshot();
    fill(image, 2);
    Snapshot middle = image.snapshot();
    fill(image, 3);
    Snapshot last = image.snapshot();
    fill(image, 4);
    assertEquals(3 * PAGES * PAGE, image.preImageBytes());
    middle.close();
    assertEquals(2 * PAGES * PAGE, image.preImageBytes());
    assertArrayEquals(filled(PAGES * PAGE, 1), bytes(first));
    assertArrayEquals(filled(PAGES * PAGE, 3), bytes(last));
    last.close();
    assertEquals(PAGES * PAGE, image.preImageBytes());
    assertArrayEquals(filled(PAGES * PAGE, 1), bytes(first));
    first.close();
    assertEquals(0, image.preImageBytes());
  }

  @Test
  void aPageThatNoSnapshotCanSeeIsNotKept() {
    DatabaseImage image = fresh();
    try (Snapshot empty = image.snapshot()) {
      fill(image, 1);
      assertEquals(0, image.preImageBytes());
      fill(image, 2);
      assertEquals(0, image.preImageBytes());
      assertEquals(0, bytes(empty).length);
    }
  }

  @Test
  void aClosedSnapshotSaysSo() {
    DatabaseImage image = fresh();
    Snapshot snapshot = image.snapshot();
    snapshot.close();
    assertEquals(
        Kind.CLOSED,
        assertThrows(StableMemoryException.class, () -> snapshot.read(0, new byte[1], 1)).kind());
  }

  @Test
  void readsAreShortOnlyAtTheEnd() {
    DatabaseImage image = fresh();
    update(image, overlay -> overlay.write(0, filled(PAGE + 10, 3), PAGE + 10));
    try (Snapshot snapshot = image.snapshot()) {
      byte[] target = new byte[100];
      assertEquals(100, snapshot.read(PAGE - 90, target, 100));
      assertEquals(10, snapshot.read(PAGE, target, 100));
      assertEquals(0, snapshot.read(PAGE + 10, target, 100));
      assertEquals(0, snapshot.read(Long.MAX_VALUE, target, 100));
    }
  }

  @Test
  void readersSeeTheOldVersionUntilTheNewOneIsOnDiskAndTheirOwnWhileItIsOverwritten(
      @TempDir Path directory) {
    ObservedStorage storage = new ObservedStorage();
    Path path = directory.resolve("m.bin");
    try (FileStableMemory memory =
        FileStableMemory.open(path, FileStableMemory.Mode.CREATE, FileOptions.DEFAULT, storage)) {
      DatabaseImage image = DatabaseImage.openOrCreate(MemoryManager.open(memory, 1), ID);
      fill(image, 1);
      byte[] old = filled(PAGES * PAGE, 1);
      Snapshot before = image.snapshot();
      List<String> seen = new ArrayList<>();
      List<Snapshot> during = new ArrayList<>();
      storage.logSynced =
          () -> {
            Snapshot snapshot = image.snapshot();
            during.add(snapshot);
            assertArrayEquals(old, bytes(snapshot));
            assertArrayEquals(old, bytes(before));
            int written = image.version() == 3 ? 2 : 1;
            try (Snapshot newest = image.newestSnapshot()) {
              assertArrayEquals(filled(PAGES * PAGE, written), bytes(newest));
            }
            seen.add("sync " + snapshot.version() + " of " + image.version());
          };
      storage.fileWritten =
          () -> {
            assertArrayEquals(old, bytes(before));
            assertArrayEquals(filled(PAGES * PAGE, 2), bytes(image));
            seen.add("write " + image.visibleVersion());
          };
      fill(image, 2);
      // One before may come from making the log longer.
      assertTrue(seen.contains("sync 2 of 3"), seen.toString());
      assertTrue(seen.stream().allMatch(one -> one.startsWith("sync 2")), seen.toString());
      storage.logSynced = () -> {};
      memory.checkpoint();
      assertTrue(seen.contains("write 3"), seen.toString());
      for (Snapshot snapshot : during) {
        assertArrayEquals(old, bytes(snapshot));
        snapshot.close();
      }
      assertArrayEquals(old, bytes(before));
      before.close();
      assertEquals(0, image.preImageBytes());
      assertArrayEquals(filled(PAGES * PAGE, 2), bytes(image));
    }
  }

  /** Looks in when the redo log is about to be synced and when the file was written in place. */
  private static final class ObservedStorage extends ForwardingStorage {
    Runnable logSynced = () -> {};
    Runnable fileWritten = () -> {};

    @Override
    protected StorageFile wrap(Path path, StorageFile file) {
      boolean log = path.getFileName().toString().contains("-redo");
      return new ForwardingFile(file) {
        @Override
        public void sync() throws IOException {
          if (log) {
            logSynced.run();
          }
          super.sync();
        }

        @Override
        public void write(long offset, byte[] bytes, int position, int length) throws IOException {
          super.write(offset, bytes, position, length);
          if (!log) {
            fileWritten.run();
          }
        }
      };
    }
  }

  @Test
  void aCommitThatTheMemoryRefusesLeavesNoTrace() {
    ObservedMemory memory = new ObservedMemory();
    DatabaseImage image = DatabaseImage.openOrCreate(MemoryManager.open(memory, 1), ID);
    fill(image, 1);
    Superblock block = image.superblock();
    try (Snapshot snapshot = image.snapshot()) {
      memory.beforeSubmit =
          () -> {
            throw new StableMemoryException(Kind.IO_ERROR, "disk full");
          };
      assertEquals(
          "disk full",
          assertThrows(StableMemoryException.class, () -> fill(image, 2)).getMessage());
      assertEquals(block, image.superblock());
      assertEquals(snapshot.version(), image.version());
      assertEquals(1, image.openSnapshots());
      assertEquals(0, image.preImageBytes());
      assertArrayEquals(filled(PAGES * PAGE, 1), bytes(snapshot));
      memory.beforeSubmit = () -> {};
      fill(image, 3);
      assertArrayEquals(filled(PAGES * PAGE, 1), bytes(snapshot));
    }
    assertArrayEquals(filled(PAGES * PAGE, 3), bytes(image));
  }

  @Test
  void readersBesideAWriterNeverSeeHalfACommitInTheHeap() throws Exception {
    readersBesideAWriter(new HeapStableMemory(), 1500);
  }

  @ParameterizedTest
  @EnumSource
  void readersBesideAWriterNeverSeeHalfACommitInAFile(
      Durability durability, @TempDir Path directory) throws Exception {
    try (FileStableMemory memory =
        FileStableMemory.open(
            directory.resolve("m.bin"),
            FileStableMemory.Mode.CREATE,
            FileOptions.DEFAULT.with(durability))) {
      readersBesideAWriter(memory, 500);
    }
  }

  private static void readersBesideAWriter(StableMemory memory, int commits) throws Exception {
    DatabaseImage image = DatabaseImage.openOrCreate(MemoryManager.open(memory, 1), ID);
    fill(image, 0);
    AtomicBoolean done = new AtomicBoolean();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    CountDownLatch started = new CountDownLatch(2);
    List<Thread> readers = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      Thread reader =
          new Thread(
              () -> {
                try {
                  do {
                    try (Snapshot snapshot = image.snapshot()) {
                      byte[] bytes = bytes(snapshot);
                      assertArrayEquals(filled(bytes.length, bytes[0]), bytes);
                      assertEquals((byte) (snapshot.version() - 2), bytes[0]);
                    }
                    started.countDown();
                  } while (!done.get());
                } catch (Throwable e) {
                  failure.compareAndSet(null, e);
                  started.countDown();
                }
              });
      reader.start();
      readers.add(reader);
    }
    started.await();
    for (int value = 1; value <= commits; value++) {
      fill(image, value);
    }
    done.set(true);
    for (Thread reader : readers) {
      reader.join();
    }
    assertNull(failure.get());
    assertEquals(0, image.openSnapshots());
    assertEquals(0, image.preImageBytes());
  }
}
