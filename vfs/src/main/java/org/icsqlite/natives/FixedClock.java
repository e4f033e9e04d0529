package org.icsqlite.natives;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The name of a VFS whose clock stands still. SQLite asks a VFS what time it is and does not say
 * for which connection, so that a connection with a time of its own has a VFS of its own; its files
 * are those of the VFS it was made from.
 *
 * <p>Closed after its connection.
 */
public final class FixedClock implements AutoCloseable {

  private final NativeCalls calls;
  private final String vfsName;
  private final AtomicLong address;

  private FixedClock(NativeCalls calls, String vfsName, long address) {
    this.calls = calls;
    this.vfsName = vfsName;
    this.address = new AtomicLong(address);
  }

  static FixedClock register(NativeCalls calls, String origin, String name, long unixMillis) {
    long originText = 0;
    long nameText = 0;
    try {
      originText = calls.allocateUtf8(origin);
      nameText = calls.allocateUtf8(name);
      long clock =
          calls.call(calls.symbol("icsqlite_clock_create"), originText, nameText, unixMillis);
      if (clock == 0) {
        throw new NativeUnavailableException("SQLite took no clock beside the VFS " + origin);
      }
      return new FixedClock(calls, name, clock);
    } finally {
      calls.free(nameText);
      calls.free(originText);
    }
  }

  /** The name under which SQLite knows the VFS. */
  public String vfsName() {
    return vfsName;
  }

  /** Takes the VFS away from SQLite; again does nothing. */
  @Override
  public void close() {
    long clock = address.getAndSet(0);
    if (clock != 0) {
      calls.call(calls.symbol("icsqlite_clock_free"), clock);
    }
  }
}
