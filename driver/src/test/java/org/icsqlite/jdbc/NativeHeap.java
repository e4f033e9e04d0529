package org.icsqlite.jdbc;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Platform;
import com.sun.jna.Structure;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What malloc has handed out in this process, SQLite's memory included and the Java heap not: glibc
 * tells, so that a leak shows through the noise of the virtual machine.
 */
public final class NativeHeap {

  private NativeHeap() {}

  /** The answer of mallinfo2; its fields are those of malloc.h. */
  @Structure.FieldOrder({
    "arena",
    "ordblks",
    "smblks",
    "hblks",
    "hblkhd",
    "usmblks",
    "fsmblks",
    "uordblks",
    "fordblks",
    "keepcost"
  })
  public static class Information extends Structure implements Structure.ByValue {
    public long arena;
    public long ordblks;
    public long smblks;
    public long hblks;
    public long hblkhd;
    public long usmblks;
    public long fsmblks;
    public long uordblks;
    public long fordblks;
    public long keepcost;
  }

  /** Bytes in use; 0 where the C library does not tell. */
  static long bytesInUse() {
    if (!Platform.isLinux()) {
      return 0;
    }
    Function function;
    try {
      function = NativeLibrary.getInstance("c").getFunction("mallinfo2");
    } catch (UnsatisfiedLinkError e) {
      return 0;
    }
    Information now = (Information) function.invoke(Information.class, new Object[0]);
    return now.uordblks + now.hblkhd;
  }

  /** Something that is done again and again. */
  @FunctionalInterface
  public interface Part {
    void run() throws Exception;
  }

  /**
   * How much the heap grew in each of several parts: at least four, and more until one stays below
   * {@code bytes}. The compilers of the JVM allocate too, for a while; what leaks grows in every
   * part.
   */
  public static List<Long> growth(long bytes, Part part) throws Exception {
    List<Long> growth = new ArrayList<>();
    do {
      long before = bytesInUse();
      part.run();
      growth.add(bytesInUse() - before);
    } while (growth.size() < 4 || (Collections.min(growth) >= bytes && growth.size() < 24));
    return growth;
  }
}
