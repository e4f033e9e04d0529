package org.icsqlite.redo;

import static org.icsqlite.redo.LoggedFile.with;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.icsqlite.redo.RedoLogException.Kind;
import org.icsqlite.storage.StorageFile;
import org.icsqlite.testing.ForwardingFile;
import org.icsqlite.testing.ForwardingStorage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every operation on the log fails once. */
class RedoFaultTest {

  enum Effect {
    NONE,
    HALF,
    WHOLE
  }

  @TempDir Path directory;

  /** Fails the operations from one number to another. */
  private static final class FaultStorage extends ForwardingStorage {

    private final Effect effect;
    private final int first;
    private final int last;
    private int operations;

    FaultStorage(Effect effect, int first, int last) {
      this.effect = effect;
      this.first = first;
      this.last = last;
    }

    interface Operation {
      void run() throws IOException;
    }

    private void run(Operation half, Operation whole) throws IOException {
      operations++;
      if (operations < first || operations > last) {
        whole.run();
        return;
      }
      switch (effect) {
        case NONE -> {}
        case HALF -> half.run();
        case WHOLE -> whole.run();
      }
      throw new IOException("fault " + operations);
    }

    @Override
    protected StorageFile wrap(Path path, StorageFile file) {
      if (!path.toString().contains("-redo")) {
        return new ForwardingFile(file) {
          @Override
          public void sync() {}
        };
      }
      return new ForwardingFile(file) {
        @Override
        public void write(long at, byte[] bytes, int position, int length) throws IOException {
          run(
              () -> target.write(at, bytes, position, length / 2),
              () -> target.write(at, bytes, position, length));
        }

        @Override
        public void setLength(long length) throws IOException {
          run(() -> {}, () -> target.setLength(length));
        }

        @Override
        public void sync() throws IOException {
          run(() -> {}, () -> {});
        }
      };
    }

    @Override
    public StorageFile create(Path path) throws IOException {
      run(() -> {}, () -> {});
      return super.create(path);
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
      run(() -> {}, () -> super.rename(from, to));
    }

    @Override
    public void delete(Path path) throws IOException {
      run(() -> {}, () -> super.delete(path));
    }

    @Override
    public void syncDirectory(Path path) throws IOException {
      run(() -> {}, () -> {});
    }
  }

  private static byte[] message(int number, byte[] before) {
    byte[] next = Arrays.copyOf(before, before.length);
    int length = number == 3 ? 600_000 : 300;
    for (int i = 0; i < length; i++) {
      next[number * 512 + i] = (byte) (number * 31 + i);
    }
    return next;
  }

  /** Appends, and counts what the log has for certain and what it may have. */
  private static final class Workload {

    private final LoggedFile file;
    private int certain;
    private boolean over;
    private boolean removing;

    Workload(LoggedFile file) {
      this.file = file;
    }

    void run() {
      try {
        file.withLog();
      } catch (IOException e) {
        return;
      }
      for (int i = 1; i <= 5 && !over; i++) {
        append(i);
        step(() -> file.log.sync());
        if (i == 4) {
          step(
              () -> {
                file.apply(certain);
                file.log.restart(file.memory);
              });
        }
      }
      step(
          () -> {
            file.apply(certain);
            removing = true;
            file.log.remove();
          });
    }

    private void append(int number) {
      byte[] next = message(number, file.newest());
      try {
        file.append(next, 0, next.length);
        certain++;
      } catch (RedoLogException e) {
        assertEquals(Kind.BROKEN, e.kind());
        file.states.add(next);
        over = true;
      } catch (IOException e) {
        assertTrue(e.getMessage().startsWith("fault"), e.toString());
      }
    }

    private void step(FaultStorage.Operation operation) {
      if (over) {
        return;
      }
      try {
        operation.run();
      } catch (RedoLogException e) {
        assertEquals(Kind.BROKEN, e.kind());
        assertThrows(RedoLogException.class, () -> file.log.append(1 << 20, List.of()));
        over = true;
      } catch (IOException e) {
        assertTrue(removing, e.toString());
        over = true;
      }
    }
  }

  private int runWith(FaultStorage storage) throws IOException {
    Files.deleteIfExists(directory.resolve("memory.bin"));
    Files.deleteIfExists(directory.resolve("memory.bin-redo"));
    try (LoggedFile file = new LoggedFile(directory, new byte[1 << 20], storage)) {
      Workload workload = new Workload(file);
      workload.run();
      if (file.log != null) {
        file.log.close();
      }
      file.recover();
      byte[] content = file.content();
      boolean found = false;
      for (int i = workload.certain; i < file.states.size(); i++) {
        found |= Arrays.equals(file.states.get(i), content);
      }
      assertTrue(found, "the file is not as after record " + workload.certain);
      assertFalse(Files.exists(file.logPath()));
      return storage.operations;
    }
  }

  @ParameterizedTest
  @EnumSource(Effect.class)
  void oneFailureLosesNoRecordAndLeavesNoHalfOne(Effect effect) throws IOException {
    int operations = runWith(new FaultStorage(effect, Integer.MAX_VALUE, Integer.MAX_VALUE));
    assertTrue(operations > 20, operations + " operations");
    for (int i = 1; i <= operations; i++) {
      runWith(new FaultStorage(effect, i, i));
    }
  }

  @ParameterizedTest
  @EnumSource(Effect.class)
  void noOperationWorksAfterOneFailed(Effect effect) throws IOException {
    int operations = runWith(new FaultStorage(effect, Integer.MAX_VALUE, Integer.MAX_VALUE));
    for (int i = 1; i <= operations; i++) {
      runWith(new FaultStorage(effect, i, Integer.MAX_VALUE));
    }
  }

  @Test
  void aShorterRecordOverATakenBackOneIsFollowedByNothing() throws IOException {
    byte[] start = new byte[1 << 16];
    FaultStorage storage = new FaultStorage(Effect.WHOLE, 9, 9);
    try (LoggedFile file = new LoggedFile(directory, start, storage).withLog()) {
      byte[] one = with(start, 100, 1);
      file.append(one, 0, 512);
      int before = storage.operations;
      assertEquals(7, before);
      byte[] two = with(one, 200, 1);
      file.append(two, 0, 512);
      byte[] failed = new byte[1 << 16];
      Arrays.fill(failed, (byte) 7);
      IOException failure =
          assertThrows(
              IOException.class,
              () -> file.log.append(1 << 16, LoggedFile.changes(two, failed, 0, 1 << 16)));
      assertFalse(failure instanceof RedoLogException, failure.toString());
      byte[] three = with(two, 300, 1);
      assertEquals(3, file.append(three, 0, 512));
      file.log.sync();
      file.log.close();
      assertEquals(3, file.recover());
      assertEquals(-1, Arrays.mismatch(three, file.content()));
    }
  }

  @Test
  void aSystemThatRenamesNoOpenFileGetsItClosed() throws IOException {
    ForwardingStorage storage =
        new ForwardingStorage() {
          private int open;

          @Override
          protected StorageFile wrap(Path path, StorageFile file) {
            if (!path.toString().contains("-redo")) {
              return file;
            }
            open++;
            return new ForwardingFile(file) {
              @Override
              public void close() throws IOException {
                open--;
                super.close();
              }
            };
          }

          @Override
          public void rename(Path from, Path to) throws IOException {
            refuseOpen();
            super.rename(from, to);
          }

          @Override
          public void delete(Path path) throws IOException {
            refuseOpen();
            super.delete(path);
          }

          private void refuseOpen() throws IOException {
            if (open > 0) {
              throw new IOException("it is open");
            }
          }
        };
    byte[] start = new byte[4096];
    try (LoggedFile file = new LoggedFile(directory, start, storage).withLog()) {
      file.append(with(start, 5, 5), 0, 512);
      file.log.sync();
      assertTrue(Files.exists(file.logPath()));
      file.apply(1);
      file.log.remove();
      assertFalse(Files.exists(file.logPath()));
    }
  }
}
