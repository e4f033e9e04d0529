package org.icsqlite.image;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Page bodies that commits overwrote and open snapshots still need, and the snapshots that are
 * open.
 *
 * <p>An entry of a page with number v is the body that every version from the page's previous entry
 * up to v - 1 sees. Looking up needs no lock; everything else is under this object's monitor.
 */
final class PreImages {

  /** One entry; {@code older} is the entry of the same page with the next smaller number. */
  private static final class Entry {
    final long version;
    final byte[] body;
    final Entry older;

    Entry(long version, byte[] body, Entry older) {
      this.version = version;
      this.body = body;
      this.older = older;
    }
  }

  private static final class OpenVersion {
    final Superblock superblock;
    int count;

    OpenVersion(Superblock superblock) {
      this.superblock = superblock;
    }
  }

  private final ConcurrentHashMap<Long, Entry> newestByPage = new ConcurrentHashMap<>();
  private final TreeMap<Long, List<Long>> pagesByCommit = new TreeMap<>();
  private final TreeMap<Long, OpenVersion> open = new TreeMap<>();
  private long bytes;
  private int openCount;

  /** The body that a version sees, or null when it is in place. */
  byte[] find(long page, long version) {
    byte[] body = null;
    for (Entry entry = newestByPage.get(page);
        entry != null && entry.version > version;
        entry = entry.older) {
      body = entry.body;
    }
    return body;
  }

  synchronized void open(long version, Superblock superblock) {
    open.computeIfAbsent(version, absent -> new OpenVersion(superblock)).count++;
    openCount++;
  }

  /** Ends one use of a version and drops the entries that only it needed. */
  synchronized void release(long version) {
    OpenVersion released = open.get(version);
    openCount--;
    if (--released.count > 0) {
      return;
    }
    open.remove(version);
    Long higher = open.higherKey(version);
    // What the next open version sees as well is looked at when that one is released.
    Map<Long, List<Long>> affected =
        higher == null
            ? pagesByCommit.tailMap(version, false)
            : pagesByCommit.subMap(version, false, higher, true);
    Iterator<Map.Entry<Long, List<Long>>> commits = affected.entrySet().iterator();
    while (commits.hasNext()) {
      Map.Entry<Long, List<Long>> commit = commits.next();
      commit.getValue().removeIf(page -> dropUnlessSeen(page, commit.getKey()));
      if (commit.getValue().isEmpty()) {
        commits.remove();
      }
    }
  }

  private boolean dropUnlessSeen(long page, long commit) {
    Entry newest = newestByPage.get(page);
    Entry entry = newest;
    while (entry.version != commit) {
      entry = entry.older;
    }
    long since = entry.older == null ? 0 : entry.older.version;
    if (seen(page, open.subMap(since, true, commit, false))) {
      return false;
    }
    replace(page, without(newest, commit));
    return true;
  }

  private static boolean seen(long page, Map<Long, OpenVersion> versions) {
    for (OpenVersion version : versions.values()) {
      if (version.superblock.stores(page)) {
        return true;
      }
    }
    return false;
  }

  private static Entry without(Entry entry, long commit) {
    return entry.version == commit
        ? entry.older
        : new Entry(entry.version, entry.body, without(entry.older, commit));
  }

  private void replace(long page, Entry newest) {
    if (newest == null) {
      newestByPage.remove(page);
    } else {
      newestByPage.put(page, newest);
    }
    bytes -= ImagePages.PAGE_BYTES;
  }

  /** Those of the pages whose body in place some open version sees. */
  synchronized List<Long> needed(Iterable<Long> pages) {
    List<Long> needed = new ArrayList<>();
    for (long page : pages) {
      Entry newest = newestByPage.get(page);
      long since = newest == null ? 0 : newest.version;
      if (seen(page, open.tailMap(since, true))) {
        needed.add(page);
      }
    }
    return needed;
  }

  /** Adds what a commit is about to overwrite. */
  synchronized void add(long commit, Map<Long, byte[]> bodies) {
    if (bodies.isEmpty()) {
      return;
    }
    bodies.forEach(
        (page, body) -> newestByPage.put(page, new Entry(commit, body, newestByPage.get(page))));
    pagesByCommit.put(commit, new ArrayList<>(bodies.keySet()));
    bytes += (long) bodies.size() * ImagePages.PAGE_BYTES;
  }

  /** Takes back what was added for a commit that failed. */
  synchronized void remove(long commit) {
    List<Long> pages = pagesByCommit.remove(commit);
    if (pages != null) {
      for (long page : pages) {
        replace(page, without(newestByPage.get(page), commit));
      }
    }
  }

  /** Uses of versions that were not released. */
  synchronized int openCount() {
    return openCount;
  }

  synchronized long bytes() {
    return bytes;
  }
}
