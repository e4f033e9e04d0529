package org.icsqlite.vfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.icsqlite.vfs.QueueHistory.Call;
import org.icsqlite.vfs.QueueHistory.Kind;
import org.icsqlite.vfs.WriterQueue.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every recorded history of the queue has a serial order that explains it. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class WriterQueueHistoryTest {

  private static final int THREADS = 4;
  private static final int CALLS = 6;
  private static final int ROUNDS = Integer.getInteger("icsqlite.queue.rounds", 4_000);
  private static final long LONG = TimeUnit.HOURS.toNanos(1);

  /** A thread of one round: calls chosen by a seed, recorded with their instants. */
  private static final class Caller implements Callable<List<Call>> {
    private final WriterQueue queue;
    private final Object[] owners;
    private final int self;
    private final Random random;
    private final AtomicLong clock;
    private final CyclicBarrier barrier;
    private final List<Call> calls = new ArrayList<>();
    private boolean holding;

    Caller(
        WriterQueue queue,
        Object[] owners,
        int self,
        long seed,
        AtomicLong clock,
        CyclicBarrier barrier) {
      this.queue = queue;
      this.owners = owners;
      this.self = self;
      this.random = new Random(seed);
      this.clock = clock;
      this.barrier = barrier;
    }

    @Override
    public List<Call> call() throws Exception {
      barrier.await();
      for (int i = 0; i < CALLS; i++) {
        perform(choose());
        if (random.nextBoolean()) {
          // While this one pauses, holding or not, the others come to wait, time out or cancel.
          LockSupport.parkNanos(random.nextInt(100_000));
        }
      }
      if (holding) {
        perform(Kind.RELEASE);
      }
      return calls;
    }

    private Kind choose() {
      return switch (random.nextInt(8)) {
        case 0 -> Kind.CANCEL;
        case 1 -> Kind.TAKEN;
        case 2 -> Kind.WAITING;
        case 3 -> holding ? Kind.RELEASE : Kind.TRY;
        default -> holding ? Kind.RELEASE : Kind.ACQUIRE;
      };
    }

    private void perform(Kind kind) {
      int target = random.nextInt(THREADS);
      long nanos = random.nextInt(3) == 0 ? random.nextInt(60_000) : LONG;
      long start = clock.incrementAndGet();
      Object result =
          switch (kind) {
            case ACQUIRE -> queue.acquire(owners[self], nanos, () -> false);
            case TRY -> queue.acquireAtOnce(owners[self]);
            case TAKEN -> queue.taken();
            case WAITING -> queue.waits().waiting();
            case RELEASE -> {
              queue.release(owners[self]);
              yield null;
            }
            case CANCEL -> {
              queue.cancel(owners[target]);
              yield null;
            }
          };
      calls.add(new Call(kind, target, start, clock.incrementAndGet(), result));
      if (kind == Kind.RELEASE) {
        holding = false;
      } else if (result == Outcome.ACQUIRED || (kind == Kind.TRY && result.equals(true))) {
        holding = true;
      }
    }
  }

  @Test
  void everyHistoryHasASerialOrder() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
    try {
      CyclicBarrier barrier = new CyclicBarrier(THREADS);
      long seed = Long.getLong("icsqlite.queue.seed", System.nanoTime());
      for (int round = 0; round < ROUNDS; round++) {
        WriterQueue queue = new WriterQueue();
        Object[] owners = new Object[THREADS];
        AtomicLong clock = new AtomicLong();
        List<Future<List<Call>>> callers = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
          owners[thread] = "owner " + thread;
        }
        for (int thread = 0; thread < THREADS; thread++) {
          callers.add(
              threads.submit(
                  new Caller(queue, owners, thread, seed + round * 31L + thread, clock, barrier)));
        }
        List<List<Call>> calls = new ArrayList<>();
        for (Future<List<Call>> caller : callers) {
          calls.add(caller.get(60, TimeUnit.SECONDS));
        }
        QueueHistory history = new QueueHistory(calls);
        assertTrue(
            history.hasSerialOrder(), () -> "no serial order, seed " + seed + "\n" + history);
        assertFalse(queue.taken());
        assertEquals(0, queue.waits().waiting());
        for (List<Call> ofThread : calls) {
          for (Call call : ofThread) {
            if (call.result() instanceof Outcome outcome) {
              outcomes.merge(outcome, 1, Integer::sum);
            }
          }
        }
      }
    } finally {
      threads.shutdownNow();
    }
    for (Outcome outcome : List.of(Outcome.ACQUIRED, Outcome.TIMED_OUT, Outcome.CANCELLED)) {
      assertTrue(outcomes.getOrDefault(outcome, 0) > ROUNDS / 100, outcomes.toString());
    }
  }

  private static Call acquire(long start, long end, Outcome outcome) {
    return new Call(Kind.ACQUIRE, 0, start, end, outcome);
  }

  private static Call release(long start, long end) {
    return new Call(Kind.RELEASE, 0, start, end, null);
  }

  private static Call waiting(long start, long end, int count) {
    return new Call(Kind.WAITING, 0, start, end, count);
  }

  @Test
  void twoHoldersAtOnceHaveNoSerialOrder() {
    assertFalse(
        new QueueHistory(
                List.of(
                    List.of(acquire(1, 2, Outcome.ACQUIRED), release(5, 6)),
                    List.of(acquire(3, 4, Outcome.ACQUIRED), release(7, 8))))
            .hasSerialOrder());
    assertTrue(
        new QueueHistory(
                List.of(
                    List.of(acquire(1, 2, Outcome.ACQUIRED), release(5, 7)),
                    List.of(acquire(3, 6, Outcome.ACQUIRED), release(8, 9))))
            .hasSerialOrder());
  }

  @Test
  void aLatecomerThatOvertakesHasNoSerialOrder() {
    List<Call> holder = List.of(acquire(1, 2, Outcome.ACQUIRED), release(20, 21));
    List<Call> observer = List.of(waiting(5, 6, 1), waiting(10, 11, 2));
    List<Call> overtaken = List.of(acquire(3, 31, Outcome.ACQUIRED), release(32, 33));
    List<Call> overtaking = List.of(acquire(7, 25, Outcome.ACQUIRED), release(29, 30));
    assertFalse(
        new QueueHistory(List.of(holder, observer, overtaken, overtaking)).hasSerialOrder());
    List<Call> first = List.of(acquire(3, 25, Outcome.ACQUIRED), release(29, 30));
    List<Call> second = List.of(acquire(7, 31, Outcome.ACQUIRED), release(32, 33));
    assertTrue(new QueueHistory(List.of(holder, observer, first, second)).hasSerialOrder());
  }

  @Test
  void aTimeOutOfOneThatWasHandedTheRightHasNoSerialOrder() {
    List<Call> holder = List.of(acquire(1, 2, Outcome.ACQUIRED), release(7, 8), waiting(9, 10, 0));
    List<Call> lost = List.of(acquire(3, 12, Outcome.TIMED_OUT));
    List<Call> observer = List.of(waiting(5, 6, 1), new Call(Kind.TAKEN, 0, 13, 14, true));
    assertFalse(new QueueHistory(List.of(holder, lost, observer)).hasSerialOrder());
    List<Call> quiet = List.of(waiting(5, 6, 1), new Call(Kind.TAKEN, 0, 13, 14, false));
    assertTrue(new QueueHistory(List.of(holder, lost, quiet)).hasSerialOrder());
  }

  @Test
  void aCancelThatNobodyCalledHasNoSerialOrder() {
    List<Call> holder = List.of(acquire(1, 2, Outcome.ACQUIRED), release(7, 8));
    List<Call> cancelled = List.of(acquire(3, 6, Outcome.CANCELLED));
    assertFalse(new QueueHistory(List.of(holder, cancelled)).hasSerialOrder());
    List<Call> canceller = List.of(new Call(Kind.CANCEL, 1, 4, 5, null));
    assertTrue(new QueueHistory(List.of(holder, cancelled, canceller)).hasSerialOrder());
  }
}
