package org.icsqlite.crash;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.icsqlite.storage.Storage;
import org.icsqlite.storage.StorageFile;

/**
 * The smallest store that survives crashes: a file of fixed length beside a log that holds one
 * message at a time. With a fault it survives some crashes only.
 *
 * <pre>
 * log     0  4  length of the message
 *         4  4  checksum of what follows
 *         8  8  where the bytes go in the memory
 *        16  n  bytes
 * </pre>
 */
final class ToyStore {

  /** What is left out or done too early. */
  enum Fault {
    NONE,
    LOG_NOT_SYNCED,
    APPLIED_BEFORE_LOG,
    LOG_FORGOTTEN_BEFORE_MEMORY_SYNC,
    DIRECTORY_NOT_SYNCED,
    NO_CHECKSUM
  }

  static final Path DIRECTORY = Path.of("/toy");
  static final Path MEMORY = DIRECTORY.resolve("memory");
  private static final Path LOG = DIRECTORY.resolve("memory-log");
  private static final int HEADER = 16;

  private final Storage storage;
  private final Fault fault;
  private final StorageFile memory;
  private final StorageFile log;

  private ToyStore(Storage storage, Fault fault, StorageFile memory, StorageFile log) {
    this.storage = storage;
    this.fault = fault;
    this.memory = memory;
    this.log = log;
  }

  /** Begins to write to a disk that holds the memory and no log. */
  static ToyStore open(Storage storage, Fault fault) throws IOException {
    StorageFile log = storage.create(LOG);
    if (fault != Fault.DIRECTORY_NOT_SYNCED) {
      storage.syncDirectory(DIRECTORY);
    }
    return new ToyStore(storage, fault, storage.open(MEMORY, true), log);
  }

  void commit(long offset, byte[] bytes) throws IOException {
    ByteBuffer message = ByteBuffer.allocate(HEADER + bytes.length);
    message.putInt(0, bytes.length).putLong(8, offset).put(HEADER, bytes);
    message.putInt(4, checksum(message.array()));
    if (fault == Fault.APPLIED_BEFORE_LOG) {
      memory.write(offset, bytes, 0, bytes.length);
    }
    log.write(0, message.array(), 0, message.capacity());
    if (fault != Fault.LOG_NOT_SYNCED) {
      log.sync();
    }
    memory.write(offset, bytes, 0, bytes.length);
    if (fault != Fault.LOG_FORGOTTEN_BEFORE_MEMORY_SYNC) {
      memory.sync();
    }
    log.write(0, new byte[HEADER], 0, HEADER);
    log.sync();
  }

  private static int checksum(byte[] message) {
    CRC32C crc = new CRC32C();
    crc.update(message, 8, message.length - 8);
    return (int) crc.getValue();
  }

  void close() throws IOException {
    memory.sync();
    memory.close();
    log.close();
    storage.delete(LOG);
    storage.syncDirectory(DIRECTORY);
  }

  /** Applies what is complete in the log, and removes it. */
  static void recover(Storage storage, Fault fault) throws IOException {
    if (!storage.exists(LOG)) {
      return;
    }
    try (StorageFile log = storage.open(LOG, false);
        StorageFile memory = storage.open(MEMORY, true)) {
      byte[] all = new byte[(int) log.length()];
      log.read(0, all, 0, all.length);
      ByteBuffer message = ByteBuffer.wrap(all);
      int length = all.length < HEADER ? 0 : message.getInt(0);
      if (length > 0 && length <= all.length - HEADER) {
        byte[] record = new byte[HEADER + length];
        message.get(0, record);
        if (fault == Fault.NO_CHECKSUM || checksum(record) == message.getInt(4)) {
          memory.write(message.getLong(8), all, HEADER, length);
          memory.sync();
        }
      }
    }
    storage.delete(LOG);
    storage.syncDirectory(DIRECTORY);
  }
}
