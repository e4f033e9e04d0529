package org.icsqlite.image;

import java.util.Arrays;
import org.icsqlite.memory.Message;
import org.icsqlite.memory.VirtualMemory;

/**
 * Where the superblock stands in a virtual memory, and the bytes that are there.
 *
 * <pre>
 * offset             size                content
 *   0                160 + 16 n          superblock with n zero extents
 *   160 + 16 n       to the sector       what a longer superblock has left there
 * </pre>
 *
 * <p>A commit writes the superblock's sectors whole, those of its longer predecessor included. Not
 * thread-safe.
 */
final class SuperblockRoom {

  private static final int SECTOR_BYTES = 512;

  private final VirtualMemory memory;

  /** As the newest message left them. */
  private final byte[] bytes;

  private SuperblockRoom(VirtualMemory memory, byte[] bytes) {
    this.memory = memory;
    this.bytes = bytes;
  }

  /** Reads the room; the memory has at least one page. */
  static SuperblockRoom read(VirtualMemory memory) {
    byte[] bytes = new byte[sectors(Superblock.MAXIMUM_BYTES)];
    memory.read(0, bytes, 0, bytes.length);
    return new SuperblockRoom(memory, bytes);
  }

  /** The failures of {@link Superblock#decode}. */
  Superblock superblock() {
    return Superblock.decode(bytes);
  }

  /**
   * Adds a superblock to a message.
   *
   * @param newest the one that it replaces
   * @return how the sectors will stand there, for {@link #replace}
   */
  byte[] write(Message message, Superblock newest, Superblock next) {
    byte[] encoded = next.encode();
    int length = sectors(Math.max(encoded.length, newest.encodedBytes()));
    byte[] after = Arrays.copyOf(bytes, length);
    System.arraycopy(encoded, 0, after, 0, encoded.length);
    memory.writeBorrowed(message, 0, bytes, after, 0, length);
    return after;
  }

  /** The memory has taken what {@link #write} returned. */
  void replace(byte[] written) {
    System.arraycopy(written, 0, bytes, 0, written.length);
  }

  private static int sectors(int length) {
    return (length + SECTOR_BYTES - 1) / SECTOR_BYTES * SECTOR_BYTES;
  }
}
