package org.icsqlite.differential;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TimeZone;

/** The whole script, run in a fixed time zone. */
final class Script {

  private static final Map<String, Part> PARTS = new LinkedHashMap<>();

  static {
    PARTS.put("connections", new ConnectionSteps());
    PARTS.put("getters", new GetterSteps());
    PARTS.put("result sets", new ResultSetSteps());
    PARTS.put("statements", new StatementSteps());
    PARTS.put("parameters", new ParameterSteps());
    PARTS.put("descriptions", new DescriptionSteps());
    PARTS.put("transactions", new TransactionSteps());
  }

  private Script() {}

  static Map<String, String> run(Side side) throws Exception {
    Outcomes outcomes = new Outcomes();
    TimeZone zone = TimeZone.getDefault();
    TimeZone.setDefault(TimeZone.getTimeZone("Europe/Zurich"));
    try {
      for (Part part : PARTS.values()) {
        part.run(side, outcomes);
      }
    } finally {
      TimeZone.setDefault(zone);
    }
    return outcomes.texts();
  }
}
