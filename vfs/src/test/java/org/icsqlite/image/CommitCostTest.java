package org.icsqlite.image;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import org.icsqlite.memory.HeapStableMemory;
import org.icsqlite.memory.MemoryManager;
import org.junit.jupiter.api.Test;

class CommitCostTest {

  private static final int ROUNDS = 500;

  @Test
  void aCommitThatNobodyElseReadsTakesOneNewArrayForEachPage() {
    DatabaseImage image =
        DatabaseImage.openOrCreate(MemoryManager.open(new HeapStableMemory(), 1), 120);
    byte[] page = new byte[ImagePages.PAGE_BYTES];
    Arrays.fill(page, (byte) 7);
    commit(image, page);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < ROUNDS; i++) {
      commit(image, page);
    }
    long each = (threads.getCurrentThreadAllocatedBytes() - before) / ROUNDS;
    assertTrue(each < 3 * ImagePages.PAGE_BYTES, each + " bytes for two pages");
  }

  private static void commit(DatabaseImage image, byte[] page) {
    Overlay overlay = image.beginUpdate(image.snapshot());
    overlay.write(0, page, page.length);
    overlay.write(page.length, page, page.length);
    image.commit(overlay).snapshot().close();
  }
}
