package org.icsqlite.image;

/**
 * How many pages one transaction may change. A page is admitted when it becomes dirty; writing it
 * again is free, and a page that is cut off gives its place back. Once a page was refused, every
 * further one is, and the transaction cannot be committed. Not thread-safe.
 */
public final class PageAdmission {

  /** The limits of a transaction that has none. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  /** Which limit refused a page. */
  public enum Limit {
    DIRTY_PAGES,
    CHANGED_BYTES
  }

  /**
   * A refusal.
   *
   * @param limit the one that was exceeded; the number of pages is looked at first
   * @param value of that limit
   * @param observed what there would have been with the page that was refused, pages or bytes
   */
  public record Refusal(Limit limit, long value, long observed) {}

  /** Why a page was not written. */
  public static final class RefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RefusedException(Refusal refusal) {
      super(
          (refusal.limit() == Limit.DIRTY_PAGES ? "max_dirty_pages=" : "max_changed_bytes=")
              + refusal.value()
              + " is exceeded");
    }
  }

  private final long maxPages;
  private final long maxBytes;
  private long peakPages;
  private long committedPages;
  private Refusal refusal;

  /**
   * The admission for one transaction.
   *
   * @param maxPages pages of 16384 bytes, 0 or more
   * @param maxBytes bytes of whole pages, 0 or more
   */
  public PageAdmission(long maxPages, long maxBytes) {
    this.maxPages = maxPages;
    this.maxBytes = maxBytes;
  }

  /** Admits everything. */
  public static PageAdmission unlimited() {
    return new PageAdmission(UNLIMITED, UNLIMITED);
  }

  /** The same limits, for another transaction. */
  public PageAdmission fresh() {
    return new PageAdmission(maxPages, maxBytes);
  }

  /**
   * Asks for one more page.
   *
   * @param dirty how many pages are dirty without it
   * @throws RefusedException when it or a page before exceeds a limit
   */
  void admit(int dirty) {
    long pages = dirty + 1L;
    if (refusal == null) {
      long bytes = pages * ImagePages.PAGE_BYTES;
      if (pages > maxPages) {
        refusal = new Refusal(Limit.DIRTY_PAGES, maxPages, pages);
      } else if (bytes > maxBytes) {
        refusal = new Refusal(Limit.CHANGED_BYTES, maxBytes, bytes);
      }
    }
    requireNoneRefused();
    if (pages > peakPages) {
      peakPages = pages;
    }
  }

  /** Fails as {@link #admit} did when it has refused a page. */
  void requireNoneRefused() {
    if (refusal != null) {
      throw new RefusedException(refusal);
    }
  }

  void committed(int pages) {
    committedPages = pages;
  }

  /** The first refusal, or null. */
  public Refusal refusal() {
    return refusal;
  }

  /** The most pages that were dirty at a time. */
  public long peakPages() {
    return peakPages;
  }

  /** Pages that the commit wrote; 0 before it. */
  public long committedPages() {
    return committedPages;
  }
}
