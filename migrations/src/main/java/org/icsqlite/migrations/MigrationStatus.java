package org.icsqlite.migrations;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A list of migrations held against a database.
 *
 * @param entries one for each version that is in the list or recorded, in rising order
 */
public record MigrationStatus(List<Entry> entries) {

  /** How a version stands. */
  public enum State {
    /** Recorded, and the SQL is what was recorded. */
    APPLIED,
    /** Recorded by a runner that kept no checksums; nothing says which SQL it was. */
    APPLIED_UNVERIFIED,
    /** Not recorded; the next run applies it. */
    PENDING,
    /** The SQL is not what was recorded; a run is refused. */
    CHANGED,
    /** Recorded, and not in the list. */
    NOT_IN_LIST
  }

  /**
   * One version.
   *
   * @param name of the migration in the list; empty for NOT_IN_LIST
   * @param sha256 of the migration in the list, else the recorded one, if any
   */
  public record Entry(long version, Optional<String> name, State state, Optional<String> sha256) {}

  public MigrationStatus {
    entries = List.copyOf(entries);
  }

  static MigrationStatus of(MigrationList list, RecordedHistory history) {
    List<Entry> entries = new ArrayList<>();
    Set<Long> known = new HashSet<>();
    for (Migration migration : list.migrations()) {
      known.add(migration.version());
      entries.add(
          new Entry(
              migration.version(),
              Optional.of(migration.name()),
              state(migration, history),
              Optional.of(migration.sha256())));
    }
    for (AppliedMigration applied : history.applied()) {
      if (!known.contains(applied.version())) {
        entries.add(
            new Entry(applied.version(), Optional.empty(), State.NOT_IN_LIST, applied.checksum()));
      }
    }
    entries.sort((left, right) -> Long.compare(left.version(), right.version()));
    return new MigrationStatus(entries);
  }

  private static State state(Migration migration, RecordedHistory history) {
    String recorded = history.checksums().get(migration.version());
    if (recorded != null && !recorded.equals(migration.sha256())) {
      return State.CHANGED;
    }
    if (!history.applied(migration)) {
      return State.PENDING;
    }
    return recorded == null ? State.APPLIED_UNVERIFIED : State.APPLIED;
  }
}
