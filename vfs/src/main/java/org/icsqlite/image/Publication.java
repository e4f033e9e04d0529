package org.icsqlite.image;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.icsqlite.memory.Message;
import org.icsqlite.memory.MessageListener;
import org.icsqlite.memory.StableMemory;
import org.icsqlite.memory.StableMemoryException;
import org.icsqlite.memory.VirtualMemory;

/** One commit on its way: keeps the image's versions in step with what the memory does. */
final class Publication implements MessageListener {

  private final DatabaseImage image;
  private final DatabaseSnapshot base;
  private final Set<Long> pages;
  private final Map<Long, byte[]> before = new HashMap<>();
  private final DatabaseImage.State next;

  /** Without a log a commit is visible at once, and what it replaces is read only if needed. */
  private final boolean logged;

  /** Until the memory has taken the commit: a later one may replace these bodies. */
  private Map<Long, byte[]> bodies;

  private byte[] block;
  private DatabaseSnapshot snapshot;

  Publication(DatabaseImage image, Overlay overlay, DatabaseImage.State next, boolean logged) {
    this.image = image;
    this.base = overlay.base();
    this.bodies = overlay.dirtyBodies();
    this.pages = Set.copyOf(bodies.keySet());
    this.next = next;
    this.logged = logged;
    if (logged || othersRead()) {
      readBefore();
    }
  }

  private boolean othersRead() {
    return image.versions().needsPreImages(pages, base.version());
  }

  private void readBefore() {
    long offset = base.superblock().baseOffset();
    for (long page : pages) {
      before.computeIfAbsent(page, absent -> image.pages().newest(offset, absent));
    }
  }

  /** Adds to a message what the commit writes, but the superblock: growth, then the pages. */
  void write(Message message, VirtualMemory memory) {
    long base = next.superblock().baseOffset();
    long requiredEnd = end(base, next.superblock().databaseSize());
    for (long page : bodies.keySet()) {
      requiredEnd = Math.max(requiredEnd, end(base, ImagePages.startOf(page + 1)));
    }
    long required =
        requiredEnd / StableMemory.PAGE_BYTES
            + (requiredEnd % StableMemory.PAGE_BYTES == 0 ? 0 : 1);
    if (required > memory.sizePages()) {
      memory.grow(message, required - memory.sizePages());
    }
    bodies.forEach(
        (page, body) ->
            memory.writeBorrowed(
                message, base + ImagePages.startOf(page), before.get(page), body, 0, body.length));
  }

  private static long end(long base, long bytes) {
    if (bytes < 0 || base > Long.MAX_VALUE - bytes) {
      throw StableMemoryException.offsetOverflow();
    }
    return base + bytes;
  }

  void setBlock(byte[] bytes) {
    block = bytes;
  }

  DatabaseSnapshot snapshot() {
    return snapshot;
  }

  @Override
  public void taken() {
    synchronized (image.versions()) {
      snapshot = image.taken(next, block, this::addToVersions);
      base.close();
      if (!logged) {
        image.published(next);
      }
    }
    before.clear();
    bodies = Map.of();
    block = null;
  }

  private void addToVersions() {
    if (!logged && othersRead()) {
      readBefore();
    }
    image.versions().add(next.version(), bodies, before);
  }

  @Override
  public void published() {
    image.published(next);
  }

  @Override
  public void applied() {
    image.versions().applied(next.version(), pages);
  }
}
