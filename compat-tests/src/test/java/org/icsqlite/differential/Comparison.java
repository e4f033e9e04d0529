package org.icsqlite.differential;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** When two failures are the same but for the SQLState, the subclass and the extended code. */
final class Comparison {

  private static final Pattern FAILURE = Pattern.compile("!(\\w+) (\\w+) (-?\\d+)((?: after .*)?)");

  /** Within the name of a step that comes about when the one before was a success. */
  private static final String FOLLOWING = " > ";

  private Comparison() {}

  /**
   * Whether a step has the outcomes that it must have without any rule.
   *
   * @param theirs null when the step did not come about there
   */
  static boolean agree(String step, String theirs, String ours) {
    if (theirs == null || ours == null) {
      return step.contains(FOLLOWING); // what it follows has other outcomes
    }
    return theirs.equals(ours) || differsInStateOnly(theirs, ours);
  }

  /**
   * Whether both fail with the same primary result code and the same counts of a batch, and ours
   * has a SQLState and a standard subclass, where theirs has none.
   */
  static boolean differsInStateOnly(String theirs, String ours) {
    Matcher their = FAILURE.matcher(theirs);
    Matcher our = FAILURE.matcher(ours);
    if (!their.matches() || !our.matches()) {
      return false;
    }
    int theirCode = Integer.parseInt(their.group(3));
    int ourCode = Integer.parseInt(our.group(3));
    return !our.group(1).equals("SQLException")
        && our.group(2).length() == 5
        && (theirCode == 0 || (theirCode & 0xff) == (ourCode & 0xff))
        && their.group(4).equals(our.group(4));
  }
}
