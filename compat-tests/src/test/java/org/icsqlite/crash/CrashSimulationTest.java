package org.icsqlite.crash;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;
import org.icsqlite.crash.UnsafeStorage.Fault;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever a crash leaves of random workloads recovers to the image after a message, with nothing
 * lost that was promised. {@code -Dicsqlite.crash.seed=N} replays one SQL workload with more
 * states, {@code -Dicsqlite.crash.messages.seed=N} one of bare messages; {@code
 * -Dicsqlite.crash.workloads=N} runs more or fewer than 200 of each.
 */
class CrashSimulationTest {

  private static final int EXTRAS = 8;
  private static final int EXTRAS_OF_REPLAY = 500;
  private static final int SEEDS_TO_FIND_A_FAULT = 30;

  @Test
  void everyStateOfEverySqlWorkloadRecovers(TestReporter reporter) throws Exception {
    check(
        reporter,
        Long.getLong("icsqlite.crash.seed"),
        500,
        seed -> CrashRun.sql(seed, UnaryOperator.identity()));
  }

  @Test
  void everyStateOfEveryMessageWorkloadRecovers(TestReporter reporter) throws Exception {
    check(
        reporter,
        Long.getLong("icsqlite.crash.messages.seed"),
        200,
        seed -> CrashRun.messages(seed, UnaryOperator.identity()));
  }

  private static void check(
      TestReporter reporter, Long only, int statesPerWorkload, LongFunction<CrashRun> record)
      throws Exception {
    if (only != null) {
      check(record.apply(only), EXTRAS_OF_REPLAY);
      return;
    }
    int workloads = Integer.getInteger("icsqlite.crash.workloads", 200);
    long start = cpuNanos();
    long states = 0;
    long recoveries = 0;
    long operations = 0;
    long messages = 0;
    for (long seed = 0; seed < workloads; seed++) {
      CrashRun run = record.apply(seed);
      Simulation simulation = check(run, EXTRAS);
      states += simulation.states();
      recoveries += simulation.recoveryStates();
      operations += run.operations();
      messages += run.messages();
    }
    reporter.publishEntry(
        "crash simulation",
        "%d workloads, %d messages, %d operations, %d states (%d of recoveries), %d ms of CPU"
            .formatted(
                workloads,
                messages,
                operations,
                states,
                recoveries,
                (cpuNanos() - start) / 1_000_000));
    assertTrue(states >= (long) statesPerWorkload * workloads, "only " + states + " states");
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static Simulation check(CrashRun run, int extras) throws Exception {
    Simulation simulation = run.simulate(extras);
    assertEquals(run.messages() + 1, simulation.reached().size(), "images recovered to");
    run.checkRows(simulation.reached());
    return simulation;
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  void aFaultIsCaughtInSqlWorkloads(Fault fault) {
    requireCaught(
        seed -> CrashRun.sql(seed, storage -> new UnsafeStorage(storage, fault)),
        seed -> CrashRun.sql(seed, UnaryOperator.identity()));
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  void aFaultIsCaughtInMessageWorkloads(Fault fault) {
    requireCaught(
        seed -> CrashRun.messages(seed, storage -> new UnsafeStorage(storage, fault)),
        seed -> CrashRun.messages(seed, UnaryOperator.identity()));
  }

  /** With the fault there is a violation; without it there is none in the same workload. */
  private static void requireCaught(LongFunction<CrashRun> faulty, LongFunction<CrashRun> sound) {
    AtomicLong seed = new AtomicLong(-1);
    CrashViolation caught =
        assertThrows(
            CrashViolation.class,
            () -> {
              while (seed.incrementAndGet() < SEEDS_TO_FIND_A_FAULT) {
                faulty.apply(seed.get()).simulate(EXTRAS);
              }
            });
    assertTrue(caught.getMessage().contains("replays it"), caught.getMessage());
    assertDoesNotThrow(() -> sound.apply(seed.get()).simulate(EXTRAS));
  }
}
