package org.icsqlite.image;

import java.util.Arrays;
import java.util.Random;
import org.icsqlite.memory.HeapStableMemory;
import org.icsqlite.memory.MemoryManager;

/** Shared set-up of the image tests. */
final class TestImages {

  static final int PAGE = 16384;
  static final int ID = 120;

  private TestImages() {}

  static DatabaseImage fresh(HeapStableMemory memory, int bucketPages) {
    return DatabaseImage.openOrCreate(MemoryManager.open(memory, bucketPages), ID);
  }

  static DatabaseImage fresh() {
    return fresh(new HeapStableMemory(), 1);
  }

  static DatabaseImage reopen(DatabaseImage image) {
    return DatabaseImage.open(
        MemoryManager.open(image.memory().manager().backing()), image.memoryId());
  }

  static byte[] filled(int length, int value) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) value);
    return bytes;
  }

  static byte[] random(int length, int seed) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  /** Something to do in a transaction. */
  interface Work {
    void on(Overlay overlay);
  }

  /** One committed transaction; nothing of it stays open. */
  static void update(DatabaseImage image, Work work) {
    try (Snapshot base = image.snapshot()) {
      Overlay overlay = image.beginUpdate(base);
      work.on(overlay);
      DatabaseImage.Committed committed = image.commit(overlay);
      committed.snapshot().close();
      committed.pending().await();
    }
  }

  static byte[] bytes(Snapshot snapshot) {
    byte[] bytes = new byte[Math.toIntExact(snapshot.size())];
    int read = snapshot.read(0, bytes, bytes.length);
    if (read != bytes.length) {
      throw new AssertionError("read " + read + " of " + bytes.length);
    }
    return bytes;
  }

  static byte[] bytes(DatabaseImage image) {
    try (Snapshot snapshot = image.snapshot()) {
      return bytes(snapshot);
    }
  }

  static byte[] bytes(Overlay overlay) {
    byte[] bytes = new byte[Math.toIntExact(overlay.size())];
    int read = overlay.read(0, bytes, bytes.length);
    if (read != bytes.length) {
      throw new AssertionError("read " + read + " of " + bytes.length);
    }
    return bytes;
  }
}
