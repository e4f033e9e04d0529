package org.icsqlite.crash;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.icsqlite.storage.StorageFile;

/**
 * A disk during a recording: what is on it for certain, and the changes that may be or not. A write
 * beyond the end of a file is two changes, as its new length and its bytes reach the disk on their
 * own.
 */
final class UnsyncedDisk {

  /** Something that is not yet on the disk for certain. */
  static final class Change {
    final int operation;
    final int file;
    final Operation.Write data;
    final long length;
    final Operation name;

    private Change(int operation, int file, Operation.Write data, long length, Operation name) {
      this.operation = operation;
      this.file = file;
      this.data = data;
      this.length = length;
      this.name = name;
    }

    boolean isName() {
      return name != null;
    }

    boolean isData() {
      return data != null;
    }

    long firstSector() {
      return data.offset() / StorageFile.SECTOR_BYTES;
    }

    long lastSector() {
      return (data.offset() + data.bytes().length - 1) / StorageFile.SECTOR_BYTES;
    }
  }

  /** What of the changes reaches the disk. */
  interface Survival {
    boolean whole(Change change);

    /** Asked for the data that do not survive whole. */
    default boolean sector(Change change, long sector) {
      return false;
    }
  }

  private final List<Content> durable = new ArrayList<>();
  private final List<Long> lengths = new ArrayList<>();
  private final Map<Path, Integer> durableNames = new HashMap<>();
  private final List<Change> changes = new ArrayList<>();

  UnsyncedDisk(Disk start) {
    for (Path name : start.files().keySet().stream().sorted().toList()) {
      durableNames.put(name, durable.size());
      durable.add(start.files().get(name).copy());
      lengths.add(start.files().get(name).length());
    }
  }

  /** Everything that is not on the disk for certain, in order. */
  List<Change> changes() {
    return changes;
  }

  /** Adds the next operation, which has this number. */
  void add(int number, Operation operation) {
    if (operation instanceof Operation.Write write) {
      long end = write.offset() + write.bytes().length;
      if (end > lengths.get(write.file())) {
        addLength(number, write.file(), end);
      }
      changes.add(new Change(number, write.file(), write, 0, null));
    } else if (operation instanceof Operation.SetLength length) {
      addLength(number, length.file(), length.length());
    } else if (operation instanceof Operation.Sync sync) {
      settle(change -> change.file == sync.file() && change.operation < sync.covered());
    } else if (operation instanceof Operation.SyncDirectory synced) {
      settle(change -> change.isName() && directory(change.name).equals(synced.directory()));
    } else {
      if (operation instanceof Operation.Create create) {
        durable.add(new Content(create.identity()));
        lengths.add(0L);
      }
      changes.add(new Change(number, -1, null, 0, operation));
    }
  }

  private void addLength(int number, int file, long length) {
    lengths.set(file, length);
    changes.add(new Change(number, file, null, length, null));
  }

  private static Path directory(Operation operation) {
    Path name =
        operation instanceof Operation.Create create
            ? create.name()
            : operation instanceof Operation.Delete delete
                ? delete.name()
                : ((Operation.Rename) operation).to();
    return name.getParent();
  }

  private void settle(Predicate<Change> covered) {
    for (Iterator<Change> each = changes.iterator(); each.hasNext(); ) {
      Change change = each.next();
      if (covered.test(change)) {
        if (change.isName()) {
          apply(change.name, durableNames);
        } else {
          apply(change, durable.get(change.file));
        }
        each.remove();
      }
    }
  }

  private static void apply(Change change, Content content) {
    if (change.isData()) {
      writeInside(content, change.data, 0, change.data.bytes().length);
    } else {
      content.setLength(change.length);
    }
  }

  /** Bytes behind the end of the file, whose new length was lost, are lost too. */
  private static void writeInside(Content content, Operation.Write write, int from, int to) {
    int end = (int) Math.min(to, content.length() - write.offset());
    if (end > from) {
      content.write(write.offset() + from, write.bytes(), from, end - from);
    }
  }

  private static void apply(Operation operation, Map<Path, Integer> names) {
    if (operation instanceof Operation.Create create) {
      names.put(create.name(), create.file());
    } else if (operation instanceof Operation.Rename rename) {
      names.remove(rename.from(), rename.file());
      names.put(rename.to(), rename.file());
    } else if (operation instanceof Operation.Delete delete) {
      names.remove(delete.name());
    }
  }

  /** The disk after a crash. */
  Disk crash(Survival survival) {
    Map<Path, Integer> names = new HashMap<>(durableNames);
    for (Change change : changes) {
      if (change.isName() && survival.whole(change)) {
        apply(change.name, names);
      }
    }
    Map<Integer, Content> contents = new HashMap<>();
    for (int file : names.values()) {
      contents.put(file, durable.get(file).copy());
    }
    for (Change change : changes) {
      Content content = change.isName() ? null : contents.get(change.file);
      if (content == null) {
        continue;
      }
      if (survival.whole(change)) {
        apply(change, content);
      } else if (change.isData()) {
        tear(change, survival, content);
      }
    }
    Map<Path, Content> files = new HashMap<>();
    names.forEach((name, file) -> files.put(name, contents.get(file)));
    return new Disk(files);
  }

  private static void tear(Change change, Survival survival, Content content) {
    long offset = change.data.offset();
    int length = change.data.bytes().length;
    for (long sector = change.firstSector(); sector <= change.lastSector(); sector++) {
      if (survival.sector(change, sector)) {
        long start = sector * StorageFile.SECTOR_BYTES;
        int from = (int) Math.max(0, start - offset);
        int to = (int) Math.min(length, start + StorageFile.SECTOR_BYTES - offset);
        writeInside(content, change.data, from, to);
      }
    }
  }
}
