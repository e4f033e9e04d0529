package org.icsqlite.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Collects what the forks of each case and Java said, and writes it as Markdown. */
final class Report {

  /** Java version to metric to the figures of its forks. */
  private final Map<BenchCase, Map<String, Map<String, List<Double>>>> figures =
      new LinkedHashMap<>();

  void add(BenchCase benchCase, String java, List<Metric> metrics) {
    Map<String, List<Double>> ofJava =
        figures
            .computeIfAbsent(benchCase, absent -> new LinkedHashMap<>())
            .computeIfAbsent(java, absent -> new LinkedHashMap<>());
    for (Metric metric : metrics) {
      ofJava.computeIfAbsent(metric.name(), absent -> new ArrayList<>()).add(metric.value());
    }
  }

  /** Whether every case reaches its goal on every Java. */
  boolean allReached() {
    return figures.entrySet().stream()
        .allMatch(
            ofCase ->
                ofCase.getValue().values().stream()
                    .allMatch(metrics -> reached(ofCase.getKey(), metrics)));
  }

  /** The median ratio counts, and that nobody was turned away. */
  private static boolean reached(BenchCase benchCase, Map<String, List<Double>> metrics) {
    List<Double> busy = metrics.getOrDefault(BenchCase.BUSY, List.of());
    return benchCase.goal().reachedBy(Samples.median(metrics.get(BenchCase.RATIO)))
        && busy.stream().allMatch(count -> count == 0);
  }

  /** The ratios of all cases in one table, then a table of all medians for each case. */
  String markdown() {
    StringBuilder text = new StringBuilder();
    text.append("| case | Java | forks | ratio (lowest to highest fork) | goal | |\n");
    text.append("| --- | --- | --- | --- | --- | --- |\n");
    figures.forEach(
        (benchCase, javas) ->
            javas.forEach((java, metrics) -> summary(text, benchCase, java, metrics)));
    figures.forEach((benchCase, javas) -> details(text, benchCase, javas));
    return text.toString();
  }

  private static void summary(
      StringBuilder text, BenchCase benchCase, String java, Map<String, List<Double>> metrics) {
    List<Double> ratios = metrics.get(BenchCase.RATIO);
    text.append(
        String.format(
            Locale.ROOT,
            "| %s | %s | %d | %.2f (%.2f to %.2f) | %s | %s |%n",
            benchCase.key(),
            java,
            ratios.size(),
            Samples.median(ratios),
            Collections.min(ratios),
            Collections.max(ratios),
            benchCase.goal(),
            reached(benchCase, metrics) ? "reached" : "missed"));
  }

  private static void details(
      StringBuilder text, BenchCase benchCase, Map<String, Map<String, List<Double>>> javas) {
    text.append("\n").append(benchCase.title()).append("\n\n| Java |");
    Map<String, List<Double>> first = javas.values().iterator().next();
    first.keySet().forEach(name -> text.append(' ').append(name).append(" |"));
    text.append("\n| --- |").append(" --- |".repeat(first.size())).append("\n");
    javas.forEach(
        (java, metrics) -> {
          text.append("| ").append(java).append(" |");
          metrics.values().forEach(values -> text.append(' ').append(figure(values)).append(" |"));
          text.append("\n");
        });
  }

  private static String figure(List<Double> values) {
    double median = Samples.median(values);
    String format = median >= 100 || median == Math.rint(median) ? "%.0f" : "%.2f";
    return String.format(Locale.ROOT, format, median);
  }
}
