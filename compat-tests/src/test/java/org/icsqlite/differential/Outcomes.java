package org.icsqlite.differential;

import static org.junit.jupiter.api.Assertions.assertNull;

import java.lang.reflect.InvocationTargetException;
import java.sql.SQLException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the steps of the script gave, as text, by the names of the steps in their order. */
final class Outcomes {

  /** One step. */
  @FunctionalInterface
  interface Probe {
    Object run() throws Exception;
  }

  private final Map<String, String> texts = new LinkedHashMap<>();

  /** Runs a step and records its value or its failure. */
  void record(String step, Probe probe) {
    String text;
    try {
      text = Shown.value(probe.run());
    } catch (InvocationTargetException e) {
      text = Shown.failure(e.getCause());
    } catch (Exception | Error e) {
      text = Shown.failure(e);
    }
    String name = Shown.oneLine(step);
    assertNull(texts.put(name, text), () -> "Two steps have the name " + name);
  }

  /** Runs a step that gives no value. */
  void recordCall(String step, Call call) {
    record(
        step,
        () -> {
          call.run();
          return "done";
        });
  }

  /** One step without a value. */
  @FunctionalInterface
  interface Call {
    void run() throws SQLException;
  }

  Map<String, String> texts() {
    return Collections.unmodifiableMap(texts);
  }
}
