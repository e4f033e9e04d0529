package org.icsqlite.redo;

import static org.icsqlite.redo.LoggedFile.with;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import org.icsqlite.redo.RedoLogException.Kind;
import org.icsqlite.storage.DiskStorage;
import org.icsqlite.storage.StorageFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which logs are replayed into which files. */
class RedoIdentityTest {

  private static final int SIZE = 300 * 4096;

  @TempDir Path directory;

  private LoggedFile file;
  private byte[] one;
  private byte[] two;

  /** A file with two records, synced and not in place. */
  @BeforeEach
  void writeTwoRecords() throws IOException {
    byte[] start = new byte[SIZE];
    for (int i = 0; i < SIZE; i++) {
      start[i] = (byte) (i * 7 + i / 512);
    }
    one = with(start, 5000, 1, 2, 3);
    two = with(with(one, 5001, 9), 70000, 4, 5, 6);
    file = new LoggedFile(directory, start).withLog();
    file.append(one, 4096, 4096);
    file.append(two, 4096, 4096, 69632, 4096);
    file.log.sync();
  }

  private void put(byte[] content) throws IOException {
    file.memory.setLength(content.length);
    file.memory.write(0, content, 0, content.length);
  }

  private void assertRefused(Kind kind, String part) throws IOException {
    RedoLogException refusal = file.refused();
    assertEquals(kind, refusal.kind(), refusal.getMessage());
    assertTrue(refusal.getMessage().contains(part), refusal.getMessage());
    assertTrue(refusal.getMessage().contains(file.file.toString()), refusal.getMessage());
    assertTrue(refusal.getMessage().contains(file.logPath().toString()), refusal.getMessage());
  }

  @Test
  void aFileWithoutLogHasNothingToRecover() throws IOException {
    file.log.remove();
    assertNull(RedoRecovery.open(DiskStorage.INSTANCE, file.file, file.memory));
  }

  @Test
  void aReplayRemovesTheLogAndReportsProgress() throws IOException {
    file.close();
    try (StorageFile memory = DiskStorage.INSTANCE.open(file.file, true);
        RedoRecovery recovery = RedoRecovery.open(DiskStorage.INSTANCE, file.file, memory)) {
      assertEquals(2, recovery.transactions());
      assertFalse(recovery.upToDate());
      long[] last = new long[1];
      recovery.replay(memory, done -> last[0] = done);
      assertEquals(2, last[0]);
    }
    assertArrayEquals(two, file.content());
    assertFalse(Files.exists(file.logPath()));
  }

  @Test
  void whatTheProgressThrowsLeavesTheLogToBeReplayed() throws IOException {
    file.log.close();
    try (RedoRecovery recovery = RedoRecovery.open(DiskStorage.INSTANCE, file.file, file.memory)) {
      assertThrows(
          IllegalStateException.class,
          () ->
              recovery.replay(
                  file.memory,
                  done -> {
                    throw new IllegalStateException("enough");
                  }));
    }
    assertEquals(2, file.recover());
    assertArrayEquals(two, file.content());
  }

  @Test
  void aFileThatHoldsAllIsUpToDate() throws IOException {
    file.log.close();
    put(two);
    try (RedoRecovery recovery = RedoRecovery.open(DiskStorage.INSTANCE, file.file, file.memory)) {
      assertTrue(recovery.upToDate());
    }
  }

  @Test
  void anOlderFileIsRefused() throws IOException {
    file.log.close();
    put(with(file.states.get(0), 5000, 77));
    assertRefused(Kind.MISMATCH, "no record leaves the bytes that are at 4608");
  }

  @Test
  void aNewerFileIsRefused() throws IOException {
    file.log.close();
    put(with(two, 70001, 78));
    assertRefused(Kind.MISMATCH, "no record leaves the bytes that are at 69632");
  }

  @Test
  void anOtherFileIsRefusedByWhatNoRecordTouches() throws IOException {
    file.log.close();
    put(with(file.states.get(0), 9 * 4096 + 17, 1));
    assertRefused(Kind.MISMATCH, "the 4096 bytes at 36864");
  }

  @Test
  void aFileOfAnotherLengthIsRefused() throws IOException {
    file.log.close();
    put(Arrays.copyOf(two, SIZE - 4096));
    assertRefused(Kind.MISMATCH, "should have " + SIZE + " to " + SIZE);
    put(Arrays.copyOf(two, SIZE + 512));
    assertRefused(Kind.MISMATCH, "should have " + SIZE + " to " + SIZE);
  }

  @Test
  void aFileThatTookThePlaceIsRefusedEvenWithTheSameBytes() throws IOException {
    file.close();
    Path copy = directory.resolve("copy");
    Files.copy(file.file, copy);
    Files.move(copy, file.file, StandardCopyOption.ATOMIC_MOVE);
    assertRefusedOnceMore();
  }

  private void assertRefusedOnceMore() throws IOException {
    try (StorageFile memory = DiskStorage.INSTANCE.open(file.file, true)) {
      RedoLogException refusal =
          assertThrows(
              RedoLogException.class,
              () -> RedoRecovery.open(DiskStorage.INSTANCE, file.file, memory));
      assertEquals(Kind.MISMATCH, refusal.kind());
    }
    assertArrayEquals(file.states.get(0), file.content());
  }

  @Test
  void bothFilesCopiedTogetherAreReplayed() throws IOException {
    file.close();
    Path target = Files.createDirectory(directory.resolve("elsewhere")).toRealPath();
    Path copy = target.resolve("other.bin");
    Files.copy(file.file, copy);
    Files.copy(file.logPath(), RedoLog.pathOf(copy));
    try (StorageFile memory = DiskStorage.INSTANCE.open(copy, true);
        RedoRecovery recovery = RedoRecovery.open(DiskStorage.INSTANCE, copy, memory)) {
      recovery.replay(memory, done -> {});
    }
    assertArrayEquals(two, Files.readAllBytes(copy));
  }

  @Test
  void aDamagedRecordThatALaterOneKnewOnDiskIsRefused() throws IOException {
    file.append(with(two, 4096, 1), 4096, 4096);
    file.log.close();
    byte[] log = Files.readAllBytes(file.logPath());
    for (int at = LogHeader.RECORDS; at < LogHeader.RECORDS + 60; at++) {
      Files.write(file.logPath(), with(log, at, ~log[at]));
      assertRefused(Kind.DAMAGED, "record 1 at byte 8192 had been on disk");
    }
  }

  @Test
  void aDamagedRecordThatNobodyKnewOnDiskIsATornTail() throws IOException {
    file.log.close();
    byte[] log = Files.readAllBytes(file.logPath());
    Files.write(file.logPath(), with(log, LogHeader.RECORDS + 20, 1));
    assertEquals(0, file.recover());
    assertArrayEquals(file.states.get(0), file.content());
  }

  @Test
  void aLogWithoutValidHeaderIsRefused() throws IOException {
    file.log.close();
    byte[] log = Files.readAllBytes(file.logPath());
    for (int at : List.of(0, 8, 16, 24, 100, 4092)) {
      Files.write(file.logPath(), with(log, at, log[at] ^ 4));
      assertRefused(Kind.DAMAGED, "no valid header");
    }
    for (int length : List.of(0, 8191)) {
      Files.write(file.logPath(), Arrays.copyOf(log, length));
      assertRefused(Kind.DAMAGED, "no valid header");
    }
  }

  @Test
  void aTornSlotLeavesTheOlderGenerationInForce() throws IOException {
    file.apply(2);
    byte[] older = Files.readAllBytes(file.logPath());
    file.log.restart(file.memory);
    file.log.close();
    byte[] newer = Files.readAllBytes(file.logPath());
    for (int sectors = 0; sectors < 8; sectors++) {
      byte[] torn = older.clone();
      System.arraycopy(newer, 4096, torn, 4096, sectors * 512);
      Files.write(file.logPath(), torn);
      assertEquals(2, file.recover());
      assertArrayEquals(two, file.content());
    }
    Files.write(file.logPath(), newer);
    assertEquals(0, file.recover());
  }

  @Test
  void aDamagedSlotOfAGenerationWithRecordsIsRefused() throws IOException {
    file.apply(2);
    file.log.restart(file.memory);
    byte[] three = with(two, 0, 1, 2, 3);
    file.append(three, 0, 512);
    file.log.sync();
    file.log.close();
    byte[] log = Files.readAllBytes(file.logPath());
    Files.write(file.logPath(), with(log, 4096 + 3000, 1));
    assertRefused(Kind.DAMAGED, "the newer of its headers is damaged");
    Files.write(file.logPath(), log);
    assertEquals(1, file.recover());
    assertArrayEquals(three, file.content());
  }

  @Test
  void aLogInUseIsLocked() throws IOException {
    assertRefusedAsLocked(() -> RedoRecovery.open(DiskStorage.INSTANCE, file.file, file.memory));
    assertRefusedAsLocked(
        () -> RedoLog.create(DiskStorage.INSTANCE, file.file, "key", file.memory));
    file.log.close();
    RedoLogException refusal =
        assertThrows(
            RedoLogException.class,
            () -> RedoLog.create(DiskStorage.INSTANCE, file.file, "key", file.memory));
    assertEquals(Kind.MISMATCH, refusal.kind());
    assertEquals(2, file.recover());
  }

  private static void assertRefusedAsLocked(org.junit.jupiter.api.function.Executable opening) {
    assertEquals(Kind.LOCKED, assertThrows(RedoLogException.class, opening).kind());
  }
}
