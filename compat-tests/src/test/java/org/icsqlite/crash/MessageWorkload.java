package org.icsqlite.crash;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.icsqlite.memory.Durability;
import org.icsqlite.memory.FileOptions;
import org.icsqlite.memory.FileStableMemory;
import org.icsqlite.memory.FileStableMemory.Mode;
import org.icsqlite.memory.MemoryFiles;
import org.icsqlite.memory.Message;
import org.icsqlite.memory.PendingCommit;
import org.icsqlite.memory.StableMemory;
import org.icsqlite.storage.Storage;

/**
 * Random messages of a seed, without a database: writes of any length that may overlap, with and
 * without telling what stood there, growth, several messages that share a sync, checkpoints,
 * changes of durability, closing and opening again.
 */
final class MessageWorkload implements Workload {

  private static final int STEPS = 16;
  private static final int MAXIMUM_PAGES = 8;

  private final Random random;
  private final Storage storage;
  private final Recording recording;
  private final RecordedMemory.Images images = new RecordedMemory.Images();
  private FileStableMemory file;
  private StableMemory memory;

  MessageWorkload(long seed, Storage storage, Recording recording) {
    this.random = new Random(seed);
    this.storage = storage;
    this.recording = recording;
  }

  @Override
  public List<Content> images() {
    return images.all();
  }

  @Override
  public Map<Integer, Map<Integer, Rows>> history() {
    return new RowHistory().all(images.newest());
  }

  @Override
  public void run() {
    open();
    try {
      for (int step = 0; step < STEPS; step++) {
        step();
      }
    } finally {
      close();
    }
  }

  private void open() {
    Durability durability = random.nextInt(3) == 0 ? Durability.RELAXED : Durability.FULL;
    file =
        MemoryFiles.open(storage, MEMORY, Mode.CREATE, durability, FileOptions.MINIMUM_LOG_BYTES);
    memory = new RecordedMemory(file, images);
  }

  private void close() {
    memory.close();
    recording.promiseDurable(images.newest());
  }

  private void step() {
    int choice = random.nextInt(20);
    if (choice < 10) {
      submit().await();
      promise();
    } else if (choice < 13) {
      List<PendingCommit> pending = new ArrayList<>();
      for (int messages = 2 + random.nextInt(4); messages > 0; messages--) {
        pending.add(submit());
      }
      pending.get(random.nextInt(pending.size())).await();
      pending.forEach(PendingCommit::await);
      promise();
    } else if (choice < 15) {
      file.checkpoint();
      recording.promiseDurable(images.newest());
    } else if (choice < 17) {
      file.setDurability(
          file.durability() == Durability.FULL ? Durability.RELAXED : Durability.FULL);
    } else if (choice < 18) {
      close();
      open();
    } else {
      compare();
    }
  }

  private void promise() {
    if (file.durability() == Durability.FULL) {
      recording.promiseDurable(images.newest());
    } else {
      recording.promiseWritten(images.newest());
    }
  }

  private PendingCommit submit() {
    Message message = new Message(memory);
    long pages = memory.sizePages();
    if (pages == 0 || (random.nextInt(5) == 0 && pages < MAXIMUM_PAGES)) {
      message.growTo(pages + 1 + random.nextInt(2));
    }
    boolean told = random.nextInt(3) != 0;
    if (!told || random.nextBoolean()) {
      write(message, random.nextInt(2) == 0, 0, told);
    }
    // Every image differs from all others by its number.
    byte[] number = {(byte) (images.newest() + 1), (byte) ((images.newest() + 1) >> 8)};
    message.writeBorrowed(0, told ? before(0, 2) : null, number, 0, 2);
    for (int writes = random.nextInt(4); writes > 0; writes--) {
      write(message, random.nextInt(4) == 0, writes, told);
    }
    return memory.submit(message);
  }

  /** Told writes go to a part of the memory of their own each, as they may not overlap. */
  private void write(Message message, boolean large, int part, boolean told) {
    byte[] bytes = new byte[1 + random.nextInt(large ? 9_000 : 200)];
    random.nextBytes(bytes);
    long end = message.sizePages() * StableMemory.PAGE_BYTES;
    if (told) {
      long from = 2 + end / 4 * part;
      long offset = from + random.nextInt((int) (end / 4) - bytes.length - 2);
      message.writeBorrowed(offset, before(offset, bytes.length), bytes, 0, bytes.length);
    } else {
      message.write(random.nextInt((int) end - bytes.length), bytes, 0, bytes.length);
    }
  }

  private byte[] before(long offset, int length) {
    byte[] before = new byte[length];
    Content image = images.last();
    int inside = (int) Math.max(0, Math.min(length, image.length() - offset));
    image.read(offset, before, 0, inside);
    return before;
  }

  private void compare() {
    Content image = images.last();
    if (memory.sizePages() * StableMemory.PAGE_BYTES != image.length()) {
      throw new AssertionError("the memory has " + memory.sizePages() + " pages");
    }
    Content read = new Content(0);
    byte[] bytes = new byte[(int) image.length()];
    memory.read(0, bytes, 0, bytes.length);
    read.setLength(bytes.length);
    read.write(0, bytes, 0, bytes.length);
    long difference = read.firstDifference(image);
    if (difference >= 0) {
      throw new AssertionError("the memory differs from its messages at " + difference);
    }
  }
}
