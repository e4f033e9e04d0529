package org.icsqlite.image;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.icsqlite.memory.FileStableMemory;
import org.icsqlite.memory.FileStableMemory.Mode;
import org.icsqlite.memory.MemoryManager;
import org.icsqlite.redo.RedoLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file whose MemoryManager grew in commits that only the redo log holds. */
class GrowthRecoveryTest {

  private static final int ID = 120;

  @TempDir Path directory;

  @Test
  void reservedBytesOfTheHeaderThatAreNotZeroDoNotDisturbIt() throws IOException {
    Path file = directory.resolve("memory.bin");
    Path killed = directory.resolve("killed.bin");
    try (FileStableMemory memory = FileStableMemory.open(file, Mode.CREATE)) {
      DatabaseImage.openOrCreate(MemoryManager.open(memory, 1), ID);
    }
    byte[] bytes = Files.readAllBytes(file);
    bytes[20] = 7;
    Files.write(file, bytes);
    try (FileStableMemory memory = FileStableMemory.open(file, Mode.READ_WRITE)) {
      DatabaseImage image = DatabaseImage.open(MemoryManager.open(memory), ID);
      for (int i = 1; i <= 6; i++) {
        byte[] content = new byte[i * 50_000];
        content[i * 50_000 - 1] = (byte) i;
        TestImages.update(image, overlay -> overlay.write(0, content, content.length));
      }
      assertTrue(memory.statistics().syncs() >= 6);
      Files.copy(file, killed);
      Files.copy(RedoLog.pathOf(file), RedoLog.pathOf(killed));
    }
    assertEquals(bytes.length, Files.size(killed), "in place before the recovery");
    try (FileStableMemory recovered = FileStableMemory.open(killed, Mode.READ_WRITE)) {
      assertEquals(6, recovered.statistics().replayed());
    }
    byte[] closed = Files.readAllBytes(file);
    byte[] replayed = Files.readAllBytes(killed);
    // In place the whole header is written, with zeros there; in the log only what differs.
    assertEquals(0, closed[20]);
    assertArrayEquals(closed, replayed);
  }
}
