package org.icsqlite.differential;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** Methods of a result set that take no column, in every position, and columns by label. */
final class ResultSetSteps implements Part {

  private static final Set<String> OTHER =
      Set.of("hashCode", "toString", "notify", "notifyAll", "wait", "getClass", "close");

  private static final List<String> POSITIONS =
      List.of("before", "first", "middle", "last", "after", "closed", "statement closed");

  private static List<Method> methods() {
    return Arrays.stream(ResultSet.class.getMethods())
        .filter(method -> method.getParameterCount() == 0 && !OTHER.contains(method.getName()))
        .sorted(Comparator.comparing(Method::getName))
        .toList();
  }

  @Override
  public void run(Side side, Outcomes outcomes) throws Exception {
    try (Connection connection = side.open("CREATE TABLE t(Ab, cD, \"x y\", \u00c4)")) {
      for (Method method : methods()) {
        for (String position : POSITIONS) {
          try (Statement statement = connection.createStatement();
              ResultSet rows = statement.executeQuery("VALUES (1), (2), (3)")) {
            move(rows, statement, position);
            outcomes.record("rows " + position + " " + method.getName(), () -> method.invoke(rows));
          }
        }
        try (Statement statement = connection.createStatement();
            ResultSet rows = statement.executeQuery("SELECT 1 WHERE 0")) {
          outcomes.record("rows empty " + method.getName(), () -> method.invoke(rows));
        }
      }
      for (String position : POSITIONS) {
        try (Statement statement = connection.createStatement();
            ResultSet rows = statement.executeQuery("VALUES (1), (2), (3)")) {
          move(rows, statement, position);
          String at = "rows " + position;
          outcomes.record(at + " getInt", () -> rows.getInt(1));
          outcomes.record(at + " getInt 0", () -> rows.getInt(0));
          outcomes.record(at + " getInt 2", () -> rows.getInt(2));
          outcomes.record(at + " findColumn", () -> rows.findColumn("column1"));
          outcomes.record(at + " absolute", () -> rows.absolute(1));
          outcomes.record(at + " setFetchSize", () -> run(() -> rows.setFetchSize(7)));
          outcomes.record(at + " setFetchSize -1", () -> run(() -> rows.setFetchSize(-1)));
          outcomes.record(
              at + " setFetchDirection",
              () -> run(() -> rows.setFetchDirection(ResultSet.FETCH_FORWARD)));
          outcomes.record(
              at + " setFetchDirection back",
              () -> run(() -> rows.setFetchDirection(ResultSet.FETCH_REVERSE)));
          outcomes.record(at + " updateInt", () -> run(() -> rows.updateInt(1, 1)));
          outcomes.record(at + " close twice", () -> run(rows::close));
        }
      }
      labels(connection, outcomes);
    }
  }

  private static Object run(Outcomes.Call call) throws Exception {
    call.run();
    return "done";
  }

  private static void move(ResultSet rows, Statement statement, String position) throws Exception {
    int steps =
        switch (position) {
          case "before" -> 0;
          case "first" -> 1;
          case "middle" -> 2;
          case "last" -> 3;
          default -> 4;
        };
    for (int i = 0; i < steps; i++) {
      rows.next();
    }
    if (position.equals("closed")) {
      rows.close();
    } else if (position.equals("statement closed")) {
      statement.close();
    }
  }

  private static void labels(Connection connection, Outcomes outcomes) throws Exception {
    List<String> queries =
        List.of(
            "SELECT * FROM t",
            "SELECT Ab FROM t AS q",
            "SELECT q.Ab FROM t AS q",
            "SELECT Ab AS \"q.Ab\" FROM t",
            "SELECT Ab + 1, count(*) FROM t",
            "SELECT 1 AS ab, 2 AS AB, 3 AS \"x y\", 4 AS \u00e4");
    List<String> labels =
        Arrays.asList(
            "ab",
            "AB",
            "aB",
            "x y",
            "\"x y\"",
            "\u00c4",
            "\u00e4",
            "q.Ab",
            "1",
            "",
            null,
            "Ab + 1",
            "count(*)",
            "COUNT(*)");
    try (Statement statement = connection.createStatement()) {
      statement.execute("INSERT INTO t VALUES(1, 2, 3, 4)");
      for (String query : queries) {
        for (String label : labels) {
          try (ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            outcomes.record("label " + query + " " + label, () -> rows.findColumn(label));
            outcomes.record("label get " + query + " " + label, () -> rows.getString(label));
          }
        }
      }
    }
  }
}
