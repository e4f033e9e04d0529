package org.icsqlite.bench;

import java.util.Arrays;
import java.util.Optional;

/** What is compared, and what icsqlite is to reach. */
@SuppressWarnings("ImmutableEnumChecker") // measurements and goals have no state that changes
enum BenchCase {
  FULL_ONE(
      "full-1",
      "One writer, autocommit update: durability=full against WAL synchronous=FULL",
      "full",
      "FULL",
      new OneWriter(false),
      Goal.atLeast(1.0)),
  FULL_EIGHT(
      "full-8",
      "Eight writers, autocommit update: durability=full against WAL synchronous=FULL",
      "full",
      "FULL",
      new ManyWriters(8),
      Goal.atLeast(3.0)),
  RELAXED_ONE(
      "relaxed-1",
      "One writer, autocommit update: durability=relaxed against WAL synchronous=NORMAL",
      "relaxed",
      "NORMAL",
      new OneWriter(false),
      Goal.atLeast(3.0)),
  RELAXED_TRANSACTION(
      "relaxed-tx",
      "One writer, transactions of one update: durability=relaxed against WAL synchronous=NORMAL",
      "relaxed",
      "NORMAL",
      new OneWriter(true),
      Goal.atLeast(3.0)),
  NONE_ONE(
      "none-1",
      "One writer, autocommit update: durability=none against WAL synchronous=OFF",
      "none",
      "OFF",
      new OneWriter(false),
      Goal.atLeast(3.0)),
  NONE_TRANSACTION(
      "none-tx",
      "One writer, transactions of one update: durability=none against WAL synchronous=OFF",
      "none",
      "OFF",
      new OneWriter(true),
      Goal.atLeast(3.0)),
  READER(
      "reader",
      "A reader's p99 beside a writer (durability=full, WAL synchronous=FULL) through its idle p99",
      "full",
      "FULL",
      new ReaderBesideWriter(),
      Goal.atMost(2.0)),
  READER_RELAXED(
      "reader-relaxed",
      "A reader's p99 beside a writer (relaxed, WAL synchronous=NORMAL) through its idle p99",
      "relaxed",
      "NORMAL",
      new ReaderBesideWriter(),
      Goal.atMost(2.0));

  /** The metric that every case gives and that its goal is about. */
  static final String RATIO = "ratio";

  /** The metric that has to be 0 in every fork, where a case gives it. */
  static final String BUSY = "icsqlite BUSY";

  /**
   * What the ratio is to be.
   *
   * @param bound the last good value
   * @param most whether it is the largest good value, not the smallest
   */
  record Goal(double bound, boolean most) {

    static Goal atLeast(double bound) {
      return new Goal(bound, false);
    }

    static Goal atMost(double bound) {
      return new Goal(bound, true);
    }

    boolean reachedBy(double ratio) {
      return most ? ratio <= bound : ratio >= bound;
    }

    @Override
    public String toString() {
      return (most ? "at most " : "at least ") + bound;
    }
  }

  private final String key;
  private final String title;
  private final String durability;
  private final String synchronous;

  private final Measurement measurement;

  private final Goal goal;

  BenchCase(
      String key,
      String title,
      String durability,
      String synchronous,
      Measurement measurement,
      Goal goal) {
    this.key = key;
    this.title = title;
    this.durability = durability;
    this.synchronous = synchronous;
    this.measurement = measurement;
    this.goal = goal;
  }

  String key() {
    return key;
  }

  String title() {
    return title;
  }

  String durability() {
    return durability;
  }

  String synchronous() {
    return synchronous;
  }

  Measurement measurement() {
    return measurement;
  }

  Goal goal() {
    return goal;
  }

  static Optional<BenchCase> byKey(String key) {
    return Arrays.stream(values()).filter(known -> known.key.equals(key)).findFirst();
  }
}
