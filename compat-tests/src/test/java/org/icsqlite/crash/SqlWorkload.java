package org.icsqlite.crash;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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
 * A random workload in SQL that depends on its seed, on one file with two databases: single
 * statements, transactions that commit or roll back, bodies that make the memory grow, tables and
 * indexes that come and go, VACUUM, checkpoints, changes of durability, closing and opening again,
 * and several threads that commit beside each other.
 */
final class SqlWorkload implements Workload {

  private static final int STEPS = 14;

  private static final int[] MEMORY_IDS = {120, 7};
  private static final String[] TABLES = {"a", "b", "c"};
  private static final int THREADS = 3;

  private final Random random;
  private final Storage storage;
  private final Recording recording;
  private final RecordedMemory.Images images;
  private final RowHistory history = new RowHistory();
  private final Map<Integer, Rows> rows = new TreeMap<>();
  private final Map<Integer, Connection> connections = new TreeMap<>();
  private final int pageSize;
  private final int bucketPages;
  private int noted;
  private FileStableMemory file;
  private EngineLease engine;

  /**
   * A workload that has not begun.
   *
   * @param storage where the memory will be, which records into the recording
   */
  SqlWorkload(long seed, Storage storage, Recording recording) {
    this.random = new Random(seed);
    this.storage = storage;
    this.recording = recording;
    this.images = new RecordedMemory.Images();
    this.bucketPages = 1 + random.nextInt(3);
    this.pageSize = 1024 << (2 * random.nextInt(3));
  }

  @Override
  public List<Content> images() {
    return images.all();
  }

  @Override
  public Map<Integer, Map<Integer, Rows>> history() {
    return history.all(images.newest());
  }

  @Override
  public void run() throws Exception {
    open();
    try {
      for (int step = 0; step < STEPS; step++) {
        step();
      }
    } finally {
      close();
    }
  }

  private void open() {
    Durability durability = random.nextInt(4) == 0 ? Durability.RELAXED : Durability.FULL;
    file =
        MemoryFiles.open(storage, MEMORY, Mode.CREATE, durability, FileOptions.MINIMUM_LOG_BYTES);
    engine =
        Engines.openPrivate(
            new RecordedMemory(file, images), new Engines.Options(true, true, bucketPages, 8_000));
  }

  private void close() throws SQLException {
    for (Connection connection : connections.values()) {
      connection.close();
    }
    connections.clear();
    engine.close();
    recording.promiseDurable(images.newest());
  }

  private Connection connection(int id) throws SQLException {
    Connection open = connections.get(id);
    if (open == null) {
      String options = rows.containsKey(id) ? "" : "page_size=" + pageSize + "&";
      open = LeasedConnections.open(engine, options + "memory_id=" + id);
      connections.put(id, open);
      if (!rows.containsKey(id)) {
        rows.put(id, new Rows());
        committed(id);
      }
    }
    return open;
  }

  private void committed(int id) {
    // A statement that had nothing to do made no message.
    if (images.lastOfThread() > noted) {
      noted = images.lastOfThread();
      history.database(noted, id, rows.get(id));
    }
    promise();
  }

  /** What the caller of the last commit may rely on. */
  private void promise() {
    if (file.durability() == Durability.FULL) {
      recording.promiseDurable(images.lastOfThread());
    } else {
      recording.promiseWritten(images.lastOfThread());
    }
  }

  private void step() throws Exception {
    int choice = random.nextInt(100);
    int id = MEMORY_IDS[random.nextInt(4) == 0 ? 1 : 0];
    if (choice < 30) {
      connection(id);
      change(id, rows.get(id));
      committed(id);
    } else if (choice < 52) {
      transaction(id, random.nextInt(4) != 0);
    } else if (choice < 62) {
      schema(id);
    } else if (choice < 70) {
      insert(
          connection(id),
          someTable(id, rows.get(id)),
          rows.get(id),
          20_000 + random.nextInt(90_000));
      committed(id);
    } else if (choice < 75) {
      vacuum(id);
    } else if (choice < 84) {
      file.checkpoint();
      recording.promiseDurable(images.newest());
    } else if (choice < 89) {
      file.setDurability(
          file.durability() == Durability.FULL ? Durability.RELAXED : Durability.FULL);
    } else if (choice < 94) {
      close();
      open();
    } else {
      beside(id);
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** A table that exists, in a transaction of its own when it has to be made. */
  private String someTable(int id, Rows model) throws SQLException {
    String table = TABLES[random.nextInt(TABLES.length)];
    if (model.table(table) == null) {
      createTable(connection(id), table, model);
      if (connection(id).getAutoCommit()) {
        committed(id);
      }
    }
    return table;
  }

  private static void createTable(Connection connection, String table, Rows model)
      throws SQLException {
    execute(connection, "CREATE TABLE " + table + "(id INTEGER PRIMARY KEY, v INTEGER, body BLOB)");
    model.tables().put(table, new TreeMap<>());
  }

  /** One statement that changes rows, or none when there are none to change. */
  private void change(int id, Rows model) throws SQLException {
    Connection connection = connection(id);
    String table = someTable(id, model);
    TreeMap<Integer, Row> rowsOfTable = model.table(table);
    int choice = rowsOfTable.isEmpty() ? 0 : random.nextInt(10);
    if (choice < 5) {
      insert(connection, table, model, random.nextInt(400));
    } else if (choice < 8) {
      int at = rowsOfTable.ceilingKey(random.nextInt(rowsOfTable.lastKey() + 1));
      Row row = new Row(random.nextInt(1_000_000), random.nextInt(600));
      try (PreparedStatement update =
          connection.prepareStatement("UPDATE " + table + " SET v = ?, body = ? WHERE id = ?")) {
        update.setLong(1, row.value());
        update.setBytes(2, Rows.body(row));
        update.setInt(3, at);
        update.executeUpdate();
      }
      rowsOfTable.put(at, row);
    } else {
      int from = random.nextInt(rowsOfTable.lastKey() + 1);
      execute(connection, "DELETE FROM " + table + " WHERE id >= " + from);
      rowsOfTable.tailMap(from).clear();
    }
  }

  private void insert(Connection connection, String table, Rows model, int length)
      throws SQLException {
    insert(connection, table, model, new Row(random.nextInt(1_000_000), length));
  }

  private static void insert(Connection connection, String table, Rows model, Row row)
      throws SQLException {
    TreeMap<Integer, Row> rowsOfTable = model.table(table);
    int id = rowsOfTable.isEmpty() ? 0 : rowsOfTable.lastKey() + 1;
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO " + table + " VALUES(?, ?, ?)")) {
      insert.setInt(1, id);
      insert.setLong(2, row.value());
      insert.setBytes(3, Rows.body(row));
      insert.executeUpdate();
    }
    rowsOfTable.put(id, row);
  }

  private void transaction(int id, boolean commit) throws SQLException {
    Connection connection = connection(id);
    Rows model = rows.get(id).copy();
    connection.setAutoCommit(false);
    for (int statements = 1 + random.nextInt(5); statements > 0; statements--) {
      change(id, model);
    }
    if (commit) {
      connection.commit();
      rows.put(id, model);
      committed(id);
    } else {
      connection.rollback();
    }
    connection.setAutoCommit(true);
  }

  private void schema(int id) throws SQLException {
    Connection connection = connection(id);
    String table = someTable(id, rows.get(id));
    if (random.nextInt(3) == 0) {
      execute(connection, "DROP TABLE " + table);
      rows.get(id).tables().remove(table);
    } else {
      execute(connection, "DROP INDEX IF EXISTS i_" + table);
      committed(id);
      execute(connection, "CREATE INDEX i_" + table + " ON " + table + "(v)");
    }
    committed(id);
  }

  private void vacuum(int id) throws SQLException {
    Connection connection = connection(id);
    String table = someTable(id, rows.get(id));
    execute(connection, "DELETE FROM " + table);
    rows.get(id).table(table).clear();
    committed(id);
    execute(connection, "VACUUM");
    committed(id);
  }

  /** Each thread commits to a table of its own, on a connection of its own. */
  private void beside(int id) throws Exception {
    Connection connection = connection(id);
    Rows model = rows.get(id);
    for (String table : TABLES) {
      if (model.table(table) == null) {
        createTable(connection, table, model);
        committed(id);
      }
    }
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<Rows>> results = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        String table = TABLES[thread];
        long seed = random.nextLong();
        Rows own = model.copy();
        results.add(threads.submit(() -> commitBeside(id, table, own, new Random(seed))));
      }
      for (int thread = 0; thread < THREADS; thread++) {
        model.tables().put(TABLES[thread], results.get(thread).get().table(TABLES[thread]));
      }
    } catch (ExecutionException e) {
      throw new AssertionError("a thread failed: " + e.getCause(), e.getCause());
    } finally {
      threads.shutdown();
    }
  }

  private Rows commitBeside(int id, String table, Rows own, Random choices) throws SQLException {
    try (Connection connection = LeasedConnections.open(engine, "memory_id=" + id)) {
      for (int commit = 0; commit < 3; commit++) {
        Row row = new Row(choices.nextInt(1_000_000), choices.nextInt(400));
        insert(connection, table, own, row);
        history.table(images.lastOfThread(), id, table, own);
        promise();
      }
    }
    return own;
  }
}
