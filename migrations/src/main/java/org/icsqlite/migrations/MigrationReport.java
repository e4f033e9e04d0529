package org.icsqlite.migrations;

import java.time.Duration;
import java.util.List;

/**
 * What a run did.
 *
 * @param applied the migrations that ran now, in their order
 * @param present the versions of the list that were recorded before
 * @param adopted the versions whose checksums were recorded now without running anything
 */
public record MigrationReport(List<Applied> applied, List<Long> present, List<Long> adopted) {

  /**
   * A migration that ran.
   *
   * @param migration which one
   * @param elapsed how long its statements took; the commit, which is shared, is not in it
   */
  public record Applied(Migration migration, Duration elapsed) {}

  public MigrationReport {
    applied = List.copyOf(applied);
    present = List.copyOf(present);
    adopted = List.copyOf(adopted);
  }

  /** Whether the database was as the list wants it, so that nothing was written. */
  public boolean nothingDone() {
    return applied.isEmpty() && adopted.isEmpty();
  }
}
