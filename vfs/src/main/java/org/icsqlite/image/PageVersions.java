package org.icsqlite.image;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Page bodies that do not stand in place: the newest ones, until they do, and pre-images, which
 * older versions still see.
 *
 * <pre>
 *   page -> head: body as of its newest commit, until that stands in place
 *           pre-image until commit 9 -> pre-image until commit 6 -> ...
 * </pre>
 *
 * <p>A version sees the head if that is not newer; else the pre-image with the smallest commit
 * greater than the version; else what stands in place. The invariants:
 *
 * <ul>
 *   <li>A commit leaves its pre-images here before the first of its bytes reaches its place, and
 *       they stay as long as a version that sees them is open, or can still be opened.
 *   <li>The visible version, which new snapshots get, is always open. Registering a snapshot and
 *       moving the visible version exclude each other.
 * </ul>
 *
 * <p>So who reads in place and finds nothing here afterwards has read what belongs to its version.
 * The pre-images that no commit to come can need are bounded: beyond the limit the oldest version
 * is given up. Looking up needs no lock; everything else is under this object's monitor.
 */
final class PageVersions {

  /** The body that was replaced by a commit; {@code older} was replaced before. */
  private static final class PreImage {
    final long until;
    final byte[] body;
    final PreImage older;

    PreImage(long until, byte[] body, PreImage older) {
      this.until = until;
      this.body = body;
      this.older = older;
    }
  }

  /** What is kept of one page; a head of null stands in place. Immutable. */
  private static final class Slot {
    final long headVersion;
    final byte[] head;
    final PreImage newest;

    Slot(long headVersion, byte[] head, PreImage newest) {
      this.headVersion = headVersion;
      this.head = head;
      this.newest = newest;
    }
  }

  private static final class OpenVersion {
    final Superblock superblock;
    final long sinceNanos = System.nanoTime();
    int count;

    OpenVersion(Superblock superblock) {
      this.superblock = superblock;
    }
  }

  private volatile long limitBytes;
  private final ConcurrentHashMap<Long, Slot> slots = new ConcurrentHashMap<>();
  private final TreeMap<Long, List<Long>> pagesByCommit = new TreeMap<>();
  private final TreeMap<Long, OpenVersion> open = new TreeMap<>();
  private long visible;
  private long preImageBytes;
  private long headBytes;
  private int snapshots;
  private volatile long oldestKept;

  /**
   * Nothing but a visible version.
   *
   * @param limitBytes how many bytes of pre-images are kept for snapshots, 0 or more
   */
  PageVersions(long limitBytes, long visible, Superblock superblock) {
    this.limitBytes = limitBytes;
    this.visible = visible;
    hold(visible, superblock);
  }

  /** The body that a version sees, or null when it stands in place. */
  byte[] find(long page, long version) {
    Slot slot = slots.get(page);
    if (slot == null) {
      return null;
    }
    if (slot.head != null && slot.headVersion <= version) {
      return slot.head;
    }
    byte[] body = null;
    for (PreImage image = slot.newest;
        image != null && image.until > version;
        image = image.older) {
      body = image.body;
    }
    return body;
  }

  /** The newest body of a page, or null when it stands in place. */
  byte[] head(long page) {
    Slot slot = slots.get(page);
    return slot == null ? null : slot.head;
  }

  /** Whether a version was given up. */
  boolean givenUp(long version) {
    return version < oldestKept;
  }

  // ---- versions
  // -----------------------------------------------------------------------------------

  /** Registers a snapshot. */
  synchronized void open(long version, Superblock superblock) {
    hold(version, superblock);
    snapshots++;
  }

  private void hold(long version, Superblock superblock) {
    OpenVersion held = open.get(version);
    if (held == null) {
      held = new OpenVersion(superblock);
      open.put(version, held);
    }
    held.count++;
  }

  /** Ends a snapshot and drops what only it needed. */
  synchronized void release(long version) {
    snapshots--;
    letGo(version);
  }

  /** Does nothing for a version that was given up. */
  private void letGo(long version) {
    OpenVersion held = open.get(version);
    if (held != null && --held.count == 0) {
      drop(version);
    }
  }

  private void drop(long version) {
    open.remove(version);
    if (pagesByCommit.isEmpty()) {
      return;
    }
    Long higher = open.higherKey(version);
    // What the next open version sees as well is looked at when that one is released.
    Map<Long, List<Long>> affected =
        higher == null
            ? pagesByCommit.tailMap(version, false)
            : pagesByCommit.subMap(version, false, higher, true);
    Iterator<Map.Entry<Long, List<Long>>> commits = affected.entrySet().iterator();
    while (commits.hasNext()) {
      Map.Entry<Long, List<Long>> commit = commits.next();
      if (commit.getKey() <= visible) {
        commit.getValue().removeIf(page -> dropUnlessSeen(page, commit.getKey()));
        if (commit.getValue().isEmpty()) {
          commits.remove();
        }
      }
    }
  }

  private boolean dropUnlessSeen(long page, long commit) {
    Slot slot = slots.get(page);
    PreImage image = slot.newest;
    while (image.until != commit) {
      image = image.older;
    }
    long since = image.older == null ? 0 : image.older.until;
    if (seen(page, open.subMap(since, true, commit, false))) {
      return false;
    }
    preImageBytes -= ImagePages.PAGE_BYTES;
    put(page, new Slot(slot.headVersion, slot.head, without(slot.newest, commit)));
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

  private static PreImage without(PreImage image, long commit) {
    return image.until == commit
        ? image.older
        : new PreImage(image.until, image.body, without(image.older, commit));
  }

  private void put(long page, Slot slot) {
    if (slot.head == null && slot.newest == null) {
      slots.remove(page);
    } else {
      slots.put(page, slot);
    }
  }

  // ---- commits
  // ------------------------------------------------------------------------------------

  /**
   * Whether a commit that becomes visible at once has to leave pre-images: whether others than the
   * committer, who has one snapshot of {@code base}, have snapshots that see one of the pages.
   */
  synchronized boolean needsPreImages(Collection<Long> pages, long base) {
    for (Map.Entry<Long, OpenVersion> version : open.entrySet()) {
      long number = version.getKey();
      int own = (number == base ? 1 : 0) + (number == visible ? 1 : 0);
      if (version.getValue().count > own && storesAny(version.getValue().superblock, pages)) {
        return true;
      }
    }
    return false;
  }

  private static boolean storesAny(Superblock superblock, Collection<Long> pages) {
    for (long page : pages) {
      if (superblock.stores(page)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Takes the bodies of a commit, the newest so far.
   *
   * @param before the bodies that it replaces, for the pages that need one; the head serves where
   *     there is one
   */
  synchronized void add(long commit, Map<Long, byte[]> bodies, Map<Long, byte[]> before) {
    List<Long> kept = new ArrayList<>(0);
    for (Map.Entry<Long, byte[]> entry : bodies.entrySet()) {
      long page = entry.getKey();
      Slot slot = slots.get(page);
      PreImage newest = slot == null ? null : slot.newest;
      boolean head = slot != null && slot.head != null;
      byte[] replaced = head ? slot.head : before.get(page);
      long since = newest == null ? 0 : newest.until;
      if (replaced != null && seen(page, open.tailMap(since, true))) {
        newest = new PreImage(commit, replaced, newest);
        preImageBytes += ImagePages.PAGE_BYTES;
        kept.add(page);
      }
      headBytes += head ? 0 : ImagePages.PAGE_BYTES;
      slots.put(page, new Slot(commit, entry.getValue(), newest));
    }
    if (!kept.isEmpty()) {
      pagesByCommit.put(commit, kept);
    }
  }

  /** Moves the visible version, and gives up the oldest ones where they cost too much. */
  synchronized void publish(long version, Superblock superblock) {
    long before = visible;
    hold(version, superblock);
    visible = version;
    letGo(before);
    while (preImageBytes > limitBytes
        && preImageBytes - pendingBytes() > limitBytes
        && open.firstKey() < visible) {
      long oldest = open.firstKey();
      oldestKept = oldest + 1;
      drop(oldest);
    }
  }

  /** Bytes of pre-images that versions to come may see, which are no matter of snapshots. */
  private long pendingBytes() {
    long pages = 0;
    for (List<Long> commit : pagesByCommit.tailMap(visible, false).values()) {
      pages += commit.size();
    }
    return pages * ImagePages.PAGE_BYTES;
  }

  /** The bodies of a commit, or newer ones, stand in place. */
  synchronized void applied(long commit, Collection<Long> pages) {
    for (long page : pages) {
      Slot slot = slots.get(page);
      if (slot != null && slot.head != null && slot.headVersion == commit) {
        headBytes -= ImagePages.PAGE_BYTES;
        put(page, new Slot(0, null, slot.newest));
      }
    }
  }

  // ---- figures
  // ------------------------------------------------------------------------------------

  /** Snapshots that were not released. */
  synchronized int snapshots() {
    return snapshots;
  }

  /** Bytes of bodies that are kept for older versions. */
  synchronized long preImageBytes() {
    return preImageBytes;
  }

  /** Bytes of bodies that do not stand in place yet. */
  synchronized long headBytes() {
    return headBytes;
  }

  /** How long the oldest version behind the visible one is open, in nanoseconds; 0 without one. */
  synchronized long oldestAgeNanos() {
    Map.Entry<Long, OpenVersion> oldest = open.firstEntry();
    return oldest.getKey() < visible ? System.nanoTime() - oldest.getValue().sinceNanos : 0;
  }

  long limitBytes() {
    return limitBytes;
  }

  void setLimitBytes(long bytes) {
    limitBytes = bytes;
  }

  /** The pages for which something is kept; for tests. */
  synchronized Map<Long, Integer> kept() {
    Map<Long, Integer> counts = new HashMap<>();
    slots.forEach(
        (page, slot) -> {
          int count = 0;
          for (PreImage image = slot.newest; image != null; image = image.older) {
            count++;
          }
          counts.put(page, count);
        });
    return counts;
  }
}
