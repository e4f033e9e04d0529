package org.icsqlite.migrations.flyway;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.flywaydb.core.api.FlywayException;

/**
 * The right to migrate one stable memory, for one thread of this JVM at a time. URLs that name the
 * same place count as one whatever their parameters are; different spellings of a path do not, and
 * are left to the write lock of the database.
 */
final class MigrationTurn {

  private static final Map<String, ReentrantLock> LOCKS = new ConcurrentHashMap<>();

  private MigrationTurn() {}

  /**
   * Waits for the turn, which a thread may have more than once, and does the work.
   *
   * @throws FlywayException when the thread is interrupted, whose interrupt status stays set
   */
  static <T> T run(String url, Supplier<T> work) {
    int parameters = url.indexOf('?');
    String place = parameters < 0 ? url : url.substring(0, parameters);
    ReentrantLock lock = LOCKS.computeIfAbsent(place, absent -> new ReentrantLock());
    try {
      lock.lockInterruptibly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FlywayException("interrupted while another thread migrates " + place, e);
    }
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }
}
