package org.icsqlite.cli.verify;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a process uses at one moment.
 *
 * @param heapBytes the Java heap in use, garbage included
 * @param residentBytes what the system has given it, 0 where /proc does not tell
 */
record ProcessMemory(long heapBytes, long residentBytes) {

  private static final Path STATUS = Path.of("/proc/self/status");

  /** That of this JVM. */
  static ProcessMemory now() {
    Runtime runtime = Runtime.getRuntime();
    return new ProcessMemory(runtime.totalMemory() - runtime.freeMemory(), resident());
  }

  private static long resident() {
    try {
      for (String line : Files.readAllLines(STATUS)) {
        if (line.startsWith("VmRSS:")) {
          return Long.parseLong(line.replaceAll("\\D", "")) << 10;
        }
      }
    } catch (IOException | NumberFormatException e) {
      // Not Linux.
      return 0;
    }
    return 0;
  }
}
