package org.icsqlite.redo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.icsqlite.storage.StorageFile;
import org.icsqlite.testing.ForwardingStorage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The bytes of a log. The golden file was made from the description of the format by a program that
 * shares nothing with this one.
 */
class RedoLogFormatTest {

  private static final int BEFORE = 3 * 4096 + 512;
  private static final int AFTER = 4 * 4096;

  @TempDir Path directory;

  private final ForwardingStorage storage =
      new ForwardingStorage() {
        @Override
        public Found find(Path path) throws IOException {
          boolean log = path.getFileName().toString().contains("-redo");
          return new Found(log ? "key of the log" : "key of memory", super.find(path).length());
        }
      };

  private static byte[] golden() throws IOException {
    try (InputStream in = RedoLogFormatTest.class.getResourceAsStream("three-records.redo")) {
      return in.readAllBytes();
    }
  }

  private static byte[] content() {
    byte[] bytes = new byte[BEFORE];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (i * 31 + i / 256);
    }
    return bytes;
  }

  private static byte[] last() {
    byte[] bytes = LoggedFile.with(content(), 700, 1, 2, 3);
    bytes = LoggedFile.with(bytes, 720, 4);
    bytes = LoggedFile.with(bytes, 1022, 5, 6, 7, 8);
    bytes = LoggedFile.with(bytes, AFTER - 1, 9);
    return LoggedFile.with(bytes, 0, 10, 11);
  }

  private void write(LoggedFile file, StorageFile memory) throws IOException {
    RedoLog.Origin origin = new RedoLog.Origin(0x0123456789abcdefL, () -> 1700000000123L, 4242);
    try (RedoLog log =
        RedoLog.create(storage, file.file, storage.fileKey(file.file), memory, origin)) {
      byte[] zero = content();
      byte[] one = LoggedFile.with(zero, 700, 1, 2, 3);
      one = LoggedFile.with(one, 720, 4);
      one = LoggedFile.with(one, 1022, 5, 6, 7, 8);
      log.append(BEFORE, LoggedFile.changes(zero, one, 512, 1024));
      log.sync();
      log.append(BEFORE, List.of());
      byte[] two = LoggedFile.with(one, AFTER - 1, 9);
      byte[] three = LoggedFile.with(two, 0, 10, 11);
      log.append(AFTER, LoggedFile.changes(one, three, 0, 160, 12800, AFTER - 12800));
    }
  }

  @Test
  void headerAndRecordsAreWrittenByteForByte() throws IOException {
    try (LoggedFile file = new LoggedFile(directory, content())) {
      write(file, file.memory);
      byte[] golden = golden();
      byte[] written = Files.readAllBytes(file.logPath());
      assertArrayEquals(golden, Arrays.copyOf(written, golden.length));
      assertEquals(RedoLog.CHUNK_BYTES, written.length);
      byte[] rest = Arrays.copyOfRange(written, golden.length, written.length);
      assertArrayEquals(new byte[rest.length], rest);
    }
  }

  @Test
  void theGoldenFileIsReplayed() throws IOException {
    try (LoggedFile file = new LoggedFile(directory, content())) {
      Files.write(file.logPath(), golden());
      try (RedoRecovery recovery = RedoRecovery.open(storage, file.file, file.memory)) {
        assertEquals(3, recovery.transactions());
        recovery.replay(file.memory, done -> assertEquals(3, done));
      }
      assertArrayEquals(last(), file.content());
    }
  }
}
