package org.icsqlite.cli.verify;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * The process that is killed. It opens one file, starts writers and readers, and tells its parent
 * about them on its standard output (see {@link Reports}). On its standard input it gets one
 * character for an order; when that ends, the parent is gone and so is this process at once.
 */
public final class ChildMain {

  static final int GO = 'g';
  static final int STOP = 's';
  static final int ORPHANED = 9;
  private static final int FAILED = 3;
  private static final long MEMORY_EVERY_MILLIS = 1000;

  private final String url;
  private final Workload workload;
  private final int writers;
  private final int readers;
  private final long seed;
  private final Reports reports = new Reports();
  private final CountDownLatch go = new CountDownLatch(1);
  private final CountDownLatch stop = new CountDownLatch(1);

  private ChildMain(String url, long seed, int writers, int readers, long childSeed) {
    this.url = url;
    this.workload = new Workload(seed);
    this.writers = writers;
    this.readers = readers;
    this.seed = childSeed;
  }

  /**
   * Runs until it is told to stop or killed.
   *
   * @param arguments the URL, the seed of the workload, the numbers of writers and readers, and the
   *     seed of this child
   */
  public static void main(String[] arguments) {
    ChildMain child =
        new ChildMain(
            arguments[0],
            Long.parseLong(arguments[1]),
            Integer.parseInt(arguments[2]),
            Integer.parseInt(arguments[3]),
            Long.parseLong(arguments[4]));
    child.daemon("orders", child::obey);
    try {
      child.run();
    } catch (Violation | SQLException | RuntimeException | Error e) {
      child.fail(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      child.fail(e);
    }
    System.exit(0);
  }

  private void run() throws SQLException, Violation, InterruptedException {
    warmUp();
    reports.send(Reports.READY);
    go.await();
    reports.send(Reports.OPENING);
    try (Connection connection = DriverManager.getConnection(url)) {
      List<Long> high = find(connection);
      reports.send(Reports.OPEN);
      daemon("memory", this::reportMemory);
      List<Thread> threads = new ArrayList<>();
      for (int writer = 1; writer <= writers; writer++) {
        Writer task = new Writer(this, writer, high.get(writer - 1), seed);
        threads.add(thread("writer " + writer, task::run));
      }
      for (int reader = 1; reader <= readers; reader++) {
        Reader task = new Reader(this, seed + 1000L * reader);
        threads.add(thread("reader " + reader, task::run));
      }
      for (Thread thread : threads) {
        thread.join();
      }
    }
    reports.send(Reports.DONE);
  }

  /** Loads the native library and the classes before the file is touched. */
  private static void warmUp() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:icsqlite::memory:");
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT 1")) {
      rows.next();
    }
  }

  /** Reports how far each writer has come, after the tables were created in one transaction. */
  private List<Long> find(Connection connection) throws SQLException, Violation {
    try (Statement statement = connection.createStatement()) {
      createTables(connection, statement);
      List<Long> high = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery("SELECT high FROM counter ORDER BY writer")) {
        while (rows.next()) {
          high.add(rows.getLong(1));
        }
      }
      Violation.unless(high.size() == writers, "there are " + high.size() + " counters");
      for (int i = 0; i < writers; i++) {
        reports.send(Reports.FOUND, i + 1L, high.get(i));
      }
      return high;
    }
  }

  private void createTables(Connection connection, Statement statement) throws SQLException {
    try (ResultSet rows = statement.executeQuery("SELECT count(*) FROM sqlite_schema")) {
      rows.next();
      if (rows.getInt(1) > 0) {
        return;
      }
    }
    connection.setAutoCommit(false);
    for (String sql : Workload.SCHEMA) {
      statement.executeUpdate(sql);
    }
    try (PreparedStatement counter =
        connection.prepareStatement("INSERT INTO counter VALUES (?, 0, 1)")) {
      for (int writer = 1; writer <= writers; writer++) {
        counter.setInt(1, writer);
        counter.executeUpdate();
      }
    }
    try (PreparedStatement account =
        connection.prepareStatement("INSERT INTO account VALUES (?, ?)")) {
      for (int id = 0; id < Workload.ACCOUNTS; id++) {
        account.setInt(1, id);
        account.setLong(2, Workload.OPENING_BALANCE);
        account.executeUpdate();
      }
    }
    connection.commit();
    connection.setAutoCommit(true);
  }

  private void obey() {
    try {
      for (int order = System.in.read(); order >= 0; order = System.in.read()) {
        (order == GO ? go : stop).countDown();
      }
    } catch (IOException e) {
      // As good as its end.
      Runtime.getRuntime().halt(ORPHANED);
    }
    Runtime.getRuntime().halt(ORPHANED);
  }

  private void reportMemory() {
    while (!pause(MEMORY_EVERY_MILLIS)) {
      ProcessMemory now = ProcessMemory.now();
      reports.send(Reports.MEMORY, now.heapBytes(), now.residentBytes());
    }
  }

  // ---- what writers and readers need ------------------------------------------------------------

  Connection connect() throws SQLException {
    return DriverManager.getConnection(url);
  }

  Workload workload() {
    return workload;
  }

  Reports reports() {
    return reports;
  }

  boolean stopped() {
    return stop.getCount() == 0;
  }

  /** Waits so long, or until the order to stop; tells whether that has come. */
  @SuppressWarnings("InterruptedExceptionSwallowed") // nobody interrupts these threads
  boolean pause(long millis) {
    try {
      return stop.await(millis, java.util.concurrent.TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  // ---- threads ----------------------------------------------------------------------------------

  /** A step of a thread; what it throws ends the process. */
  @FunctionalInterface
  private interface Task {
    void run() throws SQLException, Violation;
  }

  private Thread thread(String name, Task task) {
    Thread thread = new Thread(() -> guarded(task), name);
    thread.start();
    return thread;
  }

  private void daemon(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
  }

  private void guarded(Task task) {
    try {
      task.run();
    } catch (SQLException | Violation | RuntimeException | Error e) {
      fail(e);
    }
  }

  /** Says what is wrong and ends the process, as a crash would. */
  private void fail(Throwable failure) {
    failure.printStackTrace();
    String state =
        failure instanceof SQLException sql ? " (SQLState " + sql.getSQLState() + ")" : "";
    String text = failure instanceof Violation ? failure.getMessage() : failure + state;
    reports.violation(Thread.currentThread().getName() + ": " + text);
    Runtime.getRuntime().halt(FAILED);
  }
}
