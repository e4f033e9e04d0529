package org.icsqlite.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.icsqlite.memory.FileStableMemory.Mode;
import org.icsqlite.memory.StableMemoryException.Kind;
import org.icsqlite.storage.DelegatingFile;
import org.icsqlite.storage.DelegatingStorage;
import org.icsqlite.storage.Storage;
import org.icsqlite.storage.StorageFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileFailureTest {

  /** A file whose n-th change fails, and with it every later one when {@code forGood}. */
  private static final class FailingFile extends DelegatingFile {
    private int changesLeft;
    private final boolean forGood;
    private final boolean halfWrites;

    FailingFile(StorageFile target, int changesLeft, boolean forGood, boolean halfWrites) {
      super(target);
      this.changesLeft = changesLeft;
      this.forGood = forGood;
      this.halfWrites = halfWrites;
    }

    private void change() throws IOException {
      changesLeft--;
      if (changesLeft == -1 || (changesLeft < 0 && forGood)) {
        throw new IOException("No space left on device");
      }
    }

    @Override
    public synchronized void write(long offset, byte[] bytes, int position, int length)
        throws IOException {
      try {
        change();
      } catch (IOException e) {
        if (halfWrites) {
          super.write(offset, bytes, position, length / 2);
        }
        throw e;
      }
      super.write(offset, bytes, position, length);
    }

    @Override
    public synchronized void setLength(long length) throws IOException {
      change();
      super.setLength(length);
    }

    @Override
    public void sync() throws IOException {
      change();
      super.sync();
    }
  }

  private static Storage wrapping(UnaryOperator<StorageFile> wrapper) {
    return new DelegatingStorage() {
      @Override
      protected StorageFile wrap(Path path, StorageFile file) {
        return wrapper.apply(file);
      }
    };
  }

  @TempDir Path directory;

  private final byte[] before = new byte[2 * 65536];

  private Path file() throws IOException {
    new Random(1).nextBytes(before);
    return Files.write(directory.resolve("memory.bin"), before);
  }

  private static Message growingMessage(StableMemory memory) {
    Message message = new Message(memory);
    byte[] bytes = new byte[20_000];
    new Random(2).nextBytes(bytes);
    message.growTo(4);
    message.write(100, bytes, 0, bytes.length);
    message.write(10_000, bytes, 0, bytes.length);
    message.write(2 * 65536 - 10_000, bytes, 0, bytes.length);
    message.write(3 * 65536, bytes, 0, bytes.length);
    return message;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5})
  void aFailureAtTheNthChangeIsUndone(int n) throws IOException {
    Path path = file();
    try (FileStableMemory memory =
        FileStableMemory.open(
            path,
            Mode.READ_WRITE,
            100,
            true,
            wrapping(file -> new FailingFile(file, n, false, true)))) {
      Message message = growingMessage(memory);
      StableMemoryException failed =
          assertThrows(StableMemoryException.class, () -> memory.commit(message));
      assertEquals(Kind.IO_ERROR, failed.kind());
      assertEquals(
          path + " cannot be written, nothing was changed: No space left on device",
          failed.getMessage());
      assertEquals(2, memory.sizePages());
      byte[] now = new byte[before.length];
      memory.read(0, now, 0, now.length);
      assertArrayEquals(before, now);
      assertEquals(before.length, Files.size(path));
      // The same message goes through once there is room.
      memory.commit(message);
      assertEquals(4, memory.sizePages());
    }
  }

  @ParameterizedTest
  @CsvSource({"2,true", "3,true", "5,false"})
  void whenTheUndoFailsTooTheMemoryRefusesEverything(int n, boolean halfWrites) throws IOException {
    Path path = file();
    try (FileStableMemory memory =
        FileStableMemory.open(
            path,
            Mode.READ_WRITE,
            100,
            true,
            wrapping(file -> new FailingFile(file, n, true, halfWrites)))) {
      StableMemoryException failed =
          assertThrows(StableMemoryException.class, () -> memory.commit(growingMessage(memory)));
      assertEquals(Kind.POISONED, failed.kind());
      String text =
          path + " could not be put back after a failed commit; open it again and check it";
      assertEquals(text, failed.getMessage());
      StableMemoryException later =
          assertThrows(StableMemoryException.class, () -> memory.read(0, new byte[1], 0, 1));
      assertEquals(Kind.POISONED, later.kind());
      assertEquals(text, later.getMessage());
      assertEquals(
          Kind.POISONED, assertThrows(StableMemoryException.class, memory::sizePages).kind());
    }
  }

  @Test
  void aFullDiskThatFailsEveryWriteOfAnAppendIsUndoneByCuttingAlone() throws IOException {
    Path path = file();
    try (FileStableMemory memory =
        FileStableMemory.open(
            path,
            Mode.READ_WRITE,
            100,
            false,
            wrapping(
                file ->
                    new DelegatingFile(file) {
                      @Override
                      public synchronized void write(
                          long offset, byte[] bytes, int position, int length) throws IOException {
                        throw new IOException("No space left on device");
                      }
                    }))) {
      StableMemoryException failed =
          assertThrows(StableMemoryException.class, () -> memory.commit(growingMessage(memory)));
      assertEquals(Kind.IO_ERROR, failed.kind());
      assertEquals(2, memory.sizePages());
    }
    assertArrayEquals(before, Files.readAllBytes(path));
  }

  @Test
  void aFileSystemWithoutLocksIsReadButNotUpdated() throws IOException {
    Path path = file();
    Storage lockless =
        wrapping(
            file ->
                new DelegatingFile(file) {
                  @Override
                  public boolean tryLock(boolean shared) throws IOException {
                    throw new IOException("No locks available");
                  }
                });
    try (FileStableMemory memory =
        FileStableMemory.open(path, Mode.READ_ONLY, 100, true, lockless)) {
      assertEquals(2, memory.sizePages());
      assertEquals(
          Kind.LOCK_UNSUPPORTED, assertThrows(StableMemoryException.class, memory::upgrade).kind());
      assertEquals(true, memory.readOnly());
    }
    StableMemoryException refused =
        assertThrows(
            StableMemoryException.class,
            () -> FileStableMemory.open(path, Mode.READ_WRITE, 100, true, lockless));
    assertEquals(Kind.LOCK_UNSUPPORTED, refused.kind());
    assertEquals(
        path
            + " cannot be locked, so it is not opened for update (No locks available); copy it to"
            + " a local file system, or open it for reading",
        refused.getMessage());
  }
}
