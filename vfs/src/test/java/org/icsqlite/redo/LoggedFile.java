package org.icsqlite.redo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.icsqlite.storage.DiskStorage;
import org.icsqlite.storage.Storage;
import org.icsqlite.storage.StorageFile;

/** A memory file with a redo log, and what the file has to hold after each record. */
final class LoggedFile implements AutoCloseable {

  private static final Storage UNSYNCED = new UnsyncedStorage();

  final Path file;
  final Storage storage;
  final StorageFile memory;
  final List<byte[]> states = new ArrayList<>();
  private final List<List<RedoChange>> records = new ArrayList<>();
  RedoLog log;
  private int applied;

  LoggedFile(Path directory, byte[] content) throws IOException {
    this(directory, content, DiskStorage.INSTANCE);
  }

  LoggedFile(Path directory, byte[] content, Storage storage) throws IOException {
    this.file = directory.toRealPath().resolve("memory.bin");
    this.storage = storage;
    Files.write(file, content);
    states.add(content);
    memory = storage.open(file, true);
  }

  LoggedFile withLog() throws IOException {
    log = RedoLog.create(storage, file, storage.fileKey(file), memory);
    return this;
  }

  Path logPath() {
    return RedoLog.pathOf(file);
  }

  byte[] newest() {
    return states.get(states.size() - 1);
  }

  /** Appends the record that brings the file from its newest state to another one. */
  long append(byte[] next, int... windows) throws IOException {
    List<RedoChange> changes = changes(newest(), next, windows);
    long sequence = log.append(next.length, changes);
    records.add(changes);
    states.add(next);
    return sequence;
  }

  /** Changes for pairs of offset and length. */
  static List<RedoChange> changes(byte[] before, byte[] after, int... windows) {
    List<RedoChange> changes = new ArrayList<>();
    for (int i = 0; i < windows.length; i += 2) {
      int offset = windows[i];
      int length = windows[i + 1];
      byte[] old = null;
      if (offset < before.length) {
        old = Arrays.copyOfRange(before, offset, offset + length);
      }
      changes.add(new RedoChange(offset, old, after, offset, length));
    }
    return changes;
  }

  /** Writes the records up to one, counted from 1, in place. */
  void apply(int upTo) throws IOException {
    for (; applied < upTo; applied++) {
      if (memory.length() < states.get(applied + 1).length) {
        memory.setLength(states.get(applied + 1).length);
      }
      for (RedoChange change : records.get(applied)) {
        memory.write(change.offset(), change.after(), change.position(), change.length());
      }
    }
  }

  byte[] content() throws IOException {
    return Files.readAllBytes(file);
  }

  /** Opens the log that lies beside the file and replays it. */
  long recover() throws IOException {
    try (RedoRecovery recovery = RedoRecovery.open(UNSYNCED, file, memory)) {
      if (recovery == null) {
        return -1;
      }
      // Most of these files need several passes then.
      recovery.limitPart(2);
      recovery.replay(memory, done -> {});
      return recovery.transactions();
    }
  }

  RedoLogException refused() throws IOException {
    byte[] before = content();
    byte[] logBefore = Files.readAllBytes(logPath());
    try {
      RedoRecovery.open(UNSYNCED, file, memory).close();
    } catch (RedoLogException e) {
      if (!Arrays.equals(before, content())
          || !Arrays.equals(logBefore, Files.readAllBytes(logPath()))) {
        throw new AssertionError("a refused log changed bytes");
      }
      return e;
    }
    throw new AssertionError("the log was accepted");
  }

  static byte[] with(byte[] bytes, int offset, int... values) {
    byte[] changed = Arrays.copyOf(bytes, Math.max(bytes.length, offset + values.length));
    for (int i = 0; i < values.length; i++) {
      changed[offset + i] = (byte) values[i];
    }
    return changed;
  }

  @Override
  public void close() throws IOException {
    if (log != null) {
      log.close();
    }
    memory.close();
  }
}
