package org.icsqlite.natives;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.icsqlite.vfs.OpenFlags;
import org.icsqlite.vfs.PragmaReply;
import org.icsqlite.vfs.ResultCode;
import org.icsqlite.vfs.Vfs;
import org.icsqlite.vfs.VfsException;
import org.icsqlite.vfs.VfsFile;

/**
 * Databases in the heap for tests; they keep their bytes while the VFS lives. Any operation can be
 * told to throw, and counts its calls.
 */
final class HeapVfs implements Vfs {

  final List<Throwable> reported = Collections.synchronizedList(new ArrayList<>());
  final Map<String, Integer> counts = new ConcurrentHashMap<>();
  volatile long now = 1_700_000_000_123L;
  volatile String retryAnswers = "";
  volatile String lastBusy = "";
  private final Map<String, Contents> databases = new ConcurrentHashMap<>();
  private volatile Set<String> failing = Set.of();
  private volatile Supplier<? extends Throwable> failure;

  private static final class Contents {
    byte[] bytes = new byte[0];
    int size;
    HeapFile writer;

    void resize(int newSize) {
      if (newSize > bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.max(newSize, bytes.length * 2));
      }
      if (newSize < size) {
        Arrays.fill(bytes, newSize, size, (byte) 0);
      }
      size = newSize;
    }
  }

  /** From now on every call of the operations throws; none ends it. */
  void fail(Supplier<? extends Throwable> with, String... operations) {
    failure = with;
    failing = Set.of(operations);
  }

  private void enter(String operation) {
    counts.merge(operation, 1, Integer::sum);
    if (failing.contains(operation)) {
      HeapVfs.<RuntimeException>rethrow(failure.get());
    }
  }

  /** Throws checked exceptions too, as careless code in another language would. */
  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void rethrow(Throwable failure) throws T {
    throw (T) failure;
  }

  /** The bytes of a database. */
  byte[] bytes(String name) {
    Contents contents = databases.get(name);
    return Arrays.copyOf(contents.bytes, contents.size);
  }

  @Override
  public VfsFile open(String name, int flags) {
    enter("open");
    if ((flags & OpenFlags.MAIN_DB) == 0) {
      throw new IllegalStateException("not a database: " + name);
    }
    return new HeapFile(databases.computeIfAbsent(name, n -> new Contents()));
  }

  @Override
  public void randomness(byte[] bytes) {
    enter("randomness");
    Arrays.fill(bytes, (byte) 7);
  }

  @Override
  public long currentTimeMillis() {
    enter("currentTimeMillis");
    return now;
  }

  @Override
  public boolean retryAfterBusy(long connection, int attempts) {
    enter("retryAfterBusy");
    lastBusy = connection + ":" + attempts;
    return attempts < retryAnswers.length() && retryAnswers.charAt(attempts) == 'y';
  }

  @Override
  public void report(VfsFile file, Throwable problem) {
    reported.add(problem);
    enter("report");
  }

  private final class HeapFile implements VfsFile {
    private final Contents contents;

    HeapFile(Contents contents) {
      this.contents = contents;
    }

    @Override
    public int read(long offset, byte[] target, int length) {
      enter("read");
      int available = (int) Math.max(0, Math.min(length, contents.size - offset));
      if (available > 0) {
        System.arraycopy(contents.bytes, (int) offset, target, 0, available);
      }
      return available;
    }

    @Override
    public void write(long offset, byte[] source, int length) {
      enter("write");
      int end = Math.toIntExact(offset + length);
      if (end > contents.size) {
        contents.resize(end);
      }
      System.arraycopy(source, 0, contents.bytes, (int) offset, length);
    }

    @Override
    public void truncate(long size) {
      enter("truncate");
      contents.resize(Math.toIntExact(size));
    }

    @Override
    public long size() {
      enter("size");
      return contents.size;
    }

    @Override
    public void lock(int level) {
      enter("lock");
      if (level >= LOCK_RESERVED) {
        if (contents.writer != null && contents.writer != this) {
          throw new VfsException(ResultCode.BUSY, "another connection writes");
        }
        contents.writer = this;
      }
    }

    @Override
    public void unlock(int level) {
      enter("unlock");
      if (contents.writer == this) {
        contents.writer = null;
      }
    }

    @Override
    public boolean reserved() {
      enter("reserved");
      return contents.writer != null;
    }

    @Override
    public void commitPhaseTwo() {
      enter("commitPhaseTwo");
    }

    @Override
    public PragmaReply pragma(String name, String argument) {
      enter("pragma");
      return switch (name) {
        case "refused" -> PragmaReply.refuse("no " + argument + " here: gr\u00fc\u00dfe");
        case "answered" -> PragmaReply.answer("it is " + argument);
        case "empty" -> PragmaReply.answer(null);
        case "long_refusal" -> PragmaReply.refuse("\u20ac".repeat(1000));
        case "long_answer" -> PragmaReply.answer("x".repeat(1025));
        case "full_answer" -> PragmaReply.answer("x".repeat(1024));
        default -> null;
      };
    }

    @Override
    public void close() {
      enter("close");
    }
  }
}
