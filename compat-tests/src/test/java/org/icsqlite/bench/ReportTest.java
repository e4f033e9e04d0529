package org.icsqlite.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class ReportTest {

  private static List<Metric> ratio(double ratio) {
    return List.of(new Metric("icsqlite us", 250.4), ratioOf(ratio));
  }

  private static Metric ratioOf(double ratio) {
    return new Metric(BenchCase.RATIO, ratio);
  }

  @Test
  void theRatioOfACaseIsTheMedianOfItsForks() {
    Report report = new Report();
    for (double ratio : new double[] {9.5, 1.25, 1.5}) {
      report.add(BenchCase.FULL_ONE, "17", ratio(ratio));
    }

    assertTrue(
        report.markdown().contains("| full-1 | 17 | 3 | 1.50 (1.25 to 9.50) | at least 1.0 |"),
        report.markdown());
    assertTrue(report.markdown().contains("| 17 | 250 | 1.50 |"), report.markdown());
    assertTrue(report.allReached());
  }

  @Test
  void oneMissedGoalOnOneJavaIsAMissOfTheRun() {
    Report report = new Report();
    report.add(BenchCase.FULL_EIGHT, "17", ratio(3.0));
    report.add(BenchCase.READER, "17", ratio(2.0));
    assertTrue(report.allReached());

    report.add(BenchCase.FULL_EIGHT, "25", ratio(2.99));
    assertFalse(report.allReached());
    assertTrue(report.markdown().contains("| full-8 | 25 | 1 | 2.99 (2.99 to 2.99) |"));
  }

  @Test
  void oneWriterThatWasTurnedAwayIsAMiss() {
    Report report = new Report();
    report.add(BenchCase.FULL_EIGHT, "17", List.of(ratioOf(4), new Metric(BenchCase.BUSY, 0)));
    assertTrue(report.allReached());

    report.add(BenchCase.FULL_EIGHT, "17", List.of(ratioOf(4), new Metric(BenchCase.BUSY, 1)));
    assertFalse(report.allReached());
  }

  @Test
  void aReadersGoalIsAnUpperBound() {
    assertTrue(BenchCase.READER.goal().reachedBy(1.0));
    assertFalse(BenchCase.READER.goal().reachedBy(2.01));
  }

  @Test
  void aPercentileIsOneOfTheSamples() {
    Samples samples = new Samples();
    for (int i = 5000; i > 0; i--) {
      samples.add(i);
    }

    assertEquals(5000, samples.count());
    assertEquals(2500, samples.percentile(0.5));
    assertEquals(4950, samples.percentile(0.99));
    assertEquals(5000, samples.percentile(1));
    samples.clear();
    assertThrows(IllegalStateException.class, () -> samples.percentile(0.5));
  }

  @Test
  void theMedianOfAnEvenNumberOfValuesIsTheMeanOfTheMiddleTwo() {
    assertEquals(2.5, Samples.median(List.of(9.0, 1.0, 2.0, 3.0)));
  }

  @Test
  void aMetricComesBackFromItsLine() {
    Metric metric = new Metric("icsqlite wait p99 us", 12.5);

    assertEquals(metric, Metric.parse(metric.line()));
    assertNull(Metric.parse("done"));
  }

  @Test
  void everyCaseIsFoundByItsKey() {
    for (BenchCase known : BenchCase.values()) {
      assertEquals(known, BenchCase.byKey(known.key()).orElseThrow());
    }
  }
}
