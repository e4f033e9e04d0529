package org.icsqlite.session;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What the user's listeners have thrown while SQLite called them. Nothing may pass SQLite on its
 * way: behind it the commit goes on, and calls back into Java. So it is kept until the call that
 * the listener was told of has ended, and thrown to the caller when the call has not failed itself.
 * Else the failure carries it.
 *
 * <p>Calls stand within each other where a function of the user's runs SQL; each gets its own. Used
 * under the connection's monitor.
 */
final class ListenerFailures {

  /** A listener may fail for each row of millions. */
  private static final int MOST_SUPPRESSED = 16;

  private final Deque<Thrown> kept = new ArrayDeque<>();
  private int depth;

  /** Begins a call. */
  void begin() {
    depth++;
  }

  /** Ends it; what was thrown within it, or null. */
  Throwable end() {
    Throwable thrown = take();
    depth--;
    return thrown;
  }

  /** Keeps the first, and some of the others with it. */
  void keep(Throwable thrown) {
    if (!pending()) {
      kept.push(new Thrown(depth, thrown));
      return;
    }
    Throwable first = kept.peek().first();
    if (first != thrown && first.getSuppressed().length < MOST_SUPPRESSED) {
      first.addSuppressed(thrown);
    }
  }

  /** Whether something was thrown in the call that runs. */
  boolean pending() {
    return !kept.isEmpty() && kept.peek().depth() == depth;
  }

  private Throwable take() {
    return pending() ? kept.pop().first() : null;
  }

  /** Lets the failure of the call that runs carry it. */
  <T extends Throwable> T claim(T failure) {
    Throwable thrown = take();
    if (thrown != null) {
      failure.addSuppressed(thrown);
    }
    return failure;
  }

  /** Throws what was thrown outside of all calls, such as in the COMMIT of a budgeted update. */
  void throwOutside() {
    if (depth == 0) {
      raise(take());
    }
  }

  /** Throws it as it is, unless it is null. */
  static void raise(Throwable thrown) {
    if (thrown != null) {
      throw ListenerFailures.<RuntimeException>undeclared(thrown);
    }
  }

  /** A listener declares none, and in other languages than Java throws any. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Throwable> E undeclared(Throwable thrown) throws E {
    throw (E) thrown;
  }

  private record Thrown(int depth, Throwable first) {}
}
