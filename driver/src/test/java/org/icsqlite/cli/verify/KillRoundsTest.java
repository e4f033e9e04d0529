package org.icsqlite.cli.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes that really die. Every round but the first of a file recovers what the one before left,
 * once in the child or in this process; {@code -Dicsqlite.kill.seed=S} plays the same work again,
 * {@code -Dicsqlite.kill.rounds=N} another number of rounds on each of the four files.
 */
class KillRoundsTest {

  private static final long FILES = 4;
  private static final int ROUNDS_OF_A_FILE = Integer.getInteger("icsqlite.kill.rounds", 50);
  private static final List<String> JVM_OPTIONS =
      List.of("-XX:TieredStopAtLevel=1", "-Xshare:auto", "-XX:+UseSerialGC", "-Xmx64m");

  @TempDir Path directory;

  private final Figures figures = new Figures();
  private long commits;

  @Test
  void afterTwoHundredKillsEveryReportedCommitIsThereAndNoHalfTransaction()
      throws IOException, SQLException, InterruptedException, Violation {
    long seed = Long.getLong("icsqlite.kill.seed", ThreadLocalRandom.current().nextLong());
    System.out.println("kill rounds: seed " + seed);
    long start = System.nanoTime();
    SplittableRandom random = new SplittableRandom(seed);
    for (int file = 0; file < FILES; file++) {
      play(file, random);
    }
    long kills =
        figures.get(Figures.Count.KILL)
            + figures.get(Figures.Count.KILL_OPENING)
            + figures.get(Figures.Count.KILL_CLOSING);
    System.out.println(
        "kill rounds: "
            + kills
            + " kills, "
            + commits
            + " commits reported, "
            + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start)
            + " s");
    assertEquals(FILES * ROUNDS_OF_A_FILE, kills);
    assertTrue(commits > kills / 2, "only " + commits + " commits were reported");
  }

  private void play(int file, SplittableRandom random)
      throws IOException, SQLException, InterruptedException, Violation {
    Path work = Files.createDirectory(directory.resolve("file-" + file));
    Path libraries = Files.createDirectory(directory.resolve("libraries-" + file));
    Rounds rounds = new Rounds(work, libraries, random.nextLong(), 4, 1, JVM_OPTIONS, figures);
    RoundPlan plan = plan(random);
    Child child = rounds.start(plan);
    try {
      for (int round = 1; round <= ROUNDS_OF_A_FILE; round++) {
        // The next child loads its libraries while this one works.
        RoundPlan nextPlan = plan(random);
        Child nextChild = rounds.start(nextPlan);
        try {
          rounds.play(child, plan, KillRoundsTest::pause);
        } finally {
          child.close();
          child = nextChild;
          plan = nextPlan;
        }
      }
    } finally {
      child.close();
    }
    commits += rounds.ledger().reported();
    FileTree.delete(work);
  }

  private static RoundPlan plan(SplittableRandom random) {
    RoundPlan plan = RoundPlan.random(random, 50, 400);
    return plan.end() == RoundPlan.End.CLEAN ? plan.ending(RoundPlan.End.KILLED) : plan;
  }

  /** The moment of a kill is what is random here, so time has to pass. */
  private static boolean pause(long micros) throws InterruptedException {
    TimeUnit.MICROSECONDS.sleep(micros);
    return false;
  }
}
