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
import org.icsqlite.memory.FileStableMemory.Mode;
import org.icsqlite.memory.StableMemoryException.Kind;
import org.icsqlite.redo.RedoLog;
import org.icsqlite.storage.StorageFile;
import org.icsqlite.testing.ForwardingStorage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Opening a file whose last user did not close it. */
class RecoveryTest {

  @TempDir Path directory;
  private Path file;
  private Path log;
  private byte[] left;

  /**
   * A file with three commits, the last of which is only in the log, as a killed process leaves it.
   */
  private void leaveALog() throws IOException {
    Path live = directory.resolve("live.bin");
    file = directory.resolve("memory.bin");
    log = RedoLog.pathOf(file);
    try (FileStableMemory memory = FileStableMemory.open(live, Mode.CREATE)) {
      for (int i = 1; i <= 3; i++) {
        Message message = new Message(memory);
        message.growTo(1);
        message.write(100L * i, new byte[] {(byte) i}, 0, 1);
        memory.commit(message);
      }
      Files.copy(live, file);
      Files.copy(RedoLog.pathOf(live), log);
    }
    left = Files.readAllBytes(file);
    assertFalse(Arrays.equals(expected(), left));
    Files.delete(live);
  }

  private static byte[] expected() {
    byte[] bytes = new byte[65536];
    for (int i = 1; i <= 3; i++) {
      bytes[100 * i] = (byte) i;
    }
    return bytes;
  }

  @Test
  void anUpdateReplaysTheLogAndRemovesIt() throws IOException {
    leaveALog();
    try (FileStableMemory memory = FileStableMemory.open(file, Mode.READ_WRITE)) {
      assertEquals(3, memory.statistics().replayed());
      assertFalse(Files.exists(log));
    }
    assertArrayEquals(expected(), Files.readAllBytes(file));
  }

  @Test
  void aQueryReplaysTheLogWhereItMayWriteAndStaysReadOnly() throws IOException {
    leaveALog();
    try (FileStableMemory memory = FileStableMemory.open(file, Mode.READ_ONLY)) {
      assertEquals(3, memory.statistics().replayed());
      assertTrue(memory.readOnly());
      byte[] read = new byte[65536];
      memory.read(0, read, 0, read.length);
      assertArrayEquals(expected(), read);
      assertFalse(Files.exists(log));
    }
  }

  @Test
  void aQueryThatMayNotWriteSaysWhatToDo() throws IOException {
    leaveALog();
    byte[] logged = Files.readAllBytes(log);
    StableMemoryException refused =
        assertThrows(
            StableMemoryException.class,
            () ->
                FileStableMemory.open(
                    file,
                    Mode.READ_ONLY,
                    FileOptions.DEFAULT,
                    new ForwardingStorage() {
                      @Override
                      public StorageFile open(Path path, boolean writable) throws IOException {
                        if (writable) {
                          throw new IOException("Read-only file system");
                        }
                        return super.open(path, false);
                      }
                    }));
    assertEquals(Kind.REDO_LOG_PENDING, refused.kind());
    assertEquals(
        file
            + " was not closed: its redo log "
            + log
            + " has to be replayed first, and the file cannot be written (Read-only file system);"
            + " open it once where it can be written, with mode=update or 'icsqlite checkpoint',"
            + " or copy both files to such a place",
        refused.getMessage());
    assertArrayEquals(left, Files.readAllBytes(file));
    assertArrayEquals(logged, Files.readAllBytes(log));
    FileStableMemory.open(file, Mode.READ_WRITE).close();
    assertArrayEquals(expected(), Files.readAllBytes(file));
  }

  @Test
  void aLogBesideAnotherFileIsRefusedAndBothKeepTheirBytes() throws IOException {
    leaveALog();
    byte[] other = new byte[2 * 65536];
    other[7] = 7;
    Files.write(file, other);
    byte[] logged = Files.readAllBytes(log);
    for (Mode mode : Mode.values()) {
      StableMemoryException refused =
          assertThrows(StableMemoryException.class, () -> FileStableMemory.open(file, mode));
      assertEquals(Kind.REDO_LOG_MISMATCH, refused.kind());
      assertTrue(refused.getMessage().contains(file.toString()), refused.getMessage());
      assertTrue(refused.getMessage().contains(log.toString()), refused.getMessage());
      assertArrayEquals(other, Files.readAllBytes(file));
      assertArrayEquals(logged, Files.readAllBytes(log));
    }
  }

  @Test
  void aDamagedHeaderIsRefusedAndBothKeepTheirBytes() throws IOException {
    leaveALog();
    byte[] logged = Files.readAllBytes(log);
    Arrays.fill(logged, 0, 8192, (byte) 3);
    Files.write(log, logged);
    StableMemoryException refused =
        assertThrows(
            StableMemoryException.class, () -> FileStableMemory.open(file, Mode.READ_WRITE));
    assertEquals(Kind.REDO_LOG_DAMAGED, refused.kind());
    assertArrayEquals(left, Files.readAllBytes(file));
    assertArrayEquals(logged, Files.readAllBytes(log));
  }
}
