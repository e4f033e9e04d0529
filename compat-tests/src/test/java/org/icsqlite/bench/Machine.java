package org.icsqlite.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;

/** What the figures depend on: processors, load, and how long the disk takes for a sync. */
final class Machine {

  private static final int PROBES = 400;
  private static final int FILE_BYTES = 1 << 20;
  private static final int WRITE_BYTES = 128;

  private Machine() {}

  /** The average load of the last minute, negative where the system does not tell. */
  static double load() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }

  /** One line for the head of a report. */
  static String describe(Path directory) throws IOException {
    Samples syncs = syncs(directory);
    return String.format(
        Locale.ROOT,
        "%s %s, %d processors, load %.1f; file system %s, sync of a small write p50 %d us, p99 %d"
            + " us",
        System.getProperty("os.name"),
        System.getProperty("os.arch"),
        Runtime.getRuntime().availableProcessors(),
        load(),
        Files.getFileStore(directory).type(),
        syncs.percentile(0.5) / 1000,
        syncs.percentile(0.99) / 1000);
  }

  /** Times of syncing a small write into a file that has its size already. */
  private static Samples syncs(Path directory) throws IOException {
    Path file = Files.createTempFile(directory, "sync", ".bin");
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.allocateDirect(FILE_BYTES), 0);
      channel.force(true);
      Samples samples = new Samples();
      ByteBuffer bytes = ByteBuffer.allocateDirect(WRITE_BYTES);
      for (int i = 0; i < PROBES; i++) {
        channel.write(bytes.clear(), (long) i * WRITE_BYTES);
        long start = System.nanoTime();
        channel.force(false);
        samples.add(System.nanoTime() - start);
      }
      return samples;
    } finally {
      Files.delete(file);
    }
  }
}
