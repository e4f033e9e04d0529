package org.icsqlite.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.icsqlite.memory.FileStableMemory.Mode;
import org.icsqlite.memory.StableMemoryException.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FileStableMemoryTest {

  private static final FileTime LONG_AGO = FileTime.fromMillis(1_000_000_000_000L);

  @TempDir Path directory;

  @Test
  void createMakesAnEmptyFileAndACommitGrowsIt() throws IOException {
    Path path = directory.resolve("new.bin");
    try (FileStableMemory memory = FileStableMemory.open(path, Mode.CREATE)) {
      assertEquals(0, memory.sizePages());
      assertEquals(0, Files.size(path));
      Message message = new Message(memory);
      message.growTo(2);
      message.write(65535, new byte[] {1, 2}, 0, 2);
      memory.commit(message);
      assertEquals(2, memory.sizePages());
    }
    byte[] bytes = Files.readAllBytes(path);
    byte[] expected = new byte[2 * 65536];
    expected[65535] = 1;
    expected[65536] = 2;
    assertArrayEquals(expected, bytes);
  }

  @Test
  void aMissingFileIsOnlyCreatedWhenAsked() {
    Path path = directory.resolve("missing.bin");
    for (Mode mode : new Mode[] {Mode.READ_ONLY, Mode.READ_WRITE}) {
      StableMemoryException refused =
          assertThrows(StableMemoryException.class, () -> FileStableMemory.open(path, mode));
      assertEquals(Kind.FILE_NOT_FOUND, refused.kind());
      assertEquals(path + " does not exist", refused.getMessage());
    }
    assertFalse(Files.exists(path));
  }

  @Test
  void aDirectoryIsRefused() {
    StableMemoryException refused =
        assertThrows(
            StableMemoryException.class, () -> FileStableMemory.open(directory, Mode.READ_WRITE));
    assertEquals(directory + " is not a regular file", refused.getMessage());
  }

  @Test
  void aRaggedFileIsRefusedInEveryModeWithItsLength() throws IOException {
    Path path = Files.write(directory.resolve("ragged.bin"), new byte[65537]);
    Files.setLastModifiedTime(path, LONG_AGO);
    for (Mode mode : Mode.values()) {
      StableMemoryException refused =
          assertThrows(StableMemoryException.class, () -> FileStableMemory.open(path, mode));
      assertEquals(Kind.RAGGED_FILE, refused.kind());
      assertEquals(
          path + " has 65537 bytes, which is not a whole number of 64 KiB pages",
          refused.getMessage());
    }
    assertEquals(65537, Files.size(path));
    assertEquals(LONG_AGO, Files.getLastModifiedTime(path));
  }

  @Test
  void openingReadingAndClosingLeaveTheModificationTimeAlone() throws IOException {
    Path path = Files.write(directory.resolve("old.bin"), new byte[65536]);
    Files.setLastModifiedTime(path, LONG_AGO);
    for (Mode mode : Mode.values()) {
      FileStableMemory memory = FileStableMemory.open(path, mode);
      memory.read(65530, new byte[6], 0, 6);
      memory.close();
      memory.close();
      assertEquals(LONG_AGO, Files.getLastModifiedTime(path), mode::name);
    }
  }

  @Test
  void aReadOnlyMemoryRefusesACommit() throws IOException {
    Path path = Files.write(directory.resolve("ro.bin"), new byte[65536]);
    try (FileStableMemory memory = FileStableMemory.open(path, Mode.READ_ONLY)) {
      assertTrue(memory.readOnly());
      Message message = new Message(memory);
      message.write(0, new byte[] {1}, 0, 1);
      StableMemoryException refused =
          assertThrows(StableMemoryException.class, () -> memory.commit(message));
      assertEquals(Kind.READ_ONLY, refused.kind());
    }
    assertArrayEquals(new byte[65536], Files.readAllBytes(path));
  }

  @Test
  void upgradeTurnsAReadOnlyMemoryIntoOneForUpdate() throws IOException {
    Path path = Files.write(directory.resolve("up.bin"), new byte[65536]);
    Files.setLastModifiedTime(path, LONG_AGO);
    try (FileStableMemory memory = FileStableMemory.open(path, Mode.READ_ONLY)) {
      memory.upgrade();
      memory.upgrade();
      assertFalse(memory.readOnly());
      assertEquals(LONG_AGO, Files.getLastModifiedTime(path));
      Message message = new Message(memory);
      message.write(5, new byte[] {1}, 0, 1);
      memory.commit(message);
      byte[] read = new byte[2];
      memory.read(5, read, 0, 2);
      assertArrayEquals(new byte[] {1, 0}, read);
    }
    assertEquals(1, Files.readAllBytes(path)[5]);
  }

  @Test
  void aFileIsOpenedOnceInAProcessUnderWhateverName() throws IOException {
    Path path = Files.write(directory.resolve("once.bin"), new byte[65536]);
    Path link = Files.createLink(directory.resolve("link.bin"), path);
    try (FileStableMemory memory = FileStableMemory.open(path, Mode.READ_ONLY)) {
      StableMemoryException refused =
          assertThrows(
              StableMemoryException.class, () -> FileStableMemory.open(link, Mode.READ_ONLY));
      assertEquals(Kind.FILE_LOCKED, refused.kind());
      assertEquals(
          link
              + " is already open in this process; connections of one class loader share it,"
              + " those of different ones cannot",
          refused.getMessage());
      assertEquals(1, memory.sizePages());
    }
    FileStableMemory.open(link, Mode.READ_ONLY).close();
    StableMemoryException refused =
        assertThrows(StableMemoryException.class, () -> FileStableMemory.open(link, Mode.CREATE));
    assertEquals(Kind.HARD_LINKED, refused.kind());
    assertEquals(
        link
            + " has 2 hard links, and its redo log would lie beside one of them only; copy the"
            + " file, remove the other links, or open it with durability=none or mode=query",
        refused.getMessage());
    FileStableMemory.open(link, Mode.READ_WRITE, FileOptions.DEFAULT.with(Durability.NONE)).close();
    Files.delete(path);
    FileStableMemory.open(link, Mode.READ_WRITE).close();
  }

  @Test
  void offsetsReach500Gib() throws IOException {
    Path path = directory.resolve("sparse.bin");
    long last = 500L * 1024 * 1024 * 1024 - 1;
    try (FileStableMemory memory = FileStableMemory.open(path, Mode.CREATE)) {
      Message message = new Message(memory);
      message.growTo(8_192_000);
      message.write(last, new byte[] {42}, 0, 1);
      message.write(3L << 30, new byte[] {43}, 0, 1);
      memory.commit(message);
      byte[] read = new byte[2];
      memory.read(last - 1, read, 0, 2);
      assertArrayEquals(new byte[] {0, 42}, read);
      memory.read(3L << 30, read, 0, 2);
      assertArrayEquals(new byte[] {43, 0}, read);
      StableMemoryException refused =
          assertThrows(StableMemoryException.class, () -> memory.read(last, read, 0, 2));
      assertEquals(
          "stable memory read out of bounds: offset=536870911999, len=2, size_bytes=536870912000",
          refused.getMessage());
      assertThrows(StableMemoryException.class, () -> new Message(memory).growTo(8_192_001));
    }
    assertEquals(536_870_912_000L, Files.size(path));
    try (FileStableMemory memory = FileStableMemory.open(path, Mode.READ_ONLY)) {
      assertEquals(8_192_000, memory.sizePages());
    }
  }

  @Test
  void anInterruptedThreadGoesOnReadingAndCommitting() throws IOException {
    Path path = directory.resolve("interrupted.bin");
    Thread.currentThread().interrupt();
    try (FileStableMemory memory = FileStableMemory.open(path, Mode.CREATE)) {
      Message message = new Message(memory);
      message.growTo(1);
      message.write(0, new byte[] {7}, 0, 1);
      memory.commit(message);
      byte[] read = new byte[1];
      memory.read(0, read, 0, 1);
      assertEquals(7, read[0]);
      memory.force();
      assertTrue(Thread.currentThread().isInterrupted());
    } finally {
      assertTrue(Thread.interrupted());
    }
    assertEquals(65536, Files.size(path));
  }

  @Test
  void aClosedMemorySaysSo() throws IOException {
    Path path = Files.write(directory.resolve("closed.bin"), new byte[65536]);
    FileStableMemory memory = FileStableMemory.open(path, Mode.READ_WRITE);
    Message message = new Message(memory);
    memory.close();
    assertEquals(Kind.CLOSED, assertThrows(StableMemoryException.class, memory::sizePages).kind());
    assertEquals(
        Kind.CLOSED,
        assertThrows(StableMemoryException.class, () -> memory.commit(message)).kind());
  }

  @Test
  void aFileThatWasCutMeanwhileIsAnErrorNotZeros() throws IOException {
    Path path = Files.write(directory.resolve("cut.bin"), new byte[65536]);
    try (FileStableMemory memory = FileStableMemory.open(path, Mode.READ_ONLY)) {
      Files.write(path, new byte[10]);
      StableMemoryException refused =
          assertThrows(StableMemoryException.class, () -> memory.read(8, new byte[4], 0, 4));
      assertEquals(Kind.IO_ERROR, refused.kind());
    }
  }

  @ParameterizedTest
  @EnumSource
  void pagesThatLaterCommitsReplaceAreNotKept(Durability durability) {
    try (FileStableMemory memory =
        FileStableMemory.open(
            directory.resolve("kept.bin"), Mode.CREATE, FileOptions.DEFAULT.with(durability))) {
      for (int i = 0; i < 50; i++) {
        Message message = new Message(memory);
        message.growTo(1);
        message.write(0, new byte[] {(byte) i}, 0, 1);
        memory.commit(message);
        assertEquals(List.of(), message.writes());
      }
      byte[] read = new byte[1];
      memory.read(0, read, 0, 1);
      assertArrayEquals(new byte[] {49}, read);
    }
  }
}
