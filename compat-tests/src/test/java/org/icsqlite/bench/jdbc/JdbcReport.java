package org.icsqlite.bench.jdbc;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Collects the figures of the forks and writes them as Markdown. */
final class JdbcReport {

  private record Key(JdbcCase jdbcCase, int java) {}

  /** The forks of a case on a Java. A fork of the one library has its partner at the same index. */
  private static final class Forks {
    final List<Figure> ours = new ArrayList<>();
    final List<Figure> theirs = new ArrayList<>();
    final List<Figure> floors = new ArrayList<>();

    List<Double> ratios() {
      List<Double> ratios = new ArrayList<>();
      for (int i = 0; i < ours.size(); i++) {
        ratios.add(theirs.get(i).nanos() / ours.get(i).nanos());
      }
      return ratios;
    }
  }

  private final Map<Key, Forks> measured = new LinkedHashMap<>();

  private Forks forks(JdbcCase jdbcCase, int java) {
    return measured.computeIfAbsent(new Key(jdbcCase, java), absent -> new Forks());
  }

  /** Adds two forks that ran one after the other. */
  void add(JdbcCase jdbcCase, int java, Figure ours, Figure theirs) {
    Forks forks = forks(jdbcCase, java);
    forks.ours.add(ours);
    forks.theirs.add(theirs);
  }

  /** Adds a fork of the calls without JDBC. */
  void addFloor(JdbcCase jdbcCase, int java, Figure floor) {
    forks(jdbcCase, java).floors.add(floor);
  }

  /** Whether every case that has a goal reaches it on every Java; false when nothing was added. */
  boolean allReached() {
    return !measured.isEmpty()
        && measured.entrySet().stream()
            .allMatch(entry -> reached(entry.getKey(), entry.getValue().ratios()));
  }

  private static boolean reached(Key key, List<Double> ratios) {
    return median(ratios) >= key.jdbcCase().goal(key.java());
  }

  /** One line for each case and Java. */
  String markdown() {
    StringBuilder text = new StringBuilder();
    text.append(
        "| case | Java | forks | icsqlite ns | sqlite-jdbc ns | ratio (lowest to highest) | goal |"
            + " | icsqlite bytes | sqlite-jdbc bytes | floor ns |\n");
    text.append("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
    measured.forEach((key, forks) -> line(text, key, forks));
    return text.toString();
  }

  private static void line(StringBuilder text, Key key, Forks forks) {
    List<Double> ratios = forks.ratios();
    double goal = key.jdbcCase().goal(key.java());
    text.append(
        String.format(
            Locale.ROOT,
            "| %s | %d | %d | %.0f | %.0f | %.2f (%.2f to %.2f) | %s | %s | %.0f | %.0f | %s |%n",
            key.jdbcCase().key(),
            key.java(),
            ratios.size(),
            median(forks.ours, Figure::nanos),
            median(forks.theirs, Figure::nanos),
            median(ratios),
            Collections.min(ratios),
            Collections.max(ratios),
            goal == 0 ? "" : "at least " + goal,
            goal == 0 ? "" : reached(key, ratios) ? "reached" : "missed",
            median(forks.ours, Figure::bytes),
            median(forks.theirs, Figure::bytes),
            forks.floors.isEmpty()
                ? ""
                : String.format(Locale.ROOT, "%.0f", median(forks.floors, Figure::nanos))));
  }

  private static double median(List<Figure> figures, ToDoubleFunction<Figure> part) {
    return median(figures.stream().map(part::applyAsDouble).toList());
  }

  /** The middle one of these values, or the mean of the two in the middle. */
  static double median(List<Double> values) {
    if (values.isEmpty()) {
      throw new IllegalStateException("nothing was measured");
    }
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }
}
