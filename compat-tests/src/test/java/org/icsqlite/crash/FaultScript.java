package org.icsqlite.crash;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.icsqlite.crash.Rows.Row;
import org.icsqlite.jdbc.LeasedConnections;
import org.icsqlite.memory.Durability;
import org.icsqlite.memory.FileOptions;
import org.icsqlite.memory.FileStableMemory;
import org.icsqlite.memory.FileStableMemory.Mode;
import org.icsqlite.memory.MemoryFiles;
import org.icsqlite.storage.Storage;
import org.icsqlite.vfs.EngineLease;
import org.icsqlite.vfs.Engines;

/**
 * A fixed sequence of steps in SQL on one file with two databases. Each step is one transaction at
 * most and can be done again when it failed. Rows follow when a step was done.
 */
final class FaultScript {

  static final Path MEMORY = Path.of("/faults/memory.bin");

  /** A step, given a connection, and what it does to the rows. */
  private record Step(int memoryId, Work work, Effect effect) {}

  private interface Work {
    void run(FaultScript script, Connection connection) throws SQLException;
  }

  private interface Effect {
    void on(Rows rows);
  }

  private static final int MAIN = 120;
  private static final int OTHER = 7;
  private static final Row SMALL = new Row(11, 200);
  private static final Row LARGE = new Row(12, 150_000);
  private static final Row CHANGED = new Row(13, 300);

  private static final List<Step> STEPS =
      List.of(
          step(MAIN, List.of(create("a")), rows -> rows.tables().put("a", new TreeMap<>())),
          new Step(MAIN, put("a", 1, SMALL), rows -> rows.table("a").put(1, SMALL)),
          new Step(
              MAIN,
              transaction(put("a", 2, CHANGED), put("a", 3, SMALL), put("a", 1, CHANGED)),
              rows -> {
                rows.table("a").put(2, CHANGED);
                rows.table("a").put(3, SMALL);
                rows.table("a").put(1, CHANGED);
              }),
          new Step(MAIN, put("a", 4, LARGE), rows -> rows.table("a").put(4, LARGE)),
          new Step(MAIN, (script, connection) -> script.file.checkpoint(), rows -> {}),
          new Step(MAIN, put("a", 5, SMALL), rows -> rows.table("a").put(5, SMALL)),
          step(OTHER, List.of(create("b")), rows -> rows.tables().put("b", new TreeMap<>())),
          new Step(OTHER, put("b", 1, LARGE), rows -> rows.table("b").put(1, LARGE)),
          step(MAIN, List.of("DELETE FROM a WHERE id = 4"), rows -> rows.table("a").remove(4)),
          step(MAIN, List.of("VACUUM"), rows -> {}),
          new Step(
              MAIN,
              (script, connection) -> {
                connection.setAutoCommit(false);
                put("a", 6, SMALL).run(script, connection);
                put("a", 1, SMALL).run(script, connection);
                connection.rollback();
                connection.setAutoCommit(true);
              },
              rows -> {}),
          new Step(
              MAIN,
              (script, connection) -> {
                script.close();
                script.open();
              },
              rows -> {}),
          new Step(MAIN, put("a", 7, LARGE), rows -> rows.table("a").put(7, LARGE)),
          new Step(MAIN, put("a", 1, SMALL), rows -> rows.table("a").put(1, SMALL)));

  private final Storage storage;
  private final Durability durability;
  private final Map<Integer, Rows> rows = new TreeMap<>();
  private final Map<Integer, Connection> connections = new TreeMap<>();
  private FileStableMemory file;
  private EngineLease engine;
  private int done;

  FaultScript(Storage storage, Durability durability) {
    this.storage = storage;
    this.durability = durability;
  }

  private static Step step(int memoryId, List<String> sql, Effect effect) {
    return new Step(
        memoryId,
        (script, connection) -> {
          for (String one : sql) {
            execute(connection, one);
          }
        },
        effect);
  }

  private static String create(String table) {
    return "CREATE TABLE " + table + "(id INTEGER PRIMARY KEY, v INTEGER, body BLOB)";
  }

  private static Work put(String table, int id, Row row) {
    return (script, connection) -> {
      try (PreparedStatement put =
          connection.prepareStatement("INSERT OR REPLACE INTO " + table + " VALUES(?, ?, ?)")) {
        put.setInt(1, id);
        put.setLong(2, row.value());
        put.setBytes(3, Rows.body(row));
        put.executeUpdate();
      }
    };
  }

  private static Work transaction(Work... parts) {
    return (script, connection) -> {
      connection.setAutoCommit(false);
      for (Work part : parts) {
        part.run(script, connection);
      }
      connection.commit();
      connection.setAutoCommit(true);
    };
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Opens the file; does nothing when it is open. */
  void open() {
    if (engine == null) {
      file =
          MemoryFiles.open(storage, MEMORY, Mode.CREATE, durability, FileOptions.MINIMUM_LOG_BYTES);
      engine = Engines.openPrivate(file, new Engines.Options(true, true, 1, 8_000));
    }
  }

  /** Closes everything, even when some of it fails. */
  void close() throws SQLException {
    SQLException failure = null;
    for (Connection connection : connections.values()) {
      try {
        connection.close();
      } catch (SQLException e) {
        failure = e;
      }
    }
    connections.clear();
    EngineLease lease = engine;
    engine = null;
    file = null;
    if (lease != null) {
      lease.close();
    }
    if (failure != null) {
      throw failure;
    }
  }

  boolean finished() {
    return done == STEPS.size();
  }

  /** Does the next step; when it fails the same one is the next. */
  void next() throws SQLException {
    open();
    Step step = STEPS.get(done);
    rows.computeIfAbsent(step.memoryId(), id -> new Rows());
    step.work().run(this, connection(step.memoryId()));
    count(step);
  }

  private void count(Step step) {
    step.effect().on(rows.get(step.memoryId()));
    done++;
  }

  /** Takes the next step as done: it had failed, and has turned out to be in the memory. */
  void countAsDone() {
    count(STEPS.get(done));
  }

  /** Ends a transaction that a step has left open when it failed. */
  void rollBack() throws SQLException {
    for (Connection connection : connections.values()) {
      if (!connection.getAutoCommit()) {
        connection.rollback();
        connection.setAutoCommit(true);
      }
    }
  }

  private Connection connection(int memoryId) throws SQLException {
    Connection open = connections.get(memoryId);
    if (open == null) {
      open = LeasedConnections.open(engine, "memory_id=" + memoryId);
      connections.put(memoryId, open);
    }
    return open;
  }

  /**
   * Compares the databases with the rows.
   *
   * @return what differs, or null
   */
  String difference() throws SQLException {
    open();
    file.sizePages(); // also fails for a poisoned memory that has no databases yet
    for (Map.Entry<Integer, Rows> database : rows.entrySet()) {
      String difference = database.getValue().differenceFrom(connection(database.getKey()));
      if (difference != null) {
        return "memory " + database.getKey() + ": " + difference;
      }
    }
    return null;
  }
}
