package org.icsqlite.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.icsqlite.testing.FixtureDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DamagedImagesTest {

  private static final long SEED = Long.getLong("icsqlite.damage.seed", 20_260_101);
  private static final long CASES = Long.getLong("icsqlite.damage.cases", 20_000);
  private static final long ONE_CASE = Long.getLong("icsqlite.damage.case", -1);
  private static final int PROCESSES = 2;
  private static final long DEADLINE_SECONDS = 20;
  private static final int SHOWN = 20;

  @TempDir Path directory;

  private final List<String> failures = Collections.synchronizedList(new ArrayList<>());
  private final Map<String, Long> counts = new ConcurrentSkipListMap<>();
  private final AtomicLong begun = new AtomicLong();

  @Test
  void everyDamagedImageGivesRowsOrATypedErrorAndKeepsItsBytesWhenRefused() throws Exception {
    FixtureDirectory.require();
    System.out.println(
        "damaged images: seed " + SEED + ", Java " + Runtime.version().feature() + ", " + CASES);
    if (ONE_CASE >= 0) {
      range(ONE_CASE, ONE_CASE + 1);
    } else {
      inParallel();
    }
    if (!failures.isEmpty()) {
      fail(report());
    }
    if (ONE_CASE < 0 && CASES >= 20_000) {
      assertEquals(CASES, begun.get(), "cases that were run");
      requireEveryEnd();
    }
  }

  @Test
  void aCrashAndAHangAreFoundAndTheCasesBehindThemStillRun() throws Exception {
    FixtureDirectory.require();
    List<String> provoked = List.of("-Dicsqlite.damage.halt.at=1", "-Dicsqlite.damage.hang.at=3");
    new DamageProcess(SEED, directory, provoked, 8, this::progress, failures, counts).run(0, 5);

    assertEquals(2, failures.size(), failures::toString);
    assertTrue(failures.get(0).startsWith("case 1 ends the JVM with 134"), failures.get(0));
    assertTrue(failures.get(1).startsWith("case 3 hangs"), failures.get(1));
    assertEquals(5, begun.get(), "cases that were run");
  }

  private void inParallel() throws InterruptedException, ExecutionException {
    ExecutorService pool = Executors.newFixedThreadPool(PROCESSES);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int part = 0; part < PROCESSES; part++) {
        long first = CASES * part / PROCESSES;
        long end = CASES * (part + 1) / PROCESSES;
        running.add(
            pool.submit(
                () -> {
                  range(first, end);
                  return null;
                }));
      }
      for (Future<?> part : running) {
        part.get();
      }
    } finally {
      pool.shutdownNow();
    }
  }

  private void range(long first, long end) throws IOException, InterruptedException {
    new DamageProcess(
            SEED, directory, List.of(), DEADLINE_SECONDS, this::progress, failures, counts)
        .run(first, end);
  }

  private void progress(long number) {
    long count = begun.incrementAndGet();
    if (count % 1000 == 0) {
      System.out.println(
          "damaged images: " + count + " of " + CASES + ", findings: " + failures.size());
    }
  }

  private String report() {
    StringBuilder text = new StringBuilder();
    text.append(failures.size()).append(" findings; one case alone runs again with");
    text.append(" -Dicsqlite.damage.seed=").append(SEED).append(" -Dicsqlite.damage.case=N\n");
    for (String failure : failures.subList(0, Math.min(SHOWN, failures.size()))) {
      text.append(failure).append('\n');
    }
    return text.toString();
  }

  /** The damage has to reach every layer: a test that refuses everything at the door is none. */
  private void requireEveryEnd() {
    Map<String, Integer> least =
        Map.ofEntries(
            Map.entry("query opened", 5000),
            Map.entry("update opened", 3000),
            Map.entry("again opened", 3000),
            Map.entry("query refused INVALID_LAYOUT", 100),
            Map.entry("query refused META_CHECKSUM_MISMATCH", 50),
            Map.entry("query refused DATABASE_OUT_OF_BOUNDS", 100),
            Map.entry("query refused UNSUPPORTED_LAYOUT_VERSION", 5),
            Map.entry("query refused FOREIGN_STABLE_MEMORY_IMAGE", 50),
            Map.entry("query refused IMPORT_IN_PROGRESS", 20),
            Map.entry("update refused FOREIGN_FORMAT_READ_ONLY", 500),
            Map.entry("query refused RAGGED_FILE", 20),
            Map.entry("query select XX001", 500),
            Map.entry("query select ok", 20_000),
            Map.entry("query integrity ok", 3000),
            Map.entry("query write 25006", 3000),
            Map.entry("update change ok", 2000),
            Map.entry("update change XX001", 300),
            Map.entry("update commit ok", 1000),
            Map.entry("update commit GROW_FAILED", 5),
            Map.entry("update vacuum ok", 300),
            Map.entry("update rollback ok", 1000));
    least.forEach(
        (what, count) ->
            assertTrue(
                counts.getOrDefault(what, 0L) >= count,
                () ->
                    what
                        + " was seen "
                        + counts.get(what)
                        + " times, not "
                        + count
                        + ": "
                        + counts));
  }
}
