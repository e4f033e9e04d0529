package org.icsqlite.storage;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Which other processes hold a lock on a file, for the error of the one that was refused. Linux
 * lists the locks of all processes in {@code /proc/locks}, one a line:
 *
 * <pre>
 *   1: POSIX  ADVISORY  WRITE 4711 fe:00:246947 0 EOF
 *      |                      |    |  |  inode
 *      kind                   |    |  minor device number, hexadecimal
 *                             |    major device number, hexadecimal
 *                             process, or -1 for a lock without one
 * </pre>
 *
 * <p>A line with {@code ->} before the kind is of a process that waits. Where a file system shows
 * another device or inode there than stat does, nobody is found.
 */
public final class LockHolders {

  private static final int NAMED = 3;
  private static final Path PROC = Path.of("/proc");

  private LockHolders() {}

  /**
   * The processes that hold a lock on a file, without this one.
   *
   * @param file the file, never null
   * @return for example {@code process 4711 (java)}, or null when none is known
   */
  public static String describe(Path file) {
    return describe(file, PROC, ProcessHandle.current().pid());
  }

  static String describe(Path file, Path proc, long self) {
    try {
      return words(proc, holders(file, proc, self));
    } catch (IOException | RuntimeException e) {
      // It only adds to the text of another error.
      return null;
    }
  }

  private static SortedSet<Long> holders(Path file, Path proc, long self) throws IOException {
    SortedSet<Long> holders = new TreeSet<>();
    Path locks = proc.resolve("locks");
    if (!Files.isReadable(locks)) {
      return holders;
    }
    String wanted =
        place((Long) Files.getAttribute(file, "unix:dev"))
            + ":"
            + Files.getAttribute(file, "unix:ino");
    for (String line : Files.readAllLines(locks, StandardCharsets.UTF_8)) {
      String[] fields = line.trim().split("\\s+", -1);
      if (fields.length > 5 && fields[1].equals("POSIX") && fields[5].equals(wanted)) {
        holders.add(Long.parseLong(fields[4]));
      }
    }
    holders.removeIf(process -> process <= 0 || process == self);
    return holders;
  }

  /** The two device numbers, which st_dev holds interleaved. */
  static String place(long device) {
    long major = (device >>> 8 & 0xfff) | (device >>> 32 & 0xffff_f000L);
    long minor = (device & 0xff) | (device >>> 12 & 0xffff_ff00L);
    return String.format("%02x:%02x", major, minor);
  }

  private static String words(Path proc, SortedSet<Long> holders) {
    List<String> named = new ArrayList<>();
    for (long holder : holders) {
      if (named.size() == NAMED) {
        named.add("and " + (holders.size() - NAMED) + " more");
        break;
      }
      named.add(holder + command(proc, holder));
    }
    return named.isEmpty()
        ? null
        : (holders.size() == 1 ? "process " : "processes ") + String.join(", ", named);
  }

  private static String command(Path proc, long process) {
    try {
      byte[] name = Files.readAllBytes(proc.resolve(Long.toString(process)).resolve("comm"));
      String printable =
          new String(name, StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", " ").strip();
      return printable.isEmpty() ? "" : " (" + printable + ")";
    } catch (IOException | RuntimeException e) {
      return "";
    }
  }
}
