package org.icsqlite.redo;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.icsqlite.storage.StorageFile;

/**
 * What a redo log says about itself and its memory file. The log begins with two slots for it:
 *
 * <pre>
 *  offset  size  content
 *       0  4096  slot of the generations 1, 3, 5, ...
 *    4096  4096  slot of the generations 2, 4, 6, ...; zeros before
 *    8192        records, see RecordBuilder
 *
 * slot
 *       0     8  "icsqredo"
 *       8     4  format version, 1
 *      12     4  n, number of samples, 0..256
 *      16     8  generation, 1 or more
 *      24     8  salt of the generation, see Salt
 *      32     8  sequence number of the first record of the generation, 1 or more
 *      40     8  length of the memory file at the start of the generation
 *      48    16  hash of the file key of the memory file
 *      64    16  hash of the file key of the log
 *      80     8  when the slot was written, in milliseconds since 1970 UTC
 *      88     8  process id of the writer
 *      96    4n  samples: CRC32C of blocks of the memory file, see MemorySamples
 *   96+4n        zeros
 *    4092     4  CRC32C of the 4092 bytes before
 * </pre>
 *
 * <p>The valid slot with the higher generation holds. A generation begins when all records are in
 * the memory file and that is on disk: its slot is written and synced before its first record
 * overwrites the records of the one before. So a slot that was torn leaves the other one in force,
 * and replaying its records changes nothing.
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record LogHeader(
    long generation,
    long salt,
    long firstSequence,
    long memoryBytes,
    byte[] memoryKey,
    byte[] logKey,
    long created,
    long process,
    int[] samples) {

  static final int SLOT_BYTES = 4096;
  static final int RECORDS = 2 * SLOT_BYTES;
  static final int KEY_BYTES = 16;
  private static final int VERSION = 1;
  private static final int CRC = SLOT_BYTES - 4;
  private static final int SAMPLES = 96;
  private static final byte[] MAGIC = "icsqredo".getBytes(StandardCharsets.US_ASCII);

  /** The first 16 bytes of the SHA-256 of a file key in UTF-8. */
  static byte[] hash(String fileKey) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      return Arrays.copyOf(sha.digest(fileKey.getBytes(StandardCharsets.UTF_8)), KEY_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Where the slot of this generation begins. */
  long slot() {
    return (generation - 1) % 2 * SLOT_BYTES;
  }

  /** The bytes of the slot. */
  byte[] encode() {
    byte[] slot = new byte[SLOT_BYTES];
    System.arraycopy(MAGIC, 0, slot, 0, MAGIC.length);
    LittleEndian.putInt(slot, 8, VERSION);
    LittleEndian.putInt(slot, 12, samples.length);
    LittleEndian.putLong(slot, 16, generation);
    LittleEndian.putLong(slot, 24, salt);
    LittleEndian.putLong(slot, 32, firstSequence);
    LittleEndian.putLong(slot, 40, memoryBytes);
    System.arraycopy(memoryKey, 0, slot, 48, KEY_BYTES);
    System.arraycopy(logKey, 0, slot, 64, KEY_BYTES);
    LittleEndian.putLong(slot, 80, created);
    LittleEndian.putLong(slot, 88, process);
    for (int i = 0; i < samples.length; i++) {
      LittleEndian.putInt(slot, SAMPLES + 4 * i, samples[i]);
    }
    LittleEndian.putInt(slot, CRC, crc(slot));
    return slot;
  }

  /**
   * The header in force.
   *
   * @return null when neither slot is valid
   * @throws UnknownVersionException when a slot was written by another version of the format
   */
  static LogHeader read(StorageFile log) throws IOException {
    if (log.length() < RECORDS) {
      return null;
    }
    byte[] slot = new byte[SLOT_BYTES];
    LogHeader newest = null;
    for (int i = 0; i < 2; i++) {
      log.read((long) i * SLOT_BYTES, slot, 0, SLOT_BYTES);
      LogHeader header = decode(slot);
      if (header != null && (newest == null || header.generation > newest.generation)) {
        newest = header;
      }
    }
    return newest;
  }

  private static LogHeader decode(byte[] slot) throws UnknownVersionException {
    if (!Arrays.equals(slot, 0, MAGIC.length, MAGIC, 0, MAGIC.length)
        || LittleEndian.getInt(slot, CRC) != crc(slot)) {
      return null;
    }
    int version = LittleEndian.getInt(slot, 8);
    if (version != VERSION) {
      throw new UnknownVersionException(version);
    }
    long memoryBytes = LittleEndian.getLong(slot, 40);
    LogHeader header =
        new LogHeader(
            LittleEndian.getLong(slot, 16),
            LittleEndian.getLong(slot, 24),
            LittleEndian.getLong(slot, 32),
            memoryBytes,
            Arrays.copyOfRange(slot, 48, 48 + KEY_BYTES),
            Arrays.copyOfRange(slot, 64, 64 + KEY_BYTES),
            LittleEndian.getLong(slot, 80),
            LittleEndian.getLong(slot, 88),
            new int[memoryBytes < 0 ? 0 : MemorySamples.count(memoryBytes)]);
    if (header.generation < 1
        || header.firstSequence < 1
        || memoryBytes < 0
        || LittleEndian.getInt(slot, 12) != header.samples.length) {
      return null;
    }
    for (int i = 0; i < header.samples.length; i++) {
      header.samples[i] = LittleEndian.getInt(slot, SAMPLES + 4 * i);
    }
    return header;
  }

  private static int crc(byte[] slot) {
    CRC32C crc = new CRC32C();
    crc.update(slot, 0, CRC);
    return (int) crc.getValue();
  }

  /** A slot that is whole, but of a format version that is not known here. */
  static final class UnknownVersionException extends IOException {

    private static final long serialVersionUID = 1L;

    UnknownVersionException(int version) {
      super("format version " + Integer.toUnsignedString(version) + " is not known");
    }
  }
}
