package org.icsqlite.damage;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The program in the child JVM: runs a range of cases and tells its parent on standard output what
 * it is about to do and what it found, one line each.
 *
 * <pre>
 * ready               specimens are loaded
 * case N              the case N begins
 * finding N TEXT      the case N is a failure; line ends of the text as \n
 * count N WHAT        WHAT was seen N times
 * done                the range is finished
 * </pre>
 */
final class DamageRun {

  private static final boolean VERBOSE = Boolean.getBoolean("icsqlite.damage.verbose");

  private DamageRun() {}

  /**
   * Tells on standard error what is done next, when the property icsqlite.damage.verbose is set.
   */
  static void trace(String text) {
    if (VERBOSE) {
      System.err.println(text);
    }
  }

  /** Arguments: seed, first case, case after the last, directory for files. */
  public static void main(String[] arguments) throws IOException {
    long seed = Long.parseLong(arguments[0]);
    long first = Long.parseLong(arguments[1]);
    long end = Long.parseLong(arguments[2]);
    Path directory = Path.of(arguments[3]);
    PrintStream parent = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    Specimens specimens =
        Specimens.load(Path.of(System.getProperty("icsqlite.fixtures")), directory);
    parent.println("ready");
    Outcome outcome = new Outcome();
    for (long number = first; number < end; number++) {
      parent.println("case " + number);
      provoke(number);
      DamageCase damage = DamageCase.make(specimens, seed, number);
      trace(damage.description());
      try {
        Exercise.run(damage, directory.resolve("case-" + number + ".bin"), outcome);
      } catch (IOException | RuntimeException | Error e) {
        outcome.finding("the case itself failed", e);
      }
      for (String finding : outcome.takeFindings()) {
        String text = damage.description() + "\n" + finding;
        parent.println("finding " + number + " " + text.replace("\n", "\\n"));
      }
    }
    outcome.counts().forEach((what, count) -> parent.println("count " + count + " " + what));
    parent.println("done");
  }

  /** Ends as a crash or a hang ends, where the parent's own test asks for it. */
  private static void provoke(long number) {
    if (number == Long.getLong("icsqlite.damage.halt.at", -1)) {
      Runtime.getRuntime().halt(134);
    }
    while (number == Long.getLong("icsqlite.damage.hang.at", -1)) {
      Thread.onSpinWait();
    }
  }
}
