package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.icsqlite.natives.StackHeadroom;
import org.junit.jupiter.api.Test;

class StackHeadroomTest {

  private static final int STACK_BYTES = 1 << 20;

  /** What 400 small frames took once they were compiled, which was found to be enough. */
  private static final int ENOUGH_BYTES = 20 << 10;

  private int depth;

  @Test
  void itOverflowsWhileThereIsRoomForACallIntoSqlite() throws InterruptedException {
    for (int i = 0; i < 20_000; i++) {
      StackHeadroom.require();
      deepest(20, false);
    }
    long unprobed = Math.min(deepestOfThread(false), deepestOfThread(false));
    long probed = deepestOfThread(true);
    unprobed = Math.min(unprobed, deepestOfThread(false));
    long kept = (unprobed - probed) * STACK_BYTES / unprobed;
    assertTrue(kept >= ENOUGH_BYTES, kept + " bytes of the stack are left");
  }

  private int deepestOfThread(boolean probing) throws InterruptedException {
    int[] found = new int[1];
    Thread thread =
        new Thread(
            null, () -> found[0] = deepest(Integer.MAX_VALUE, probing), "deepest", STACK_BYTES);
    thread.start();
    thread.join();
    return found[0];
  }

  /** How many frames fit on this stack, at most {@code limit}. */
  private int deepest(int limit, boolean probing) {
    depth = 0;
    try {
      descend(limit, probing);
    } catch (StackOverflowError e) {
      return depth;
    }
    return depth;
  }

  private long descend(int left, boolean probing) {
    if (left == 0) {
      return 0;
    }
    if (probing) {
      StackHeadroom.require();
    }
    depth++;
    return descend(left - 1, probing) + 1;
  }
}
