package org.icsqlite.crash;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.icsqlite.crash.UnsyncedDisk.Change;
import org.icsqlite.crash.UnsyncedDisk.Survival;

/**
 * The states that a crash can leave at each point of a recording. At each point:
 *
 * <ul>
 *   <li>everything survives, as when the process is killed;
 *   <li>what was not synced is lost: all of it, the names alone, the data alone;
 *   <li>one change is lost, or survives alone; one file's changes are lost, or survive alone; the
 *       lengths are lost, or survive without the data;
 *   <li>a write is torn: a first part of its sectors, or any of them;
 *   <li>random subsets; random subsets of sectors; each sector as of another moment.
 * </ul>
 */
final class CrashStates {

  interface Visitor {
    void visit(CrashState state) throws Exception;
  }

  private record Candidate(String kind, Survival survival) {}

  /** The part of a change that is asked for, or of a sector where only that survives. */
  private interface Choice {
    boolean survives(Change change, long sector);
  }

  private static final long WHOLE = -1;
  private static final int RANDOM_SUBSETS = 3;

  private final Random random;
  private final int extras;

  /**
   * @param random where subsets come from
   * @param extras how many states a point gets at most beyond the first four; which, is random
   */
  CrashStates(Random random, int extras) {
    this.random = random;
    this.extras = extras;
  }

  /** Visits the states of every point, from before the first operation to after the last. */
  void visit(Disk start, List<Operation> operations, Visitor visitor) throws Exception {
    UnsyncedDisk disk = new UnsyncedDisk(start);
    visitPoint(disk, 0, visitor);
    for (int point = 1; point <= operations.size(); point++) {
      disk.add(point - 1, operations.get(point - 1));
      visitPoint(disk, point, visitor);
    }
  }

  private void visitPoint(UnsyncedDisk disk, int point, Visitor visitor) throws Exception {
    visitor.visit(new CrashState(point, "process killed", true, disk.crash(change -> true)));
    if (disk.changes().isEmpty()) {
      return;
    }
    List<Candidate> chosen = new ArrayList<>();
    chosen.add(new Candidate("all unsynced lost", change -> false));
    chosen.add(new Candidate("unsynced data lost", Change::isName));
    chosen.add(new Candidate("unsynced names lost", change -> !change.isName()));
    List<Candidate> more = candidates(disk.changes());
    if (more.size() > extras) {
      Collections.shuffle(more, random);
      more = more.subList(0, extras);
    }
    chosen.addAll(more);
    for (Candidate candidate : chosen) {
      visitor.visit(
          new CrashState(point, candidate.kind(), false, disk.crash(candidate.survival())));
    }
  }

  private List<Candidate> candidates(List<Change> changes) {
    List<Candidate> candidates = new ArrayList<>();
    Change newestData = null;
    TreeSet<Integer> files = new TreeSet<>();
    for (Change one : changes) {
      candidates.add(new Candidate(name(one) + " lost", change -> change != one));
      candidates.add(
          new Candidate(name(one) + " alone survives", change -> change == one || change.isName()));
      if (one.isData()) {
        newestData = one;
        if (one.firstSector() < one.lastSector()) {
          torn(candidates, one, "torn", one.firstSector(), randomSectors());
        }
      }
      if (!one.isName()) {
        files.add(one.file);
      }
    }
    if (newestData != null) {
      tornTails(candidates, newestData);
    }
    for (int file : files) {
      candidates.add(new Candidate("file " + file + " lost", change -> change.file != file));
      candidates.add(
          new Candidate(
              "file " + file + " alone survives",
              change -> change.file == file || change.isName()));
    }
    candidates.add(new Candidate("lengths lost", change -> change.isData() || change.isName()));
    candidates.add(new Candidate("data lost, not lengths", change -> !change.isData()));
    for (int i = 0; i < RANDOM_SUBSETS; i++) {
      candidates.add(subset("random subset", randomSubset(false)));
      candidates.add(subset("random sectors", randomSubset(true)));
      candidates.add(subset("sectors of different moments", randomMoments(changes)));
    }
    return candidates;
  }

  private static String name(Change change) {
    return (change.isData() ? "data" : change.isName() ? "name" : "length")
        + " of operation "
        + change.operation;
  }

  private void tornTails(List<Candidate> candidates, Change newest) {
    long sectors = newest.lastSector() - newest.firstSector() + 1;
    for (long kept = 1; kept < Math.min(sectors, 8); kept++) {
      long end =
          newest.firstSector()
              + (sectors <= 8 ? kept : 1 + (long) (random.nextDouble() * (sectors - 1)));
      torn(candidates, newest, "cut short", end, (change, sector) -> sector < end);
    }
  }

  private static void torn(
      List<Candidate> candidates, Change one, String how, long detail, Choice sectors) {
    String kind = name(one) + " " + how + " (" + detail + ")";
    candidates.add(
        new Candidate(
            kind + ", the others survive", survival(change -> change != one, one, sectors)));
    candidates.add(
        new Candidate(
            kind + ", the others lost",
            survival(change -> change.isName() || lengthOf(change, one), one, sectors)));
  }

  /** Without the new length of the file nothing would be left of bytes behind its end. */
  private static boolean lengthOf(Change change, Change data) {
    return !change.isData() && change.operation == data.operation;
  }

  private static Survival survival(Survival others, Change one, Choice sectors) {
    return new Survival() {
      @Override
      public boolean whole(Change change) {
        return change != one && others.whole(change);
      }

      @Override
      public boolean sector(Change change, long sector) {
        return change == one && sectors.survives(change, sector);
      }
    };
  }

  private static Candidate subset(String kind, Choice choice) {
    return new Candidate(
        kind,
        new Survival() {
          @Override
          public boolean whole(Change change) {
            return choice.survives(change, WHOLE);
          }

          @Override
          public boolean sector(Change change, long sector) {
            return choice.survives(change, sector);
          }
        });
  }

  private Choice randomSectors() {
    long salt = random.nextLong();
    return (change, sector) -> (Content.mix(salt + sector) & 1) == 0;
  }

  private Choice randomSubset(boolean sectors) {
    long salt = random.nextLong();
    int outOf8 = 1 + random.nextInt(7);
    return (change, sector) -> {
      boolean torn = sectors && change.isData();
      long what = salt + change.operation * 3L + (change.isData() ? 1 : 0);
      return sector == WHOLE
          ? !torn && (Content.mix(what) & 7) < outOf8
          : torn && (Content.mix(what * 31 + sector) & 7) < outOf8;
    };
  }

  /** Of each sector, length and name everything up to some moment, and nothing after it. */
  private Choice randomMoments(List<Change> changes) {
    long salt = random.nextLong();
    int first = changes.get(0).operation;
    int span = changes.get(changes.size() - 1).operation - first + 2;
    return (change, sector) ->
        change.isData() == (sector != WHOLE)
            && change.operation - first
                < Math.floorMod(
                    Content.mix(salt + change.file * 0x10001L + sector * 0x1000003L), span);
  }
}
