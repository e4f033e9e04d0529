package org.icsqlite.isolation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterContainer;
import org.icsqlite.vfs.Engines;

/**
 * Random interleavings of connections, scheduled in one thread with busy_timeout=0, so that each
 * lock conflict is an error at once and a failure replays.
 */
class IsolationPropertyTest {

  private static final AtomicInteger NAMES = new AtomicInteger();
  private static final int SMALLEST_CACHE_KIB = 64;

  private static int refusals;
  private static int versions;

  @Provide
  Arbitrary<List<Step>> steps() {
    return Combinators.combine(
            Arbitraries.frequency(
                Tuple.of(2, Step.Kind.OPEN_OR_CLOSE),
                Tuple.of(6, Step.Kind.BEGIN),
                Tuple.of(3, Step.Kind.BEGIN_IMMEDIATE),
                Tuple.of(8, Step.Kind.COMMIT),
                Tuple.of(4, Step.Kind.ROLLBACK),
                Tuple.of(3, Step.Kind.SAVEPOINT),
                Tuple.of(3, Step.Kind.ROLLBACK_TO),
                Tuple.of(2, Step.Kind.RELEASE),
                Tuple.of(8, Step.Kind.READ_ALL),
                Tuple.of(6, Step.Kind.READ_SUMS),
                Tuple.of(5, Step.Kind.READ_BY_KEY),
                Tuple.of(8, Step.Kind.CURSOR),
                Tuple.of(2, Step.Kind.CURSOR_CLOSE),
                Tuple.of(14, Step.Kind.INSERT),
                Tuple.of(12, Step.Kind.UPDATE),
                Tuple.of(6, Step.Kind.DELETE),
                Tuple.of(2, Step.Kind.DELETE_ALL),
                Tuple.of(4, Step.Kind.VACUUM),
                Tuple.of(3, Step.Kind.INDEX),
                Tuple.of(2, Step.Kind.TEMP_WRITE),
                Tuple.of(2, Step.Kind.TEMP_COPY),
                Tuple.of(3, Step.Kind.TEMP_READ)),
            Arbitraries.integers().between(0, 4),
            Arbitraries.integers().between(0, 40),
            Arbitraries.integers().between(1, 12),
            Arbitraries.integers().between(0, 9000).withDistribution(RandomDistribution.uniform()))
        .as(Step::new)
        .list()
        .ofMaxSize(250)
        .withSizeDistribution(RandomDistribution.uniform());
  }

  @Property(tries = 300)
  void everySessionInTheHeapSeesItsVersion(
      @ForAll @IntRange(min = 2, max = 5) int sessions,
      @ForAll boolean smallCache,
      @ForAll("steps") List<Step> steps)
      throws SQLException {
    String url = "jdbc:icsqlite:mem:isolation-" + NAMES.incrementAndGet() + "?busy_timeout=0";
    try (JdbcSession keepsOpen = new JdbcSession(url, true, false)) {
      check(url, sessions, smallCache, false, steps);
      assertEquals(List.of("ok"), keepsOpen.query("PRAGMA quick_check"));
    }
  }

  @Property(tries = 100)
  void everySessionInAFileSeesItsVersion(
      @ForAll @IntRange(min = 2, max = 5) int sessions,
      @ForAll boolean smallCache,
      @ForAll("steps") List<Step> steps)
      throws SQLException, IOException {
    int open = Engines.open();
    Path directory = Files.createTempDirectory("isolation");
    Path file = directory.resolve("stable_memory.bin");
    String url = "jdbc:icsqlite:" + file + "?bucket_pages=4&busy_timeout=0";
    try {
      check(url, sessions, smallCache, true, steps);
      assertEquals(open, Engines.open(), "engines open");
      try (var names = Files.list(directory)) {
        assertEquals(List.of(file), names.toList(), "what lies beside the file");
      }
    } finally {
      Files.deleteIfExists(file);
      Files.deleteIfExists(directory);
    }
  }

  private static void check(
      String url, int sessions, boolean smallCache, boolean queryOnlyAllowed, List<Step> steps)
      throws SQLException {
    String cached = url + (smallCache ? "&cache_size_kib=" + SMALLEST_CACHE_KIB : "");
    try (Interleaving interleaving = new Interleaving(cached, sessions, queryOnlyAllowed)) {
      interleaving.run(steps);
      interleaving.checkNewest();
      refusals += interleaving.refusals();
      versions += interleaving.versions();
    }
  }

  /** A generator that only made steps without effect would prove nothing. */
  @AfterContainer
  static void manyVersionsAndRefusalsWereMet() {
    assertEquals(true, versions > 500, versions + " versions");
    assertEquals(true, refusals > 500, refusals + " refusals");
  }
}
