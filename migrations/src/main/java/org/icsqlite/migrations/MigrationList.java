package org.icsqlite.migrations;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A list that passed the checks that come before any SQL. Immutable. */
final class MigrationList {

  private final List<Migration> migrations;

  private MigrationList(List<Migration> migrations) {
    this.migrations = migrations;
  }

  /** Checks item by item in the order of the crate: seen before, then smaller, then too large. */
  static MigrationList checked(List<Migration> migrations) throws MigrationException {
    Set<Long> seen = new HashSet<>();
    Migration previous = null;
    for (Migration next : migrations) {
      if (!seen.add(next.version())) {
        throw MigrationException.duplicate(next.version());
      }
      if (previous != null && Long.compareUnsigned(next.version(), previous.version()) < 0) {
        throw MigrationException.outOfOrder(previous.version(), next.version());
      }
      if (next.version() < 0) {
        throw MigrationException.outOfRange(next.version());
      }
      previous = next;
    }
    return new MigrationList(List.copyOf(migrations));
  }

  List<Migration> migrations() {
    return migrations;
  }

  /** The largest version, 0 for an empty list. */
  long target() {
    return migrations.isEmpty() ? 0 : migrations.get(migrations.size() - 1).version();
  }
}
