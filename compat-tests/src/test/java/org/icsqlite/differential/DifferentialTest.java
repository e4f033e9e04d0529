package org.icsqlite.differential;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** sqlite-jdbc and icsqlite do the same, but for the differences that are listed. */
class DifferentialTest {

  private static final String STATE_AND_SUBCLASS = "sqlstate";
  private static final Pattern HEADING = Pattern.compile("(?m)^### `([a-z0-9-]+)`");

  private static Map<String, String> theirs;
  private static Map<String, String> ours;
  private static List<Rule> rules;

  @BeforeAll
  static void runTheScriptOnBoth() throws Exception {
    theirs = Script.run(Side.THEIRS);
    ours = Script.run(Side.OURS);
    try (InputStream list = DifferentialTest.class.getResourceAsStream("differences.tsv")) {
      rules =
          new String(list.readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !line.isEmpty() && !line.startsWith("#"))
              .map(Rule::parse)
              .toList();
    }
  }

  @Test
  void everyDifferenceIsExpectedAndEveryExpectationIsMet() {
    List<String> unexpected = new ArrayList<>();
    Set<Rule> unused = new LinkedHashSet<>(rules);
    for (String step : steps()) {
      String their = theirs.get(step);
      String our = ours.get(step);
      if (Comparison.agree(step, their, our)) {
        continue;
      }
      List<Rule> covering =
          rules.stream().filter(rule -> rule.covers(step, "" + their, "" + our)).toList();
      if (covering.isEmpty()) {
        unexpected.add(step + "\t" + their + "\t" + our);
      }
      covering.forEach(unused::remove);
    }
    assertEquals(List.of(), unexpected, "differences that no rule covers");
    assertEquals(List.of(), unused.stream().map(Rule::line).toList(), "rules without a difference");
  }

  @Test
  void theScriptIsLarge() {
    assertTrue(steps().size() > 5_000, () -> "only " + steps().size() + " steps");
  }

  @Test
  void nothingOfOursFailsUnchecked() {
    List<String> unchecked = new ArrayList<>();
    ours.forEach(
        (step, outcome) -> {
          if (outcome.startsWith("!!")) {
            unchecked.add(step + "\t" + outcome);
          }
        });
    assertEquals(List.of(), unchecked);
  }

  @Test
  void everyFailureOfOursHasAStateAndASubclass() {
    List<String> bare = new ArrayList<>();
    ours.forEach(
        (step, outcome) -> {
          if (outcome.startsWith("!SQLException ")
              || (outcome.startsWith("!") && outcome.contains(" null "))) {
            bare.add(step + "\t" + outcome);
          }
        });
    assertEquals(List.of(), bare);
  }

  @Test
  void everyReasonIsExplainedAndEveryExplanationIsUsed() throws IOException {
    Set<String> used = new TreeSet<>(Set.of(STATE_AND_SUBCLASS));
    rules.forEach(rule -> used.add(rule.reason()));
    Set<String> explained = new TreeSet<>();
    Matcher heading = HEADING.matcher(Files.readString(Path.of("../docs/differences.md")));
    while (heading.find()) {
      explained.add(heading.group(1));
    }
    assertEquals(explained, used);
  }

  private static Set<String> steps() {
    Set<String> steps = new LinkedHashSet<>(theirs.keySet());
    steps.addAll(ours.keySet());
    return steps;
  }
}
