package org.icsqlite.differential;

import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Which differences are expected for one reason. The step and both outcomes are patterns, in which
 * a star stands for any text.
 *
 * @param reason an id of docs/differences.md
 */
record Rule(String reason, Pattern step, Pattern theirs, Pattern ours, String line) {

  static Rule parse(String line) {
    String[] fields = line.split("\t", -1);
    if (fields.length != 4) {
      throw new IllegalArgumentException("four fields make a rule: " + line);
    }
    return new Rule(fields[0], pattern(fields[1]), pattern(fields[2]), pattern(fields[3]), line);
  }

  private static Pattern pattern(String text) {
    return Pattern.compile(
        Arrays.stream(text.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")));
  }

  boolean covers(String atStep, String theirOutcome, String ourOutcome) {
    return step.matcher(atStep).matches()
        && theirs.matcher(theirOutcome).matches()
        && ours.matcher(ourOutcome).matches();
  }
}
