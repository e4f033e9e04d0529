package org.icsqlite.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.icsqlite.image.PageAdmission.Limit;
import org.icsqlite.image.PageAdmission.Refusal;
import org.icsqlite.image.PageAdmission.RefusedException;
import org.junit.jupiter.api.Test;

class PageAdmissionTest {

  private static final int PAGE = 16_384;

  private static void refused(PageAdmission pages, int dirty, Refusal refusal) {
    assertThrows(RefusedException.class, () -> pages.admit(dirty));
    assertEquals(refusal, pages.refusal());
    assertThrows(RefusedException.class, pages::requireNoneRefused);
  }

  @Test
  void exactlyTheLimitPasses() {
    PageAdmission pages = new PageAdmission(2, PageAdmission.UNLIMITED);
    pages.admit(0);
    pages.admit(1);
    pages.requireNoneRefused();
    assertEquals(2, pages.peakPages());
    refused(pages, 2, new Refusal(Limit.DIRTY_PAGES, 2, 3));
    assertEquals(2, pages.peakPages());
  }

  @Test
  void bytesAreThoseOfWholePages() {
    refused(new PageAdmission(9, PAGE - 1), 0, new Refusal(Limit.CHANGED_BYTES, PAGE - 1, PAGE));
    PageAdmission pages = new PageAdmission(9, 2 * PAGE + 1);
    pages.admit(0);
    pages.admit(1);
    refused(pages, 2, new Refusal(Limit.CHANGED_BYTES, 2 * PAGE + 1, 3 * PAGE));
  }

  @Test
  void theNumberOfPagesIsLookedAtBeforeTheBytes() {
    refused(new PageAdmission(0, 0), 0, new Refusal(Limit.DIRTY_PAGES, 0, 1));
    refused(new PageAdmission(1, 0), 0, new Refusal(Limit.CHANGED_BYTES, 0, PAGE));
  }

  @Test
  void aRefusalStaysAndTheFirstOneIsTold() {
    PageAdmission pages = new PageAdmission(3, PageAdmission.UNLIMITED);
    refused(pages, 3, new Refusal(Limit.DIRTY_PAGES, 3, 4));
    // Fewer pages are dirty now, and still none is admitted.
    refused(pages, 0, new Refusal(Limit.DIRTY_PAGES, 3, 4));
    assertEquals(0, pages.peakPages());
    assertEquals(
        "max_dirty_pages=3 is exceeded",
        assertThrows(RefusedException.class, () -> pages.admit(0)).getMessage());
  }

  @Test
  void aPageThatIsCutOffGivesItsPlaceBack() {
    PageAdmission pages = new PageAdmission(2, PageAdmission.UNLIMITED);
    pages.admit(0);
    pages.admit(1);
    pages.admit(1);
    assertEquals(2, pages.peakPages());
    assertNull(pages.refusal());
  }

  @Test
  void anotherTransactionBeginsWithTheSameLimits() {
    PageAdmission pages = new PageAdmission(1, PAGE);
    pages.admit(0);
    pages.committed(1);
    assertEquals(1, pages.committedPages());
    refused(pages, 1, new Refusal(Limit.DIRTY_PAGES, 1, 2));
    PageAdmission next = pages.fresh();
    next.requireNoneRefused();
    assertEquals(0, next.peakPages());
    assertEquals(0, next.committedPages());
    next.admit(0);
    refused(next, 1, new Refusal(Limit.DIRTY_PAGES, 1, 2));
  }

  @Test
  void withoutLimitsEverythingIsAdmitted() {
    PageAdmission pages = PageAdmission.unlimited();
    pages.admit(Integer.MAX_VALUE);
    assertEquals(1L << 31, pages.peakPages());
    assertNull(pages.refusal());
  }

  @Property
  void neverAreMorePagesDirtyThanBothLimitsAllow(
      @ForAll @IntRange(max = 9) int maxPages,
      @ForAll @IntRange(max = 9 * PAGE) int maxBytes,
      @ForAll @Size(max = 40) boolean[] grows) {
    PageAdmission pages = new PageAdmission(maxPages, maxBytes);
    int most = Math.min(maxPages, maxBytes / PAGE);
    int dirty = 0;
    int peak = 0;
    for (boolean grow : grows) {
      if (!grow) {
        dirty = Math.max(0, dirty - 1);
      } else if (pages.refusal() == null && dirty < most) {
        pages.admit(dirty++);
        peak = Math.max(peak, dirty);
      } else {
        int now = dirty;
        assertThrows(RefusedException.class, () -> pages.admit(now));
      }
      assertEquals(peak, pages.peakPages());
    }
  }
}
