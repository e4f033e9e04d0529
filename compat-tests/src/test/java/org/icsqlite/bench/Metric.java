package org.icsqlite.bench;

/**
 * One figure of one fork.
 *
 * @param name what was measured, with its unit
 * @param value the figure
 */
record Metric(String name, double value) {

  private static final String MARK = "metric ";

  /** The line in which a fork tells it. */
  String line() {
    return MARK + value + " " + name;
  }

  /** The metric of such a line, or null for any other line. */
  static Metric parse(String line) {
    if (!line.startsWith(MARK)) {
      return null;
    }
    int space = line.indexOf(' ', MARK.length());
    return new Metric(
        line.substring(space + 1), Double.parseDouble(line.substring(MARK.length(), space)));
  }
}
