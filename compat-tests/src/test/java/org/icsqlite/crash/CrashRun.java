package org.icsqlite.crash;

import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.icsqlite.jdbc.LeasedConnections;
import org.icsqlite.memory.Durability;
import org.icsqlite.memory.FileOptions;
import org.icsqlite.memory.FileStableMemory.Mode;
import org.icsqlite.memory.MemoryFiles;
import org.icsqlite.storage.Storage;
import org.icsqlite.vfs.EngineLease;
import org.icsqlite.vfs.Engines;

/** A recorded workload, and the recovery of the states that crashes of it can leave. */
final class CrashRun {

  private final String name;
  private final long seed;
  private final Recording recording;
  private final Workload workload;

  private CrashRun(String name, long seed, Recording recording, Workload workload) {
    this.name = name;
    this.seed = seed;
    this.recording = recording;
    this.workload = workload;
    try {
      workload.run();
    } catch (Exception | AssertionError e) {
      throw new AssertionError(name + " does not even run: " + e, e);
    }
  }

  /** Runs the SQL workload of a seed in a storage. */
  static CrashRun sql(long seed, UnaryOperator<Storage> wrap) {
    Recording recording = new Recording();
    return new CrashRun(
        "seed " + seed + " (-Dicsqlite.crash.seed=" + seed + " replays it)",
        seed,
        recording,
        new SqlWorkload(seed, wrap.apply(new CrashStorage(Disk.empty(), recording)), recording));
  }

  /** Runs the workload of bare messages of a seed in a storage. */
  static CrashRun messages(long seed, UnaryOperator<Storage> wrap) {
    Recording recording = new Recording();
    return new CrashRun(
        "messages of seed " + seed + " (-Dicsqlite.crash.messages.seed=" + seed + " replays it)",
        seed,
        recording,
        new MessageWorkload(
            seed, wrap.apply(new CrashStorage(Disk.empty(), recording)), recording));
  }

  int operations() {
    return recording.size();
  }

  int messages() {
    return workload.images().size() - 1;
  }

  /** Recovers the states; as many as said beyond the first of each point. */
  Simulation simulate(int extras) throws Exception {
    return new Simulation(
            name,
            Disk.empty(),
            recording,
            Workload.MEMORY,
            workload.images(),
            CrashRun::recover,
            new Random(~seed))
        .run(extras);
  }

  private static void recover(CrashStorage storage) {
    boolean there = storage.exists(Workload.MEMORY);
    MemoryFiles.open(
            storage,
            Workload.MEMORY,
            there ? Mode.READ_WRITE : Mode.CREATE,
            Durability.FULL,
            FileOptions.DEFAULT_LOG_BYTES)
        .close();
  }

  /** Opens the images after messages and compares their rows with what the workload did. */
  void checkRows(Set<Integer> messages) throws Exception {
    List<Content> images = workload.images();
    Map<Integer, Map<Integer, Rows>> history = workload.history();
    for (int message : messages) {
      if (!history.get(message).isEmpty()) {
        String difference = difference(images.get(message), history.get(message));
        if (difference != null) {
          throw new AssertionError(name + ": after message " + message + " " + difference);
        }
      }
    }
  }

  private static String difference(Content image, Map<Integer, Rows> rows) throws Exception {
    CrashStorage storage = new CrashStorage(new Disk(Map.of(Workload.MEMORY, image)));
    EngineLease engine =
        Engines.openPrivate(
            MemoryFiles.open(
                storage,
                Workload.MEMORY,
                Mode.READ_ONLY,
                Durability.FULL,
                FileOptions.DEFAULT_LOG_BYTES),
            new Engines.Options(false, false, 1, 8_000));
    try (engine) {
      for (Map.Entry<Integer, Rows> database : rows.entrySet()) {
        try (Connection connection =
            LeasedConnections.open(engine, "mode=query&memory_id=" + database.getKey())) {
          String difference = database.getValue().differenceFrom(connection);
          if (difference != null) {
            return "memory " + database.getKey() + ": " + difference;
          }
        }
      }
    }
    return null;
  }
}
