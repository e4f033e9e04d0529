package org.icsqlite.crash;

import java.util.ArrayList;
import java.util.List;

/**
 * The operations of a storage in order, and which message was promised to survive from which
 * operation on. Thread-safe.
 */
final class Recording {

  private record Promise(int operation, int message) {}

  private final List<Operation> operations = new ArrayList<>();
  private final List<Promise> durable = new ArrayList<>();
  private final List<Promise> written = new ArrayList<>();

  synchronized void add(Operation operation) {
    operations.add(operation);
  }

  synchronized int size() {
    return operations.size();
  }

  synchronized List<Operation> operations() {
    return new ArrayList<>(operations);
  }

  /** From now on no crash may lose this message or an earlier one. */
  synchronized void promiseDurable(int message) {
    durable.add(new Promise(operations.size(), message));
  }

  /** From now on the end of the process alone may not lose this message or an earlier one. */
  synchronized void promiseWritten(int message) {
    written.add(new Promise(operations.size(), message));
  }

  /** The newest message that is promised after so many operations, whatever crashes. */
  synchronized int durableAfter(int operation) {
    return newest(durable, operation);
  }

  /** The newest message that is promised after so many operations when only the process ends. */
  synchronized int writtenAfter(int operation) {
    return Math.max(newest(written, operation), newest(durable, operation));
  }

  private static int newest(List<Promise> promises, int operation) {
    int newest = 0;
    for (Promise promise : promises) {
      if (promise.operation() <= operation) {
        newest = Math.max(newest, promise.message());
      }
    }
    return newest;
  }
}
