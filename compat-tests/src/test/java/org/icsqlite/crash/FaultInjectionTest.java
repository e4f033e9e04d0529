package org.icsqlite.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.icsqlite.memory.Durability;
import org.icsqlite.memory.StableMemoryException;
import org.icsqlite.memory.StableMemoryException.Kind;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each file operation of a script fails once. Then either the step fails, nothing has changed, and
 * the step succeeds when it is done again; or the memory is poisoned, says so in the same words
 * whatever is asked, and holds all that was done before, and the failed step or not, when it was
 * opened again.
 */
class FaultInjectionTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final CrashStorage disk = new CrashStorage(Disk.empty());

  @Test
  void withoutAFaultTheScriptRuns() throws Exception {
    FaultStorage storage = new FaultStorage(disk, -1, FaultStorage.Kind.IO_ERROR);
    run(storage, Durability.FULL);
    List<String> calls = storage.calls();
    for (FaultStorage.Call call : FaultStorage.Call.values()) {
      assertTrue(calls.stream().anyMatch(line -> line.startsWith(call + " ")), call + " is used");
    }
  }

  @ParameterizedTest
  @EnumSource(FaultStorage.Kind.class)
  void anyOperationMayFailOnce(FaultStorage.Kind kind) {
    int failures = 0;
    boolean more = true;
    for (int operation = 0; more; operation++) {
      FaultStorage storage = new FaultStorage(new CrashStorage(Disk.empty()), operation, kind);
      String what = kind + " in operation " + operation;
      Assertions.assertTimeoutPreemptively(
          LIMIT,
          () -> {
            try {
              run(storage, Durability.FULL);
            } catch (Exception | AssertionError e) {
              throw new AssertionError(what + ", " + around(storage) + ": " + e, e);
            }
          },
          what);
      failures += storage.failed() ? 1 : 0;
      more = storage.calls().size() > operation;
    }
    assertTrue(failures > 0, "no operation can fail like that");
  }

  private static String around(FaultStorage storage) {
    List<String> calls = storage.calls();
    int failing = Math.min(storage.failing(), calls.size() - 1);
    return calls.subList(Math.max(0, failing - 3), failing + 1).toString();
  }

  private static void run(FaultStorage storage, Durability durability) throws Exception {
    FaultScript script = new FaultScript(storage, durability);
    boolean closed = false;
    int failures = 0;
    while (!closed) {
      try {
        if (script.finished()) {
          script.close();
          closed = true;
        } else {
          script.next();
        }
      } catch (SQLException | StableMemoryException failure) {
        requireExplained(failure);
        assertTrue(storage.failed(), () -> "nothing had failed: " + failure);
        assertEquals(1, ++failures, () -> "one operation had failed, and then: " + failure);
        recover(script, failure);
      }
    }
    storage.stop();
    assertNull(script.difference());
    script.close();
    assertEquals(1, storage.files(), "files when all is closed");
  }

  private static void requireExplained(Exception failure) {
    assertNotNull(failure.getMessage());
    if (failure instanceof SQLException sql) {
      assertNotNull(sql.getSQLState(), sql.toString());
    }
  }

  private static void recover(FaultScript script, Exception failure) throws Exception {
    try {
      script.rollBack();
      assertNull(script.difference(), "after " + failure);
    } catch (SQLException | StableMemoryException again) {
      StableMemoryException poison = poison(again);
      if (poison == null) {
        throw new AssertionError(
            "after '" + failure.getMessage() + "' the next call fails too: " + again, again);
      }
      requirePoisoned(script, poison);
      try {
        script.close();
      } catch (SQLException | StableMemoryException e) {
        requireExplained(e);
      }
      if (script.difference() != null) {
        script.countAsDone();
        assertNull(script.difference(), "neither before nor after the step that failed");
      }
    }
  }

  private static void requirePoisoned(FaultScript script, StableMemoryException poison) {
    for (int i = 0; i < 2; i++) {
      Exception next = assertThrows(Exception.class, script::next);
      StableMemoryException cause = poison(next);
      assertNotNull(cause, () -> "after a poisoned memory: " + next);
      assertEquals(poison.getMessage(), cause.getMessage());
      rollBack(script);
    }
  }

  /** What the driver asks for before anything else is done; whether it fails does not matter. */
  private static void rollBack(FaultScript script) {
    try {
      script.rollBack();
    } catch (SQLException e) {
      requireExplained(e);
    }
  }

  private static StableMemoryException poison(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof StableMemoryException stable && stable.kind() == Kind.POISONED) {
        return stable;
      }
    }
    return null;
  }
}
