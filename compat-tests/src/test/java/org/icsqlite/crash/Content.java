package org.icsqlite.crash;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The bytes of one file, in chunks of 4 KiB of which those never written are not stored. Copies
 * share chunks until one of them writes there. Not thread-safe.
 */
final class Content {

  private static final int CHUNK_BYTES = 4096;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final class Chunk {
    final byte[] bytes;
    final Object owner;
    long hash;
    boolean hashed;

    Chunk(byte[] bytes, Object owner) {
      this.bytes = bytes;
      this.owner = owner;
    }
  }

  private final long identity;
  private Object token = new Object();
  private Chunk[] chunks = new Chunk[0];
  private long length;

  /** No bytes. The identity is that of the file, as an inode's: it goes with every copy. */
  Content(long identity) {
    this.identity = identity;
  }

  long identity() {
    return identity;
  }

  Content copy() {
    Content copy = new Content(identity);
    copy.chunks = chunks.clone();
    copy.length = length;
    token = new Object();
    return copy;
  }

  long length() {
    return length;
  }

  /** What the file holds there; the caller stays inside its length. */
  void read(long offset, byte[] target, int position, int count) {
    long from = offset;
    int to = position;
    int left = count;
    while (left > 0) {
      int within = (int) (from % CHUNK_BYTES);
      int part = Math.min(left, CHUNK_BYTES - within);
      Chunk chunk = chunks[Math.toIntExact(from / CHUNK_BYTES)];
      if (chunk == null) {
        Arrays.fill(target, to, to + part, (byte) 0);
      } else {
        System.arraycopy(chunk.bytes, within, target, to, part);
      }
      from += part;
      to += part;
      left -= part;
    }
  }

  /** Writes, and grows as far as that takes. */
  void write(long offset, byte[] source, int position, int count) {
    if (count == 0) {
      return;
    }
    if (offset + count > length) {
      setLength(offset + count);
    }
    long to = offset;
    int from = position;
    int left = count;
    while (left > 0) {
      int within = (int) (to % CHUNK_BYTES);
      int part = Math.min(left, CHUNK_BYTES - within);
      int index = Math.toIntExact(to / CHUNK_BYTES);
      if (chunks[index] != null || !isZero(source, from, part)) {
        System.arraycopy(source, from, writable(index), within, part);
      }
      to += part;
      from += part;
      left -= part;
    }
  }

  private static boolean isZero(byte[] bytes, int position, int count) {
    for (int i = position; i < position + count; i++) {
      if (bytes[i] != 0) {
        return false;
      }
    }
    return true;
  }

  private byte[] writable(int index) {
    Chunk chunk = chunks[index];
    if (chunk == null || chunk.owner != token) {
      chunk = new Chunk(chunk == null ? new byte[CHUNK_BYTES] : chunk.bytes.clone(), token);
      chunks[index] = chunk;
    }
    chunk.hashed = false;
    return chunk.bytes;
  }

  void setLength(long bytes) {
    if (bytes < length) {
      int kept = (int) (bytes % CHUNK_BYTES);
      int last = Math.toIntExact(bytes / CHUNK_BYTES);
      if (kept != 0 && chunks[last] != null) {
        Arrays.fill(writable(last), kept, CHUNK_BYTES, (byte) 0);
      }
    }
    length = bytes;
    int needed = Math.toIntExact((bytes + CHUNK_BYTES - 1) / CHUNK_BYTES);
    if (needed != chunks.length) {
      chunks = Arrays.copyOf(chunks, needed);
    }
  }

  /** Equal for equal contents, and otherwise different but for 1 in 2^64. */
  long hash() {
    long hash = mix(length);
    for (int index = 0; index < chunks.length; index++) {
      Chunk chunk = chunks[index];
      if (chunk != null) {
        if (!chunk.hashed) {
          chunk.hash = hash(chunk.bytes);
          chunk.hashed = true;
        }
        // A chunk of zeros counts as one that is not stored.
        hash += chunk.hash == 0 ? 0 : mix(chunk.hash + index * 0x9E3779B97F4A7C15L);
      }
    }
    return hash;
  }

  private static long hash(byte[] bytes) {
    long a = 0;
    long b = 0;
    for (int i = 0; i < bytes.length; i += 16) {
      a = (a + (long) LONGS.get(bytes, i)) * 0xFF51AFD7ED558CCDL;
      b = (b + (long) LONGS.get(bytes, i + 8)) * 0xC4CEB9FE1A85EC53L;
      a ^= a >>> 32;
      b ^= b >>> 29;
    }
    return a == 0 && b == 0 ? 0 : (mix(a) + 31 * mix(b + 1)) | 1;
  }

  static long mix(long value) {
    long mixed = (value ^ (value >>> 33)) * 0xFF51AFD7ED558CCDL;
    mixed = (mixed ^ (mixed >>> 33)) * 0xC4CEB9FE1A85EC53L;
    return mixed ^ (mixed >>> 33);
  }

  /** The first byte in which two contents differ, the shorter length, or -1 when they are equal. */
  long firstDifference(Content other) {
    int common = Math.min(chunks.length, other.chunks.length);
    for (int index = 0; index < common; index++) {
      Chunk mine = chunks[index];
      Chunk theirs = other.chunks[index];
      if (mine != theirs) {
        int at =
            Arrays.mismatch(
                mine == null ? new byte[CHUNK_BYTES] : mine.bytes,
                theirs == null ? new byte[CHUNK_BYTES] : theirs.bytes);
        if (at >= 0) {
          return Math.min((long) index * CHUNK_BYTES + at, Math.min(length, other.length));
        }
      }
    }
    return length == other.length ? -1 : Math.min(length, other.length);
  }
}
