package org.icsqlite.redo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;
import org.icsqlite.storage.Storage;
import org.icsqlite.storage.StorageFile;

/** Random messages, and every place where the log can end. */
class RedoReplayPropertyTest {

  private static final int SECTOR = StorageFile.SECTOR_BYTES;

  private Path directory;

  private static final Storage UNSYNCED = new UnsyncedStorage();

  @BeforeProperty
  void makeDirectory() throws IOException {
    directory = Files.createTempDirectory("redo").toRealPath();
  }

  @AfterProperty
  void removeDirectory() throws IOException {
    Files.deleteIfExists(directory.resolve("memory.bin"));
    Files.deleteIfExists(directory.resolve("memory.bin-redo"));
    Files.delete(directory);
  }

  private static byte[] randomBytes(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  /** Appends a random message: some windows, and in each some runs of new bytes. */
  private static void appendRandom(LoggedFile file, Random random) throws IOException {
    byte[] before = file.newest();
    int growth = random.nextInt(4) == 0 ? random.nextInt(5) * 1024 : 0;
    byte[] next = Arrays.copyOf(before, before.length + growth);
    List<Integer> windows = new ArrayList<>();
    for (int at = random.nextInt(3000); at < next.length; at += random.nextInt(6000)) {
      int length = Math.min(next.length - at, 1 + random.nextInt(random.nextBoolean() ? 40 : 3000));
      // A window over the old end has no bytes from before.
      if (at < before.length) {
        length = Math.min(length, before.length - at);
      }
      for (int i = random.nextInt(5); i > 0; i--) {
        byte[] run = randomBytes(random, 1 + random.nextInt(length));
        System.arraycopy(run, 0, next, at + random.nextInt(length - run.length + 1), run.length);
      }
      windows.add(at);
      windows.add(length);
      at += length;
    }
    file.append(next, windows.stream().mapToInt(i -> i).toArray());
  }

  /** A memory file of which each sector is in the state after one of the first records. */
  private static byte[] anyMixture(List<byte[]> states, int records, Random random) {
    byte[] mixture = new byte[states.get(random.nextInt(records + 1)).length];
    for (int at = 0; at < mixture.length; at += SECTOR) {
      byte[] state = states.get(random.nextInt(records + 1));
      int length = Math.min(SECTOR, Math.min(state.length, mixture.length) - at);
      if (length > 0) {
        System.arraycopy(state, at, mixture, at, length);
      }
    }
    return mixture;
  }

  private static void put(LoggedFile file, byte[] content) throws IOException {
    file.memory.setLength(content.length);
    file.memory.write(0, content, 0, content.length);
  }

  private static long ends(byte[] log, int records, long salt) throws IOException {
    long at = LogHeader.RECORDS;
    for (int i = 0; i < records; i++) {
      assertEquals(Salt.marker(salt), LittleEndian.getLong(log, (int) at));
      at += RecordBuilder.padded(LittleEndian.getLong(log, (int) at + 16));
    }
    return at;
  }

  @Property(tries = 60)
  void aReplayGivesTheStateAfterTheLastWholeRecord(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    byte[] start = randomBytes(random, random.nextInt(12) * 1024);
    try (LoggedFile file = new LoggedFile(directory, start, UNSYNCED)) {
      file.withLog();
      if (random.nextBoolean()) {
        appendRandom(file, random);
        appendRandom(file, random);
        file.apply(2);
        file.log.restart(file.memory);
        file.states.subList(0, 2).clear();
      }
      int records = random.nextInt(6);
      for (int i = 0; i < records; i++) {
        appendRandom(file, random);
      }
      long end = file.log.bytes();
      file.log.close();
      byte[] log = Files.readAllBytes(file.logPath());
      LogHeader header;
      try (StorageFile opened = UNSYNCED.open(file.logPath(), false)) {
        header = LogHeader.read(opened);
      }
      assertEquals(end, ends(log, records, header.salt()));

      for (int whole = 0; whole <= records; whole++) {
        long cut = ends(log, whole, header.salt());
        byte[] damaged = log.clone();
        if (whole < records) {
          damage(damaged, cut, ends(log, whole + 1, header.salt()), random);
        }
        if (random.nextBoolean()) {
          damaged = Arrays.copyOf(damaged, (int) (cut + random.nextInt((int) (end - cut) + 1)));
          if (whole < records && damaged.length > cut) {
            damage(damaged, cut, damaged.length, random);
          }
        }
        Files.write(file.logPath(), damaged);
        put(file, anyMixture(file.states, whole, random));
        assertEquals(whole, file.recover(), "records");
        assertArrayEquals(file.states.get(whole), file.content());
        Files.write(file.logPath(), damaged);
        assertEquals(whole, file.recover(), "records the second time");
        assertArrayEquals(file.states.get(whole), file.content());
      }
    }
  }

  /** Makes a record invalid: a flipped bit, zeros to its end, or other bytes in a sector. */
  private static void damage(byte[] log, long from, long to, Random random) {
    // The last 7 bytes may be padding.
    int length = (int) Math.max(1, to - from - 7);
    int at = (int) from + random.nextInt(length);
    switch (random.nextInt(3)) {
      case 0 -> log[at] ^= (byte) (1 << random.nextInt(8));
      case 1 -> {
        log[at]++;
        Arrays.fill(log, at + 1, (int) to, (byte) 0);
      }
      default -> {
        byte old = log[at];
        System.arraycopy(randomBytes(random, 8), 0, log, at, (int) Math.min(8, to - at));
        log[at] = (byte) ~old;
      }
    }
  }

  @Property(tries = 60)
  void aSectorThatNoRecordLeavesIsRefused(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    byte[] start = randomBytes(random, (1 + random.nextInt(12)) * 1024);
    try (LoggedFile file = new LoggedFile(directory, start, UNSYNCED)) {
      file.withLog();
      byte[] next = start.clone();
      int at = random.nextInt(start.length);
      next[at]++;
      file.append(next, at / SECTOR * SECTOR, SECTOR);
      file.log.close();
      byte[] other = (random.nextBoolean() ? start : next).clone();
      int wrong = random.nextInt(other.length);
      if (wrong / 4096 == at / 4096) {
        wrong = at / SECTOR * SECTOR + wrong % SECTOR;
      }
      other[wrong] += (byte) (2 + random.nextInt(250));
      put(file, other);
      assertEquals(RedoLogException.Kind.MISMATCH, file.refused().kind());
      Files.delete(file.logPath());
    }
  }
}
