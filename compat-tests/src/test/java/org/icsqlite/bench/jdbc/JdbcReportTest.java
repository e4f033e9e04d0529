package org.icsqlite.bench.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class JdbcReportTest {

  private static Figure nanos(double nanos) {
    return new Figure(nanos, 64);
  }

  @Test
  void theRatioIsTheMedianOfTheRatiosOfForksThatRanTogether() {
    JdbcReport report = new JdbcReport();
    report.add(JdbcCase.SCAN_TEXTS, 17, nanos(100), nanos(300));
    report.add(JdbcCase.SCAN_TEXTS, 17, nanos(1000), nanos(2500));
    report.add(JdbcCase.SCAN_TEXTS, 17, nanos(110), nanos(110));
    report.addFloor(JdbcCase.SCAN_TEXTS, 17, nanos(41));

    assertEquals(
        "| scan-texts | 17 | 3 | 110 | 300 | 2.50 (1.00 to 3.00) | at least 2.0 | reached | 64 | 64"
            + " | 41 |",
        report.markdown().lines().skip(2).findFirst().orElseThrow());
    assertTrue(report.allReached());
  }

  @Test
  void theLinesOfATableHaveAsManyColumnsAsItsHead() {
    JdbcReport report = new JdbcReport();
    report.add(JdbcCase.OPEN, 25, nanos(1), nanos(1));
    report.add(JdbcCase.SCAN_MIXED, 25, nanos(1), nanos(1));

    assertEquals(
        List.of(12L, 12L, 12L, 12L),
        report.markdown().lines().map(line -> line.chars().filter(c -> c == '|').count()).toList());
  }

  @Test
  void oneMissedGoalOnOneJavaIsAMissOfTheRun() {
    JdbcReport report = new JdbcReport();
    report.add(JdbcCase.INSERT_FILE, 17, nanos(100), nanos(125));
    assertTrue(report.allReached());

    report.add(JdbcCase.INSERT_FILE, 25, nanos(100), nanos(124));
    assertFalse(report.allReached());
    assertTrue(report.markdown().contains("1.24 (1.24 to 1.24) | at least 1.25 | missed |"));
  }

  @Test
  void aPointReadInAutocommitHasALowerGoalWhereCallsGoThroughJna() {
    JdbcReport report = new JdbcReport();
    report.add(JdbcCase.READ_AUTOCOMMIT, 17, nanos(100), nanos(80));
    assertTrue(report.allReached());

    report.add(JdbcCase.READ_AUTOCOMMIT, 25, nanos(100), nanos(149));
    assertFalse(report.allReached());
  }

  @Test
  void aCaseWithoutGoalIsNeverMissed() {
    JdbcReport report = new JdbcReport();
    report.add(JdbcCase.OPEN, 17, nanos(100), nanos(1));

    assertTrue(report.allReached());
    assertTrue(report.markdown().contains("| 0.01 (0.01 to 0.01) |  |  |"), report.markdown());
  }

  @Test
  void aRunThatMeasuredNothingReachesNoGoal() {
    assertFalse(new JdbcReport().allReached());
    assertThrows(IllegalStateException.class, () -> JdbcReport.median(List.of()));
  }

  @Test
  void theMedianOfAnEvenNumberOfValuesIsTheMeanOfTheMiddleTwo() {
    assertEquals(2.5, JdbcReport.median(List.of(9.0, 1.0, 2.0, 3.0)));
  }

  @Test
  void everyCaseIsFoundByItsKeyAndNamesBenchmarksThatExist() throws ReflectiveOperationException {
    for (JdbcCase known : JdbcCase.values()) {
      assertEquals(known, JdbcCase.byKey(known.key()).orElseThrow());
      requireMethod(known.benchmark());
      if (known.floor() != null) {
        requireMethod(known.floor());
      }
    }
    assertNull(JdbcCase.OPEN.floor());
  }

  private static void requireMethod(String expression) throws ReflectiveOperationException {
    String name = expression.replaceAll("[\\\\^$]", "");
    int dot = name.lastIndexOf('.');
    assertTrue(
        List.of(Class.forName(name.substring(0, dot)).getMethods()).stream()
            .anyMatch(method -> method.getName().equals(name.substring(dot + 1))),
        name);
  }
}
