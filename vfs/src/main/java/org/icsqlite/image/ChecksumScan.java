package org.icsqlite.image;

import java.util.concurrent.CancellationException;

/**
 * The image checksum over the bytes of a snapshot: FNV-1a of 64 bits, pages without a body as
 * zeros, the last page up to the size.
 */
final class ChecksumScan {

  private static final long STEP_BYTES = 1L << 20;

  private ChecksumScan() {}

  /** The checksum of all bytes. */
  static long all(Snapshot snapshot, ScanListener listener) {
    return range(snapshot, 0, snapshot.size(), Fnv1a64.BASIS, listener);
  }

  /**
   * Goes on from the hash of the bytes before.
   *
   * @param from the first byte
   * @param to the byte after the last, at most the snapshot's size
   * @param hash of the bytes before {@code from}
   * @throws CancellationException when the listener or an interrupt ends the scan
   */
  static long range(Snapshot snapshot, long from, long to, long hash, ScanListener listener) {
    Fnv1a64 fnv = new Fnv1a64(hash);
    byte[] page = new byte[ImagePages.PAGE_BYTES];
    long offset = from;
    long told = from;
    while (offset < to) {
      int length = (int) Math.min(to - offset, ImagePages.PAGE_BYTES - ImagePages.within(offset));
      int count = snapshot.read(offset, page, length);
      fnv.update(page, 0, count);
      offset += count;
      if (offset - told >= STEP_BYTES && offset < to) {
        tell(listener, offset, snapshot.size());
        told = offset;
      }
    }
    tell(listener, to, snapshot.size());
    return fnv.value();
  }

  private static void tell(ScanListener listener, long done, long total) {
    if (Thread.currentThread().isInterrupted()) {
      throw new CancellationException("the thread was interrupted while the checksum was computed");
    }
    if (!listener.at(done, total)) {
      throw new CancellationException("cancelled while the checksum was computed");
    }
  }
}
