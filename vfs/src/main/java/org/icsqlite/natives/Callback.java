package org.icsqlite.natives;

/** Java code that native code calls with four integers or addresses. */
@FunctionalInterface
public interface Callback {

  /** What native code gets when a callback threw. */
  long FAILED = Long.MIN_VALUE;

  /** Runs on the thread that runs the native code. What it throws becomes {@link #FAILED}. */
  long call(long a, long b, long c, long d);
}
