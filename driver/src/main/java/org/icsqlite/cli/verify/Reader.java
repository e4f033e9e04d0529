package org.icsqlite.cli.verify;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.SplittableRandom;

/** One thread that holds snapshots for random times and reads each again and again. */
final class Reader {

  private static final String SNAPSHOT_TOO_OLD = "72000";

  private final ChildMain child;
  private final SplittableRandom random;

  Reader(ChildMain child, long seed) {
    this.child = child;
    this.random = new SplittableRandom(seed);
  }

  void run() throws SQLException, Violation {
    while (!child.stopped()) {
      try (Connection connection = child.connect()) {
        connection.setAutoCommit(false);
        SnapshotCheck check = new SnapshotCheck(connection, child.workload());
        int snapshots = random.nextInt(1, 20);
        for (int i = 0; i < snapshots && !child.stopped(); i++) {
          hold(connection, check);
          child.pause(random.nextInt(50));
        }
        // Sometimes the connection is closed in the middle of a snapshot.
        if (random.nextBoolean()) {
          leave(check);
        }
      }
    }
  }

  private void leave(SnapshotCheck check) throws SQLException, Violation {
    try {
      check.read(random);
    } catch (SQLException e) {
      if (!SNAPSHOT_TOO_OLD.equals(e.getSQLState())) {
        throw e;
      }
      child.reports().send(Reports.OLD);
    }
  }

  private void hold(Connection connection, SnapshotCheck check) throws SQLException, Violation {
    long end = System.nanoTime() + holdNanos();
    long reads = 1;
    try {
      List<Long> first = check.read(random);
      while (System.nanoTime() - end < 0 && !child.pause(random.nextInt(300))) {
        Violation.unless(first.equals(check.read(random)), "a snapshot changed while it was held");
        reads++;
      }
      connection.rollback();
      child.reports().send(Reports.SNAPSHOT, reads);
    } catch (SQLException e) {
      if (!SNAPSHOT_TOO_OLD.equals(e.getSQLState())) {
        throw e;
      }
      connection.rollback();
      child.reports().send(Reports.OLD);
    }
  }

  /** Mostly short, some for seconds, a few for as long as the child is likely to live. */
  private long holdNanos() {
    int kind = random.nextInt(20);
    int millis = kind < 10 ? 20 : kind < 16 ? 300 : kind < 19 ? 2_000 : 15_000;
    return 1_000_000L * random.nextInt(millis);
  }
}
