package org.icsqlite.damage;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeMap;
import org.icsqlite.memory.HeapStableMemory;
import org.icsqlite.memory.Message;
import org.icsqlite.memory.StableMemory;

/**
 * Bytes of which only the 64 KiB pages that are not all zeros are kept. A copy shares its pages
 * with the original until one of them is written, so that a damaged image costs what was damaged.
 */
final class SparseBytes {

  static final int PAGE = StableMemory.PAGE_BYTES;

  private static final long ALL_READ = 2L << 20;
  private static final byte[] ZEROS = new byte[PAGE];

  private final TreeMap<Long, byte[]> pages = new TreeMap<>();
  private final Set<Long> owned = new HashSet<>();
  private long length;
  private long lastIndex = -1;
  private byte[] lastPage;

  SparseBytes(long length) {
    this.length = length;
  }

  static SparseBytes read(InputStream in) throws IOException {
    SparseBytes bytes = new SparseBytes(0);
    byte[] page = in.readNBytes(PAGE);
    while (page.length > 0) {
      bytes.write(bytes.length, page, page.length);
      page = in.readNBytes(PAGE);
    }
    return bytes;
  }

  static SparseBytes of(StableMemory memory) {
    SparseBytes bytes = new SparseBytes(0);
    byte[] page = new byte[PAGE];
    for (long index = 0; index < memory.sizePages(); index++) {
      memory.read(index * PAGE, page, 0, PAGE);
      bytes.write(index * PAGE, page, PAGE);
    }
    return bytes;
  }

  SparseBytes copy() {
    SparseBytes copy = new SparseBytes(length);
    copy.pages.putAll(pages);
    owned.clear();
    return copy;
  }

  long length() {
    return length;
  }

  /** Cuts, or adds zeros. */
  void setLength(long newLength) {
    if (newLength < length) {
      long last = newLength / PAGE;
      int within = (int) (newLength % PAGE);
      pages.tailMap(within == 0 ? last : last + 1, true).clear();
      lastIndex = -1;
      if (within != 0 && pages.containsKey(last)) {
        Arrays.fill(writable(last), within, PAGE, (byte) 0);
      }
    }
    length = newLength;
  }

  /** The numbers of the pages that are kept. */
  long[] pageNumbers() {
    return pages.keySet().stream().mapToLong(Long::longValue).toArray();
  }

  /** A page that is kept or zeros; not to be changed. */
  byte[] page(long index) {
    if (index != lastIndex) {
      lastPage = pages.getOrDefault(index, ZEROS);
      lastIndex = index;
    }
    return lastPage;
  }

  /** Whether a page that is not kept has only zeros. */
  static boolean isZero(byte[] page) {
    return Arrays.equals(page, ZEROS);
  }

  private byte[] writable(long index) {
    byte[] page = pages.get(index);
    if (page == null || owned.add(index)) {
      page = page == null ? new byte[PAGE] : page.clone();
      owned.add(index);
      pages.put(index, page);
      lastIndex = -1;
    }
    return page;
  }

  int get(long offset) {
    return offset < 0 || offset >= length ? 0 : page(offset / PAGE)[(int) (offset % PAGE)] & 0xff;
  }

  /** Sets one byte; outside the bytes nothing happens. */
  void set(long offset, int value) {
    if (offset >= 0 && offset < length) {
      writable(offset / PAGE)[(int) (offset % PAGE)] = (byte) value;
    }
  }

  long little(long offset, int size) {
    long value = 0;
    for (int i = size - 1; i >= 0; i--) {
      value = (value << 8) | get(offset + i);
    }
    return value;
  }

  void setLittle(long offset, int size, long value) {
    for (int i = 0; i < size; i++) {
      set(offset + i, (int) (value >>> (8 * i)));
    }
  }

  byte[] bytes(long offset, int count) {
    byte[] bytes = new byte[count];
    for (int i = 0; i < count; i++) {
      bytes[i] = (byte) get(offset + i);
    }
    return bytes;
  }

  /** Writes and grows; zero pages beyond the end stay absent. */
  void write(long offset, byte[] source, int count) {
    write(offset, source, 0, count);
  }

  void write(long offset, byte[] source, int position, int count) {
    int done = 0;
    while (done < count) {
      long index = (offset + done) / PAGE;
      int within = (int) ((offset + done) % PAGE);
      int part = Math.min(PAGE - within, count - done);
      if (pages.containsKey(index)
          || !Arrays.equals(
              source, position + done, position + done + part, ZEROS, within, within + part)) {
        System.arraycopy(source, position + done, writable(index), within, part);
      }
      done += part;
    }
    length = Math.max(length, offset + count);
  }

  /** A heap memory with these bytes, which have to be whole pages. */
  HeapStableMemory toMemory() {
    HeapStableMemory memory = new HeapStableMemory();
    Message message = new Message(memory);
    message.growTo(length / PAGE);
    pages.forEach((index, page) -> message.writeBorrowed(index * PAGE, page, 0, PAGE));
    memory.commit(message);
    return memory;
  }

  void writeTo(Path file) throws IOException {
    try (FileChannel out =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      for (long index : pageNumbers()) {
        int count = (int) Math.min(PAGE, length - index * PAGE);
        out.write(ByteBuffer.wrap(page(index), 0, count), index * PAGE);
      }
      if (out.size() < length) {
        out.write(ByteBuffer.allocate(1), length - 1);
      }
    }
  }

  /** Whether a file holds exactly these bytes; of a large one, only its pages and ends are read. */
  boolean equalsFile(Path file) throws IOException {
    if (Files.size(file) != length) {
      return false;
    }
    try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
      ByteBuffer buffer = ByteBuffer.allocate(PAGE);
      for (long offset = 0; offset < length; offset += PAGE) {
        if (offset > ALL_READ && offset < length - ALL_READ && !pages.containsKey(offset / PAGE)) {
          continue;
        }
        int count = (int) Math.min(PAGE, length - offset);
        buffer.clear().limit(count);
        while (buffer.hasRemaining() && in.read(buffer, offset + buffer.position()) > 0) {
          // Reads on.
        }
        if (!Arrays.equals(buffer.array(), 0, count, page(offset / PAGE), 0, count)) {
          return false;
        }
      }
    }
    return true;
  }
}
