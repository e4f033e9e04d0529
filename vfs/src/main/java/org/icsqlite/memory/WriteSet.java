package org.icsqlite.memory;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.icsqlite.storage.StorageFile;

/**
 * The writes of messages that were taken and do not stand in place yet. A range that is written
 * again takes the place of the earlier write, so that a page that changes often is kept and written
 * once. Not thread-safe.
 */
final class WriteSet {

  private record Range(long offset, int length) {}

  /** In the order in which they have to be made, for ranges that overlap without being equal. */
  private final Map<Range, Message.Write> writes = new LinkedHashMap<>();

  private final List<Message> messages = new ArrayList<>();
  private long bytes;
  private long sizePages;

  /** Takes the writes out of a message; what a later one replaces must not live on in it. */
  void add(Message message) {
    messages.add(message);
    sizePages = Math.max(sizePages, message.sizePages());
    message.writes().forEach(this::put);
    message.forgetWrites();
  }

  /** Adds everything of a set that was taken later. */
  void addAll(WriteSet later) {
    messages.addAll(later.messages);
    sizePages = Math.max(sizePages, later.sizePages);
    later.writes.values().forEach(this::put);
  }

  private void put(Message.Write write) {
    Range range = new Range(write.offset, write.length);
    if (writes.remove(range) == null) {
      bytes += write.length;
    }
    writes.put(range, write);
  }

  boolean isEmpty() {
    return messages.isEmpty();
  }

  List<Message> messages() {
    return messages;
  }

  /** The size of the memory after the last message, in pages; 0 for an empty set. */
  long sizePages() {
    return sizePages;
  }

  /** Bytes to be written. */
  long bytes() {
    return bytes;
  }

  void writeTo(StorageFile file) throws IOException {
    for (Message.Write write : writes.values()) {
      file.write(write.offset, write.bytes, write.position, write.length);
    }
  }

  void clear() {
    writes.clear();
    messages.clear();
    bytes = 0;
    sizePages = 0;
  }
}
