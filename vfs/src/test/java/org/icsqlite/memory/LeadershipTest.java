package org.icsqlite.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LeadershipTest {

  private final Leadership leadership = new Leadership();

  /** A thread that asks, and has come as far as waiting when this returns. */
  private Thread asking(Runnable asks) {
    Thread thread = new Thread(asks, "asks");
    thread.start();
    while (LockSupport.getBlocker(thread) == null && thread.isAlive()) {
      Thread.onSpinWait();
    }
    return thread;
  }

  @Test
  void whoAsksForWhatIsDoneDoesNotLead() {
    assertTrue(leadership.takeUnlessReached(7));
    leadership.reach(7);
    leadership.release();
    assertFalse(leadership.takeUnlessReached(7));
    assertTrue(leadership.takeUnlessReached(8));
    assertEquals(7, leadership.reached());
  }

  @Test
  void workWakesThoseItServesAndLeavesTheOthersWaiting() throws Exception {
    leadership.take();
    BlockingQueue<String> ended = new LinkedBlockingQueue<>();
    List<Thread> threads = new ArrayList<>();
    for (long number : new long[] {9, 3, 5}) {
      threads.add(
          asking(() -> ended.add(number + (leadership.takeUnlessReached(number) ? " leads" : ""))));
    }
    leadership.reach(5);
    assertEquals(List.of("3", "5"), List.of(ended.take(), ended.take()).stream().sorted().toList());
    assertTrue(threads.get(0).isAlive());
    leadership.release();
    assertEquals("9 leads", ended.take());
  }

  @Test
  void leadershipGoesToTheOneThatHasWaitedLongest() throws Exception {
    leadership.take();
    BlockingQueue<Integer> order = new LinkedBlockingQueue<>();
    for (int i = 0; i < 4; i++) {
      int number = i;
      asking(
          () -> {
            leadership.take();
            order.add(number);
            leadership.release();
          });
    }
    leadership.release();
    for (int i = 0; i < 4; i++) {
      assertEquals(i, order.take());
    }
  }

  @Test
  void anInterruptEndsNoWaitAndIsKept() throws Exception {
    leadership.take();
    BlockingQueue<Boolean> interrupted = new LinkedBlockingQueue<>();
    Thread thread =
        asking(
            () -> {
              leadership.takeUnlessReached(1);
              interrupted.add(Thread.currentThread().isInterrupted());
            });
    thread.interrupt();
    while (thread.isInterrupted()) { // it has noticed
      Thread.onSpinWait();
    }
    assertTrue(interrupted.isEmpty());
    leadership.reach(1);
    assertTrue(interrupted.take());
  }

  /** As commits do: numbers are taken in order, and whoever leads serves all that were taken. */
  @Test
  void everybodyIsServedAndOneLeadsAtATime() throws Exception {
    int threads = 8;
    int rounds = 5_000;
    AtomicLong taken = new AtomicLong();
    AtomicInteger leaders = new AtomicInteger();
    Callable<Void> committing =
        () -> {
          for (int i = 0; i < rounds; i++) {
            if (i % 50 == 0) {
              leadership.take();
              work(leaders, taken);
            }
            long number = taken.incrementAndGet();
            while (leadership.reached() < number) {
              if (leadership.takeUnlessReached(number)) {
                work(leaders, taken);
              }
            }
          }
          return null;
        };
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<Void>> all = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        all.add(pool.submit(committing));
      }
      for (Future<Void> one : all) {
        requireEnd(one);
      }
    } finally {
      pool.shutdownNow();
    }
    assertEquals((long) threads * rounds, leadership.reached());
    assertTrue(leadership.takeUnlessReached(Long.MAX_VALUE), "nobody leads any more");
  }

  private static void requireEnd(Future<Void> future) throws Exception {
    try {
      future.get(50, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    }
  }

  private void work(AtomicInteger leaders, AtomicLong taken) {
    assertEquals(1, leaders.incrementAndGet());
    leadership.reach(taken.get());
    assertEquals(0, leaders.decrementAndGet());
    leadership.release();
  }
}
