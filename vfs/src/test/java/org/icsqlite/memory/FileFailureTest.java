package org.icsqlite.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.icsqlite.memory.FileStableMemory.Mode;
import org.icsqlite.memory.StableMemoryException.Kind;
import org.icsqlite.redo.RedoLog;
import org.icsqlite.storage.Storage;
import org.icsqlite.storage.StorageFile;
import org.icsqlite.testing.ForwardingFile;
import org.icsqlite.testing.ForwardingStorage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileFailureTest {

  /** Counts the changes of all files and fails one of them. */
  private static final class FailingStorage extends ForwardingStorage {
    private final String text;
    private int changesLeft = Integer.MAX_VALUE;
    private int changes;

    FailingStorage(String text) {
      this.text = text;
    }

    void failAfter(int count) {
      changesLeft = count;
      changes = 0;
    }

    private synchronized void change() throws IOException {
      changes++;
      if (changesLeft-- == 0) {
        throw new IOException(text);
      }
    }

    @Override
    protected StorageFile wrap(Path path, StorageFile file) {
      return new ForwardingFile(file) {
        @Override
        public void write(long offset, byte[] bytes, int position, int length) throws IOException {
          try {
            change();
          } catch (IOException e) {
            // A short write ends where a sector does.
            long end = (offset + length / 2) / StorageFile.SECTOR_BYTES * StorageFile.SECTOR_BYTES;
            target.write(offset, bytes, position, (int) Math.max(0, end - offset));
            throw e;
          }
          target.write(offset, bytes, position, length);
        }

        @Override
        public void setLength(long length) throws IOException {
          change();
          target.setLength(length);
        }

        @Override
        public void sync() throws IOException {
          change();
          target.sync();
        }
      };
    }
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

  private byte[] after() throws IOException {
    HeapStableMemory heap = new HeapStableMemory();
    Message start = new Message(heap);
    start.growTo(2);
    start.write(0, before, 0, before.length);
    heap.commit(start);
    heap.commit(growingMessage(heap));
    return heap.toBytes();
  }

  private static byte[] bytes(StableMemory memory) {
    byte[] bytes = new byte[(int) memory.sizePages() * 65536];
    memory.read(0, bytes, 0, bytes.length);
    return bytes;
  }

  private int changesOf(Durability durability) throws IOException {
    FailingStorage storage = new FailingStorage("none");
    try (FileStableMemory memory =
        FileStableMemory.open(
            file(), Mode.READ_WRITE, FileOptions.DEFAULT.with(durability), storage)) {
      storage.failAfter(Integer.MAX_VALUE);
      memory.commit(growingMessage(memory));
      memory.checkpoint();
    }
    return storage.changes;
  }

  @ParameterizedTest
  @ValueSource(strings = {"Input/output error", "No space left on device"})
  void everyChangeThatFailsEndsInTheOldImageOrInAPoisonedMemory(String text) throws IOException {
    file();
    byte[] after = after();
    for (Durability durability : Durability.values()) {
      int changes = changesOf(durability);
      assertTrue(changes >= 5, "changes " + changes);
      int clean = 0;
      int poisoned = 0;
      for (int n = 0; n < changes; n++) {
        Path path = file();
        FailingStorage storage = new FailingStorage(text);
        FileStableMemory memory =
            FileStableMemory.open(
                path, Mode.READ_WRITE, FileOptions.DEFAULT.with(durability), storage);
        storage.failAfter(n);
        try {
          memory.commit(growingMessage(memory));
          memory.checkpoint();
          memory.close();
        } catch (StableMemoryException failed) {
          if (failed.kind() == Kind.POISONED) {
            poisoned++;
            assertTrue(failed.getMessage().contains(text), failed.getMessage());
            StableMemoryException later =
                assertThrows(StableMemoryException.class, () -> memory.read(0, new byte[1], 0, 1));
            assertEquals(Kind.POISONED, later.kind());
            assertEquals(failed.getMessage(), later.getMessage());
            memory.close();
          } else {
            clean++;
            boolean full = text.startsWith("No space");
            assertEquals(full ? Kind.DISK_FULL : Kind.IO_ERROR, failed.kind());
            assertEquals(
                path + " cannot be written, nothing was changed: " + text, failed.getMessage());
            assertArrayEquals(before, bytes(memory));
            // The same message goes through once there is room.
            memory.commit(growingMessage(memory));
            assertArrayEquals(after, bytes(memory));
            memory.close();
            assertArrayEquals(after, Files.readAllBytes(path));
          }
        }
        if (durability != Durability.NONE) {
          try (FileStableMemory again = FileStableMemory.open(path, Mode.READ_WRITE)) {
            byte[] now = bytes(again);
            assertTrue(Arrays.equals(before, now) || Arrays.equals(after, now), "change " + n);
          }
          assertFalse(Files.exists(RedoLog.pathOf(path)), "change " + n);
        }
      }
      assertTrue(poisoned > 0);
      assertEquals(durability == Durability.NONE, clean == 0);
    }
  }

  private static Storage wrapping(UnaryOperator<StorageFile> wrapper) {
    return new ForwardingStorage() {
      @Override
      protected StorageFile wrap(Path path, StorageFile file) {
        return wrapper.apply(file);
      }
    };
  }

  @Test
  void aFileSystemWithoutLocksIsReadButNotUpdated() throws IOException {
    Path path = file();
    Storage lockless =
        wrapping(
            file ->
                new ForwardingFile(file) {
                  @Override
                  public boolean tryLock(boolean shared) throws IOException {
                    throw new IOException("No locks available");
                  }
                });
    try (FileStableMemory memory =
        FileStableMemory.open(path, Mode.READ_ONLY, FileOptions.DEFAULT, lockless)) {
      assertEquals(2, memory.sizePages());
      assertEquals(
          Kind.LOCK_UNSUPPORTED, assertThrows(StableMemoryException.class, memory::upgrade).kind());
      assertEquals(true, memory.readOnly());
    }
    StableMemoryException refused =
        assertThrows(
            StableMemoryException.class,
            () -> FileStableMemory.open(path, Mode.READ_WRITE, FileOptions.DEFAULT, lockless));
    assertEquals(Kind.LOCK_UNSUPPORTED, refused.kind());
    assertEquals(
        path
            + " cannot be locked, so it is not opened for update (No locks available); copy it to"
            + " a local file system, or open it for reading",
        refused.getMessage());
  }
}
