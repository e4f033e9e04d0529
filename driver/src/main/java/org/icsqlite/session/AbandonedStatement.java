package org.icsqlite.session;

import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.util.List;

/** Knows when nobody can reach a statement any more that nobody closed. */
public final class AbandonedStatement extends PhantomReference<Object> {

  private final List<CompiledStatement> used;

  AbandonedStatement(Object user, List<CompiledStatement> used, ReferenceQueue<Object> queue) {
    super(user, queue);
    this.used = used;
  }

  /** What it had compiled, and has not given back. */
  List<CompiledStatement> used() {
    return used;
  }
}
