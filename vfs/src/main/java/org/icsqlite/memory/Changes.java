package org.icsqlite.memory;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.icsqlite.redo.RedoChange;

/** What a message changes, for the redo log: ranges that do not overlap, with what stood there. */
final class Changes {

  /** Reads what the newest message left. */
  @FunctionalInterface
  interface Reader {
    void read(long offset, byte[] target, int length) throws IOException;
  }

  private Changes() {}

  /** Whether the message tells what stood under each of its writes, and no two of them overlap. */
  static boolean complete(Message message) {
    return message.writes().stream().noneMatch(write -> write.before == null)
        && disjoint(sorted(message));
  }

  /** The changes of a message that is {@link #complete}. */
  static List<RedoChange> of(Message message) {
    List<RedoChange> changes = new ArrayList<>(message.writes().size());
    for (Message.Write write : message.writes()) {
      byte[] before =
          write.position == 0
              ? write.before
              : Arrays.copyOfRange(write.before, write.position, write.position + write.length);
      changes.add(new RedoChange(write.offset, before, write.bytes, write.position, write.length));
    }
    return changes;
  }

  /** The changes of any message; what it does not tell is read. */
  static List<RedoChange> of(Message message, Reader reader) throws IOException {
    List<RedoChange> changes = new ArrayList<>();
    List<Message.Write> sorted = sorted(message);
    int first = 0;
    while (first < sorted.size()) {
      long end = end(sorted.get(first));
      int next = first + 1;
      while (next < sorted.size() && sorted.get(next).offset < end) {
        end = Math.max(end, end(sorted.get(next)));
        next++;
      }
      changes.add(merged(message, sorted.get(first).offset, end, reader));
      first = next;
    }
    return changes;
  }

  private static RedoChange merged(Message message, long start, long end, Reader reader)
      throws IOException {
    int length = Math.toIntExact(end - start);
    byte[] before = new byte[length];
    reader.read(start, before, length);
    byte[] after = before.clone();
    for (Message.Write write : message.writes()) {
      if (write.offset >= start && write.offset < end) {
        System.arraycopy(
            write.bytes, write.position, after, (int) (write.offset - start), write.length);
      }
    }
    return new RedoChange(start, before, after, 0, length);
  }

  private static List<Message.Write> sorted(Message message) {
    List<Message.Write> sorted = new ArrayList<>(message.writes());
    sorted.sort(Comparator.comparingLong(write -> write.offset));
    return sorted;
  }

  private static boolean disjoint(List<Message.Write> sorted) {
    for (int i = 1; i < sorted.size(); i++) {
      if (sorted.get(i).offset < end(sorted.get(i - 1))) {
        return false;
      }
    }
    return true;
  }

  private static long end(Message.Write write) {
    return write.offset + write.length;
  }
}
