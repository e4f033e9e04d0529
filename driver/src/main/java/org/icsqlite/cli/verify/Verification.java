package org.icsqlite.cli.verify;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The self-check: rounds until the time is over, something is wrong, or somebody stops it. Of
 * itself it leaves nothing behind, unless something is wrong: then the files are kept.
 *
 * <p>{@link #stop} may be called from any thread, the rest from one.
 */
public final class Verification {

  private static final String PREFIX = "icsqlite-verify-";
  private static final long LEAST_MILLIS = 50;
  private static final long MOST_MILLIS = 6_000;
  private static final long LONGEST_MILLIS = 90_000;
  private static final int LONG_ROUND_EVERY = 12;
  private static final long REPORT_SECONDS = 60;

  /** A heap that is resident from the start: what grows then is outside of it. */
  private static final List<String> JVM_OPTIONS =
      List.of(
          "-Xms160m",
          "-Xmx160m",
          "-XX:+AlwaysPreTouch",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-Xshare:auto");

  /**
   * What to do.
   *
   * @param directory an existing directory that a fresh one is made in, or null for the temporary
   *     directory
   * @param millis how long, in milliseconds
   * @param seed what the work and the rounds follow from; the moments are the machine's
   * @param writers how many threads write, 1 or more
   * @param readers how many threads read, 0 or more
   */
  public record Options(Path directory, long millis, long seed, int writers, int readers) {}

  private final Options options;
  private final Consumer<String> progress;
  private final Consumer<String> interim;
  private final Figures figures = new Figures();
  private final MemoryTrend heap = new MemoryTrend();
  private final MemoryTrend resident = new MemoryTrend();
  private final CountDownLatch stop = new CountDownLatch(1);
  private final long begin = System.nanoTime();
  private Path work;
  private Path libraries;
  private Rounds rounds;
  private long nextReport = REPORT_SECONDS;

  /**
   * @param progress gets a line that says how far it is, several times a second
   * @param interim gets a line at the begin, and one with figures once a minute
   */
  public Verification(Options options, Consumer<String> progress, Consumer<String> interim) {
    this.options = options;
    this.progress = progress;
    this.interim = interim;
  }

  /** Ends the rounds soon. */
  public void stop() {
    stop.countDown();
  }

  /** Whether {@link #stop} was called. */
  public boolean stopped() {
    return stop.getCount() == 0;
  }

  /** The directory that everything is in; set once {@link #run} has begun. */
  public Path directory() {
    return work;
  }

  /**
   * Runs until the time is over.
   *
   * @throws Violation when something is wrong; the files are kept in {@link #directory}
   * @throws IOException when the file system fails the check itself
   */
  public void run() throws IOException, SQLException, Violation {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    Path parent = options.directory() == null ? temporary : options.directory();
    String own = System.getProperty("icsqlite.tmpdir");
    work = Files.createTempDirectory(parent, PREFIX);
    libraries = Files.createTempDirectory(own == null ? temporary : Path.of(own), PREFIX + "lib-");
    boolean fine = false;
    try {
      rounds =
          new Rounds(
              work,
              libraries,
              options.seed(),
              options.writers(),
              options.readers(),
              JVM_OPTIONS,
              figures);
      playAll();
      fine = true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      fine = true;
    } finally {
      FileTree.delete(libraries);
      if (fine || stopped()) {
        FileTree.delete(work);
      }
    }
  }

  private void playAll() throws IOException, SQLException, InterruptedException, Violation {
    SplittableRandom random = new SplittableRandom(options.seed());
    RoundPlan plan = plan(random, 1);
    Child child = rounds.start(plan);
    interim.accept("checking in " + work + ", seed " + options.seed());
    try {
      for (int number = 2; !stopped() && left() > 0; number++) {
        // The next child loads its libraries while this one works.
        RoundPlan nextPlan = plan(random, number);
        Child nextChild = rounds.start(nextPlan);
        try {
          long millis = Math.min(plan.runMillis(), Math.max(1, left()));
          rounds.play(child, plan.lasting(millis), this::pause);
        } finally {
          child.close();
          child = nextChild;
          plan = nextPlan;
        }
        sampleMemory();
      }
    } finally {
      child.close();
    }
  }

  /** Now and then a child lives long enough to show whether its memory is flat. */
  private RoundPlan plan(SplittableRandom random, int number) {
    RoundPlan plan = RoundPlan.random(random, LEAST_MILLIS, MOST_MILLIS);
    return number % LONG_ROUND_EVERY == 0
        ? plan.lasting(Math.min(LONGEST_MILLIS, options.millis() / 6))
        : plan;
  }

  private void sampleMemory() throws Violation {
    // What is garbage would be told from what is not by chance only.
    System.gc();
    ProcessMemory now = ProcessMemory.now();
    heap.add(now.heapBytes());
    resident.add(now.residentBytes());
    Violation.unless(!heap.growsSteadily(), "the heap of this process grows: " + heap.floors());
    Violation.unless(!resident.growsSteadily(), "this process grows: " + resident.floors());
  }

  private boolean pause(long micros) throws InterruptedException {
    boolean stopping = stop.await(micros, TimeUnit.MICROSECONDS);
    progress.accept(
        Math.min(100, 100 * elapsedMillis() / Math.max(1, options.millis())) + " %, " + summary());
    if (elapsedMillis() / 1000 >= nextReport) {
      nextReport += REPORT_SECONDS;
      interim.accept(elapsedMillis() / 1000 + " s: " + summary() + "; " + memory());
    }
    return stopping;
  }

  private long elapsedMillis() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
  }

  private long left() {
    return options.millis() - elapsedMillis();
  }

  private String summary() {
    return figures.get(Figures.Count.ROUND)
        + " rounds, "
        + kills()
        + " kills, "
        + (rounds == null ? 0 : rounds.ledger().reported())
        + " commits, "
        + figures.get(Figures.Count.SNAPSHOT)
        + " snapshots";
  }

  private long kills() {
    return figures.get(Figures.Count.KILL)
        + figures.get(Figures.Count.KILL_OPENING)
        + figures.get(Figures.Count.KILL_CLOSING);
  }

  private String memory() {
    return "heap and resident MiB at most: children "
        + mebibytes(figures.childHeapBytes(), figures.childResidentBytes())
        + ", this process "
        + mebibytes(heap.largest(), resident.largest());
  }

  private static String mebibytes(long heapBytes, long residentBytes) {
    return (heapBytes >> 20) + " and " + (residentBytes == 0 ? "?" : residentBytes >> 20);
  }

  /** What was done, as lines. */
  public List<String> report() {
    Ledger ledger = rounds.ledger();
    return List.of(
        "rounds     "
            + figures.get(Figures.Count.ROUND)
            + ": "
            + figures.get(Figures.Count.KILL)
            + " killed at work, "
            + figures.get(Figures.Count.KILL_OPENING)
            + " while opening, "
            + figures.get(Figures.Count.KILL_CLOSING)
            + " while closing, "
            + figures.get(Figures.Count.CLEAN_END)
            + " ended cleanly",
        "commits    "
            + ledger.reported()
            + " reported, all there; "
            + ledger.unreported()
            + " more were under way and are there as a whole",
        "snapshots  "
            + figures.get(Figures.Count.SNAPSHOT)
            + " held and read "
            + figures.get(Figures.Count.READ)
            + " times, "
            + figures.get(Figures.Count.TOO_OLD)
            + " became too old",
        "besides    "
            + figures.get(Figures.Count.VACUUM)
            + " VACUUM, "
            + figures.get(Figures.Count.CHECKPOINT)
            + " checkpoints",
        "memory     " + memory(),
        "time       " + elapsedMillis() / 1000 + " s, seed " + options.seed());
  }
}
