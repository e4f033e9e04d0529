package org.icsqlite.vfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.icsqlite.vfs.WriterQueue.Outcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
class WriterQueueTest {

  private static final long LONG = TimeUnit.HOURS.toNanos(1);

  private final WriterQueue queue = new WriterQueue();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  private static boolean never() {
    return false;
  }

  private void awaitWaiting(int count) {
    while (queue.waits().waiting() != count) {
      LockSupport.parkNanos(20_000);
    }
  }

  private Future<Outcome> waiting(Object owner) {
    int before = queue.waits().waiting();
    Future<Outcome> outcome =
        threads.submit(() -> queue.acquire(owner, LONG, WriterQueueTest::never));
    awaitWaiting(before + 1);
    return outcome;
  }

  @Test
  void aFreeRightIsTakenAtOnceAndHeldByOne() {
    assertFalse(queue.taken());
    assertTrue(queue.acquireAtOnce("a"));
    assertTrue(queue.taken());
    assertTrue(queue.heldBy("a"));
    assertFalse(queue.heldBy("b"));
    assertFalse(queue.acquireAtOnce("b"));
    queue.release("b");
    assertTrue(queue.heldBy("a"), "only the holder lets go");
    queue.release("a");
    assertFalse(queue.taken());
    assertEquals(Outcome.ACQUIRED, queue.acquire("b", 0, WriterQueueTest::never));
    assertTrue(queue.heldBy("b"));
    assertEquals(new WriterQueue.Waits(0, 0, 0, 0, 0), queue.waits(), "nobody had to wait");
  }

  @Test
  void theRightGoesRoundInTheOrderOfAsking() throws Exception {
    assertTrue(queue.acquireAtOnce("holder"));
    List<Integer> order = new ArrayList<>(); // guarded by the right itself
    List<Future<?>> waiters = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Integer number = i;
      waiters.add(
          threads.submit(
              () -> {
                assertEquals(Outcome.ACQUIRED, queue.acquire(number, LONG, WriterQueueTest::never));
                order.add(number);
                queue.release(number);
                return null;
              }));
      awaitWaiting(i + 1);
    }
    queue.release("holder");
    for (Future<?> waiter : waiters) {
      waiter.get();
    }
    assertEquals(List.of(0, 1, 2, 3, 4, 5, 6, 7), order);
    assertFalse(queue.taken());
    WriterQueue.Waits waits = queue.waits();
    assertEquals(8, waits.waits());
    assertEquals(0, waits.timeouts());
    assertEquals(0, waits.waiting());
    assertTrue(waits.longestNanos() > 0 && waits.longestNanos() <= waits.totalNanos());
  }

  @Test
  void nobodyGetsInBetweenTheHolderAndTheHeadOfTheQueue() throws Exception {
    assertTrue(queue.acquireAtOnce("holder"));
    Future<Outcome> head = waiting("head");
    queue.release("holder");
    assertTrue(queue.heldBy("head"), "handed over before its thread has run");
    assertFalse(queue.acquireAtOnce("late"));
    assertEquals(Outcome.TIMED_OUT, queue.acquire("late", 0, WriterQueueTest::never));
    assertEquals(Outcome.ACQUIRED, head.get());
  }

  @Test
  void aWaitEndsWhenItsTimeIsOverAndLeavesTheQueue() throws Exception {
    assertTrue(queue.acquireAtOnce("holder"));
    long start = System.nanoTime();
    assertEquals(Outcome.TIMED_OUT, queue.acquire("a", 30_000_000, WriterQueueTest::never));
    assertTrue(System.nanoTime() - start >= 30_000_000);
    WriterQueue.Waits waits = queue.waits();
    assertEquals(1, waits.waits());
    assertEquals(1, waits.timeouts());
    assertEquals(0, waits.waiting());
    assertTrue(waits.totalNanos() >= 30_000_000);
    Future<Outcome> next = waiting("b");
    queue.release("holder");
    assertEquals(Outcome.ACQUIRED, next.get());
    assertTrue(queue.heldBy("b"));
  }

  @Test
  void aCancelledWaiterLeavesTheQueueAndTheOthersKeepTheirPlace() throws Exception {
    assertTrue(queue.acquireAtOnce("holder"));
    Future<Outcome> first = waiting("first");
    Future<Outcome> second = waiting("second");
    Future<Outcome> third = waiting("third");
    queue.cancel("second");
    assertEquals(2, queue.waits().waiting());
    assertEquals(Outcome.CANCELLED, second.get());
    queue.cancel("second");
    queue.cancel("holder");
    assertTrue(queue.heldBy("holder"), "a cancel ends waits, not transactions");
    queue.release("holder");
    assertEquals(Outcome.ACQUIRED, first.get());
    queue.cancel("first");
    assertTrue(queue.heldBy("first"));
    queue.release("first");
    assertEquals(Outcome.ACQUIRED, third.get());
    Future<Outcome> again = waiting("second");
    queue.release("third");
    assertEquals(Outcome.ACQUIRED, again.get(), "a cancel does not reach a later wait");
  }

  @Test
  void aCancellationBeforeTheWaitIsSeenWhenItBegins() {
    assertTrue(queue.acquireAtOnce("holder"));
    assertEquals(Outcome.CANCELLED, queue.acquire("a", LONG, () -> true));
    assertEquals(0, queue.waits().waiting());
    queue.release("holder");
    assertEquals(Outcome.ACQUIRED, queue.acquire("a", LONG, () -> true), "there was no wait");
  }

  @Test
  void anInterruptEndsTheWaitAndStaysSet() throws Exception {
    assertTrue(queue.acquireAtOnce("holder"));
    AtomicReference<Thread> thread = new AtomicReference<>();
    Future<Boolean> interrupted =
        threads.submit(
            () -> {
              thread.set(Thread.currentThread());
              assertEquals(Outcome.INTERRUPTED, queue.acquire("a", LONG, WriterQueueTest::never));
              return Thread.currentThread().isInterrupted();
            });
    awaitWaiting(1);
    thread.get().interrupt();
    assertTrue(interrupted.get());
    assertEquals(0, queue.waits().waiting());
  }

  @Test
  void anInterruptedThreadTakesWhatIsFreeButDoesNotWait() throws Exception {
    Callable<Boolean> tries =
        () -> {
          Thread.currentThread().interrupt();
          assertEquals(Outcome.ACQUIRED, queue.acquire("a", LONG, WriterQueueTest::never));
          assertEquals(Outcome.INTERRUPTED, queue.acquire("b", LONG, WriterQueueTest::never));
          return Thread.interrupted();
        };
    assertTrue(threads.submit(tries).get());
    assertTrue(queue.heldBy("a"));
  }

  @Test
  void theHolderIsDescribedByThreadAndAge() throws Exception {
    assertEquals("just released", queue.describeHolder());
    assertFalse(queue.heldByThisThread());
    assertTrue(queue.acquireAtOnce("a"));
    String here = Thread.currentThread().getName();
    assertTrue(queue.heldByThisThread());
    assertTrue(
        queue
            .describeHolder()
            .matches(
                "held for \\d+ ms by a transaction begun in this same thread \\Q" + here + "\\E"),
        queue.describeHolder());
    String elsewhere = threads.submit(queue::describeHolder).get();
    assertTrue(
        elsewhere.matches("held for \\d+ ms by a transaction begun in thread \\Q" + here + "\\E"),
        elsewhere);
    assertFalse(threads.submit(queue::heldByThisThread).get());
    CountDownLatch named = new CountDownLatch(1);
    Thread waiter =
        new Thread(
            () -> {
              queue.acquire("b", LONG, WriterQueueTest::never);
              named.countDown();
            },
            "worker-3");
    waiter.start();
    awaitWaiting(1);
    queue.release("a");
    assertTrue(
        queue.describeHolder().endsWith("thread worker-3"), "named after the one that waited");
    named.await();
    waiter.join();
  }

  /** A hand-over meets a time-out, a cancel and an interrupt at the same moment. */
  @Test
  void aHandOverThatRacesWithTheEndOfAWaitIsNeverLost() throws Exception {
    int handedOver = 0;
    int ended = 0;
    for (int round = 0; round < 3000; round++) {
      int kind = round % 3;
      assertTrue(queue.acquireAtOnce("holder"));
      AtomicReference<Thread> thread = new AtomicReference<>();
      long nanos = kind == 0 ? 20_000 + round * 10L : LONG;
      Future<Outcome> racing =
          threads.submit(
              () -> {
                thread.set(Thread.currentThread());
                Outcome outcome = queue.acquire("racing", nanos, WriterQueueTest::never);
                Thread.interrupted();
                return outcome;
              });
      if (kind == 0) {
        while (thread.get() == null) {
          Thread.onSpinWait();
        }
      } else {
        awaitWaiting(1);
      }
      Future<Outcome> behind =
          threads.submit(() -> queue.acquire("behind", LONG, WriterQueueTest::never));
      CountDownLatch start = new CountDownLatch(1);
      Future<?> spoiler =
          threads.submit(
              () -> {
                start.await();
                if (kind == 1) {
                  queue.cancel("racing");
                } else if (kind == 2) {
                  thread.get().interrupt();
                }
                return null;
              });
      start.countDown();
      queue.release("holder");
      Outcome outcome = racing.get();
      spoiler.get();
      if (outcome == Outcome.ACQUIRED) {
        handedOver++;
        assertTrue(queue.heldBy("racing"), "round " + round);
        queue.release("racing");
      } else {
        ended++;
        assertFalse(queue.heldBy("racing"));
      }
      assertEquals(Outcome.ACQUIRED, get(behind, round));
      queue.release("behind");
      assertFalse(queue.taken());
      assertEquals(0, queue.waits().waiting());
    }
    assertTrue(handedOver > 0, "no hand-over won");
    assertTrue(ended > 0, "no time-out, cancel or interrupt won");
  }

  private static Outcome get(Future<Outcome> future, int round)
      throws InterruptedException, ExecutionException {
    try {
      return future.get(60, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError("the right was lost in round " + round, e);
    }
  }
}
