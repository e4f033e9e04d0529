package org.icsqlite.crash;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * Recovers every crash state of one recording, and compares the memory file with the images that
 * the messages made. After recovery the file must be the image after message k, with k at least the
 * newest message that had been promised, and nothing may lie beside it. Of some states the recovery
 * is recorded in turn, and crashed: whatever that leaves must recover to the same image.
 */
final class Simulation {

  /** One in so many states has its recovery crashed too. */
  private static final int RECOVERIES = 150;

  private static final int FIRST_RECOVERY = 40;

  private static final int RECOVERY_EXTRAS = 2;

  private final String name;
  private final Disk start;
  private final Recording recording;
  private final Path memory;
  private final List<Content> images;
  private final Recovery recovery;
  private final Random random;
  private final Map<Long, Integer> messageOfImage = new HashMap<>();
  private final Map<Long, Integer> messageOfState = new HashMap<>();
  private final Set<Integer> reached = new TreeSet<>();
  private long visited;
  private long recoveries;

  /**
   * @param name what replays this, for the text of a violation
   * @param images the memory after each message, from the one after message 0, which is the start
   */
  Simulation(
      String name,
      Disk start,
      Recording recording,
      Path memory,
      List<Content> images,
      Recovery recovery,
      Random random) {
    this.name = name;
    this.start = start;
    this.recording = recording;
    this.memory = memory;
    this.images = images;
    this.recovery = recovery;
    this.random = random;
    for (int message = 0; message < images.size(); message++) {
      Integer other = messageOfImage.put(images.get(message).hash(), message);
      if (other != null) {
        throw new IllegalArgumentException(
            name + ": the images after messages " + other + " and " + message + " are equal");
      }
    }
  }

  /** Visits all points; throws a {@link CrashViolation} at the first wrong state. */
  Simulation run(int extras) throws Exception {
    new CrashStates(random, extras).visit(start, recording.operations(), this::check);
    return this;
  }

  /** Different states that were recovered, with those of crashed recoveries. */
  long states() {
    return messageOfState.size();
  }

  /** States with those that had been seen before. */
  long visited() {
    return visited;
  }

  /** Those of them that only a crash during recovery left. */
  long recoveryStates() {
    return recoveries;
  }

  /** The messages whose images were recovered to. */
  Set<Integer> reached() {
    return reached;
  }

  private void check(CrashState state) {
    visited++;
    long hash = state.disk().hash();
    Integer message = messageOfState.get(hash);
    if (message == null) {
      message = recover(state);
      messageOfState.put(hash, message);
      reached.add(message);
      if (messageOfState.size() % RECOVERIES == FIRST_RECOVERY) {
        crashRecovery(state, message);
      }
    }
    int least =
        state.processOnly()
            ? recording.writtenAfter(state.operations())
            : recording.durableAfter(state.operations());
    if (message < least) {
      throw violation(
          state, "recovers to message " + message + ", but " + least + " was promised", null);
    }
  }

  private int recover(CrashState state) {
    CrashStorage storage = new CrashStorage(state.disk());
    recover(storage, state);
    return messageIn(storage, state);
  }

  private void recover(CrashStorage storage, CrashState state) {
    try {
      recovery.recover(storage);
    } catch (Exception | AssertionError e) {
      throw violation(state, "is not recovered: " + e, e);
    }
  }

  private int messageIn(CrashStorage storage, CrashState state) {
    Disk left = storage.disk();
    Content content = left.files().get(memory);
    if (content == null || left.files().size() != 1) {
      throw violation(state, "recovers to " + left.describe(), null);
    }
    Integer message = messageOfImage.get(content.hash());
    if (message == null) {
      throw violation(state, "recovers to no image: " + nearest(content), null);
    }
    long difference = content.firstDifference(images.get(message));
    if (difference >= 0) {
      throw violation(state, "differs at " + difference + " from message " + message, null);
    }
    return message;
  }

  private String nearest(Content content) {
    StringBuilder text = new StringBuilder();
    for (int message = 0; message < images.size(); message++) {
      if (images.get(message).length() == content.length()) {
        text.append(" message ")
            .append(message)
            .append(" differs at ")
            .append(content.firstDifference(images.get(message)))
            .append(';');
      }
    }
    return content.length() + " bytes," + text;
  }

  private void crashRecovery(CrashState state, int message) {
    Recording second = new Recording();
    recover(new CrashStorage(state.disk(), second), state);
    try {
      new CrashStates(random, RECOVERY_EXTRAS)
          .visit(state.disk(), second.operations(), crashed -> checkAgain(state, crashed, message));
    } catch (CrashViolation e) {
      throw e;
    } catch (Exception e) {
      throw violation(state, "is not recovered twice: " + e, e);
    }
  }

  private void checkAgain(CrashState state, CrashState crashed, int message) {
    long hash = crashed.disk().hash();
    Integer again = messageOfState.get(hash);
    if (again == null) {
      recoveries++;
      CrashStorage storage = new CrashStorage(crashed.disk());
      try {
        recovery.recover(storage);
        again = messageIn(storage, state);
      } catch (Exception | AssertionError e) {
        throw violation(
            state, "is not recovered after a crash of its recovery (" + crashed + "): " + e, e);
      }
      messageOfState.put(hash, again);
    }
    if (again != message) {
      throw violation(
          state,
          "recovers to "
              + again
              + " after a crash of its recovery ("
              + crashed
              + "), else to "
              + message,
          null);
    }
  }

  private CrashViolation violation(CrashState state, String what, Throwable cause) {
    List<Operation> operations = recording.operations();
    StringBuilder text = new StringBuilder(name + ": the state " + state + " " + what);
    text.append("; the last operations:");
    int end = Math.min(state.operations(), operations.size());
    for (int i = Math.max(0, end - 12); i < end; i++) {
      text.append("\n  ").append(i).append(' ').append(operations.get(i));
    }
    return new CrashViolation(text.toString(), cause);
  }
}
