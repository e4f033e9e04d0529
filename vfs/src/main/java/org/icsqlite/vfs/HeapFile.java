package org.icsqlite.vfs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A temporary or journal file in the Java heap, private to its opener and gone when closed. Kept in
 * blocks of 64 KiB; a block never written is null and reads as zeros.
 */
final class HeapFile implements VfsFile {

  private static final int BLOCK = 64 * 1024;

  private final List<byte[]> blocks = new ArrayList<>();
  private final Runnable onClose;
  private long size;

  HeapFile(Runnable onClose) {
    this.onClose = onClose;
  }

  @Override
  public int read(long offset, byte[] target, int length) {
    int readable = (int) Math.max(0, Math.min(length, size - offset));
    int done = 0;
    while (done < readable) {
      int inBlock = (int) ((offset + done) % BLOCK);
      int part = Math.min(BLOCK - inBlock, readable - done);
      byte[] block = blocks.get((int) ((offset + done) / BLOCK));
      if (block == null) {
        Arrays.fill(target, done, done + part, (byte) 0);
      } else {
        System.arraycopy(block, inBlock, target, done, part);
      }
      done += part;
    }
    return readable;
  }

  @Override
  public void write(long offset, byte[] source, int length) {
    resize(Math.max(size, offset + length));
    int done = 0;
    while (done < length) {
      int inBlock = (int) ((offset + done) % BLOCK);
      int part = Math.min(BLOCK - inBlock, length - done);
      System.arraycopy(source, done, block(offset + done), inBlock, part);
      done += part;
    }
  }

  private byte[] block(long offset) {
    int index = (int) (offset / BLOCK);
    byte[] block = blocks.get(index);
    if (block == null) {
      block = new byte[BLOCK];
      blocks.set(index, block);
    }
    return block;
  }

  @Override
  public void truncate(long newSize) {
    resize(newSize);
    int inBlock = (int) (newSize % BLOCK);
    if (inBlock != 0 && blocks.get((int) (newSize / BLOCK)) != null) {
      Arrays.fill(block(newSize), inBlock, BLOCK, (byte) 0);
    }
  }

  private void resize(long newSize) {
    long needed = (newSize + BLOCK - 1) / BLOCK;
    if (needed > Integer.MAX_VALUE) {
      throw new VfsException(ResultCode.FULL, "temporary file of " + newSize + " bytes");
    }
    while (blocks.size() < needed) {
      blocks.add(null);
    }
    if (blocks.size() > needed) {
      blocks.subList((int) needed, blocks.size()).clear();
    }
    size = newSize;
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public void lock(int level) {}

  @Override
  public void unlock(int level) {}

  @Override
  public boolean reserved() {
    return false;
  }

  @Override
  public void commitPhaseTwo() {}

  @Override
  public PragmaReply pragma(String name, String argument) {
    return null;
  }

  @Override
  public void close() {
    blocks.clear();
    size = 0;
    onClose.run();
  }
}
