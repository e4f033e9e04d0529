package org.icsqlite.redo;

import static org.icsqlite.redo.LoggedFile.with;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.icsqlite.storage.Storage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a record takes from the changes of a message. */
class RecordBuilderTest {

  private static final Storage UNSYNCED = new UnsyncedStorage();

  @TempDir Path directory;

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new Random(1).nextBytes(bytes);
    return bytes;
  }

  private long bytesOf(LoggedFile file, byte[] next, int... windows) throws IOException {
    long before = file.log.bytes();
    file.append(next, windows);
    return file.log.bytes() - before;
  }

  @Test
  void onlyWhatDiffersIsLogged() throws IOException {
    try (LoggedFile file = new LoggedFile(directory, random(1 << 16), UNSYNCED).withLog()) {
      byte[] start = file.newest();
      assertEquals(56, bytesOf(file, start, 0, 1 << 16));
      byte[] one = with(start, 1000, ~start[1000]);
      assertEquals(56 + 12 + 20 + 8, bytesOf(file, one, 0, 1 << 16));
      byte[] near = with(one, 2000, ~one[2000]);
      near = with(near, 2016, ~near[2016]);
      assertEquals(56 + 12 + 20 + 24, bytesOf(file, near, 0, 1 << 16), "15 equal bytes between");
      byte[] apart = with(near, 3000, ~near[3000]);
      apart = with(apart, 3025, ~apart[3025]);
      assertEquals(56 + 24 + 20 + 4, bytesOf(file, apart, 0, 1 << 16), "24 between");
    }
  }

  @Test
  void zerosInPlaceOfNothingAreNotLogged() throws IOException {
    try (LoggedFile file = new LoggedFile(directory, new byte[512], UNSYNCED).withLog()) {
      byte[] grown = with(new byte[4096], 3000, 1);
      assertEquals(56 + 12 + 20 + 8, bytesOf(file, grown, 512, 3584));
      file.log.close();
      assertEquals(1, file.recover());
      assertArrayEquals(grown, file.content());
    }
  }

  @Test
  void aRecordLargerThanEveryBufferIsReplayed() throws IOException {
    int size = 5 << 20;
    try (LoggedFile file = new LoggedFile(directory, new byte[size], UNSYNCED).withLog()) {
      byte[] next = random(size);
      file.append(next, 100, 3 << 20, 4 << 20, 1 << 20);
      byte[] scattered = next.clone();
      for (int i = 0; i < size; i += 50) {
        scattered[i]++;
      }
      file.append(scattered, 0, size);
      file.apply(1);
      file.log.close();
      assertEquals(2, file.recover());
      byte[] expected = file.newest();
      byte[] content = file.content();
      assertEquals(-1, Arrays.mismatch(expected, 100, 3 << 20, content, 100, 3 << 20));
      assertEquals(-1, Arrays.mismatch(expected, 4 << 20, size, content, 4 << 20, size));
      assertTrue(Files.notExists(file.logPath()));
    }
  }

  @Test
  void sectorsBeyondTheChecksOfARecordAreLeftOut() throws IOException {
    int size = 1 << 20;
    try (LoggedFile file = new LoggedFile(directory, random(size), UNSYNCED).withLog()) {
      byte[] next = file.newest().clone();
      for (int i = 0; i < size; i += 512) {
        next[i]++;
      }
      file.append(next, 0, size);
      file.log.close();
      byte[] log = Files.readAllBytes(file.logPath());
      file.memory.write(size - 1, new byte[] {(byte) (next[size - 1] + 3)}, 0, 1);
      assertEquals(RedoLogException.Kind.MISMATCH, file.refused().kind(), "a checked sector");
      file.memory.write(size - 1, next, size - 1, 1);
      file.memory.write(1, new byte[] {(byte) (next[1] + 3)}, 0, 1);
      assertEquals(1, file.recover(), "a sector without check");
      assertEquals(log.length, RedoLog.CHUNK_BYTES);
    }
  }

  @Test
  void manyRecordsOfTheSameSectorLeaveAnyOfItsStates() throws IOException {
    try (LoggedFile file = new LoggedFile(directory, random(4096), UNSYNCED).withLog()) {
      for (int i = 0; i < 5000; i++) {
        file.append(with(file.newest(), 700, i, i >> 8), 0, 2048);
      }
      file.apply(2500);
      file.log.close();
      assertEquals(5000, file.recover());
      assertArrayEquals(file.newest(), file.content());
    }
  }

  @Test
  void aChangeBehindTheFileOrAShorterFileIsRefusedBeforeItIsLogged() throws IOException {
    try (LoggedFile file = new LoggedFile(directory, new byte[4096], UNSYNCED).withLog()) {
      List<RedoChange> behind = List.of(new RedoChange(4000, null, new byte[200], 0, 200));
      assertThrows(IllegalArgumentException.class, () -> file.log.append(4096, behind));
      assertThrows(IllegalArgumentException.class, () -> file.log.append(4095, List.of()));
      assertEquals(0, file.log.lastSequence());
      assertEquals(1, file.log.append(4096, List.of()));
    }
  }

  @Test
  void aRestartCutsALongLog() throws IOException {
    int size = 10 << 20;
    try (LoggedFile file = new LoggedFile(directory, new byte[size], UNSYNCED).withLog()) {
      file.append(random(size), 0, size);
      assertTrue(Files.size(file.logPath()) > size);
      file.apply(1);
      file.log.restart(file.memory);
      assertEquals(RedoLog.KEPT_BYTES, Files.size(file.logPath()));
      assertEquals(LogHeader.RECORDS, file.log.bytes());
      assertEquals(2, file.log.append(size, List.of()));
    }
  }
}
