package org.icsqlite.vfs;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.icsqlite.vfs.WriterQueue.Outcome;

/**
 * A recorded history of calls to a {@link WriterQueue}, and the search for a serial order that
 * explains it. Each thread is one owner, with its number.
 *
 * <p>A call takes effect at one instant between its start and its end. A wait takes effect twice:
 * when it joins the queue and when it leaves it. The order that is looked for respects real time: a
 * call that ended before another began comes before it.
 */
final class QueueHistory {

  enum Kind {
    /** acquire; the result is an Outcome. */
    ACQUIRE,
    /** acquireAtOnce; the result is a Boolean. */
    TRY,
    /** release; no result. */
    RELEASE,
    /** cancel of the wait of the thread in {@link Call#target}; no result. */
    CANCEL,
    /** taken; the result is a Boolean. */
    TAKEN,
    /** waits().waiting(); the result is an Integer. */
    WAITING
  }

  /** One call; start and end are instants of a clock that all threads share. */
  record Call(Kind kind, int target, long start, long end, Object result) {}

  /** The serial queue: who holds it (-1 nobody), who waits, whose wait was cancelled. */
  private record Model(int holder, List<Integer> queue, Set<Integer> cancelled) {

    private Model(int holder, List<Integer> queue, Set<Integer> cancelled) {
      this.holder = holder;
      this.queue = List.copyOf(queue);
      this.cancelled = Set.copyOf(cancelled);
    }

    static Model start() {
      return new Model(-1, List.of(), Set.of());
    }

    Model withQueue(List<Integer> changed) {
      return new Model(holder, changed, cancelled);
    }

    Model without(int owner) {
      List<Integer> rest = new ArrayList<>(queue);
      rest.remove((Object) owner);
      return withQueue(rest);
    }
  }

  /** How far the search is: the calls done by each thread, and which of them wait. */
  private record Point(List<Integer> done, List<Boolean> joined, Model model) {}

  private final List<List<Call>> threads;
  private final Set<Point> dead = new HashSet<>();

  QueueHistory(List<List<Call>> threads) {
    this.threads = threads;
  }

  /** Whether the serial queue could have answered so. */
  boolean hasSerialOrder() {
    List<Integer> done = new ArrayList<>();
    List<Boolean> joined = new ArrayList<>();
    for (int thread = 0; thread < threads.size(); thread++) {
      done.add(0);
      joined.add(false);
    }
    return search(new Point(done, joined, Model.start()));
  }

  private boolean search(Point point) {
    long firstEnd = Long.MAX_VALUE;
    boolean complete = true;
    for (int thread = 0; thread < threads.size(); thread++) {
      if (point.done().get(thread) < threads.get(thread).size()) {
        complete = false;
        firstEnd = Math.min(firstEnd, next(point, thread).end());
      }
    }
    if (complete) {
      return true;
    }
    if (dead.contains(point)) {
      return false;
    }
    for (int thread = 0; thread < threads.size(); thread++) {
      if (point.done().get(thread) < threads.get(thread).size()
          && next(point, thread).start() <= firstEnd
          && step(point, thread)) {
        return true;
      }
    }
    dead.add(point);
    return false;
  }

  private Call next(Point point, int thread) {
    return threads.get(thread).get(point.done().get(thread));
  }

  /** Lets the next call of a thread take effect, if its result allows that here, and goes on. */
  private boolean step(Point point, int thread) {
    Call call = next(point, thread);
    Model model = point.model();
    return switch (call.kind()) {
      case ACQUIRE ->
          point.joined().get(thread) ? leave(point, thread, call) : join(point, thread, call);
      case TRY -> {
        boolean free = model.holder() < 0;
        yield call.result().equals(free)
            && goOn(
                point, thread, free ? new Model(thread, model.queue(), model.cancelled()) : model);
      }
      case RELEASE -> goOn(point, thread, released(model, thread));
      case CANCEL -> goOn(point, thread, cancelled(model, call.target()));
      case TAKEN -> call.result().equals(model.holder() >= 0) && goOn(point, thread, model);
      case WAITING -> call.result().equals(model.queue().size()) && goOn(point, thread, model);
    };
  }

  private boolean join(Point point, int thread, Call call) {
    Model model = point.model();
    if (model.holder() < 0) {
      return call.result() == Outcome.ACQUIRED
          && goOn(point, thread, new Model(thread, model.queue(), model.cancelled()));
    }
    List<Integer> longer = new ArrayList<>(model.queue());
    longer.add(thread);
    List<Boolean> joined = new ArrayList<>(point.joined());
    joined.set(thread, true);
    return search(new Point(point.done(), joined, model.withQueue(longer)));
  }

  private boolean leave(Point point, int thread, Call call) {
    Model model = point.model();
    boolean held = model.holder() == thread;
    boolean cancelled = model.cancelled().contains(thread);
    if (call.result() == Outcome.ACQUIRED) {
      return held && goOn(point, thread, model);
    }
    if (call.result() == Outcome.CANCELLED) {
      Set<Integer> others = new HashSet<>(model.cancelled());
      others.remove(thread);
      return cancelled && goOn(point, thread, new Model(model.holder(), model.queue(), others));
    }
    return !held && !cancelled && goOn(point, thread, model.without(thread));
  }

  private static Model released(Model model, int thread) {
    if (model.holder() != thread) {
      return model;
    }
    if (model.queue().isEmpty()) {
      return new Model(-1, List.of(), model.cancelled());
    }
    List<Integer> rest = model.queue().subList(1, model.queue().size());
    return new Model(model.queue().get(0), rest, model.cancelled());
  }

  private static Model cancelled(Model model, int target) {
    if (!model.queue().contains(target)) {
      return model;
    }
    Set<Integer> more = new HashSet<>(model.cancelled());
    more.add(target);
    Model rest = model.without(target);
    return new Model(rest.holder(), rest.queue(), more);
  }

  private boolean goOn(Point point, int thread, Model model) {
    List<Integer> done = new ArrayList<>(point.done());
    done.set(thread, done.get(thread) + 1);
    List<Boolean> joined = new ArrayList<>(point.joined());
    joined.set(thread, false);
    return search(new Point(done, joined, model));
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int thread = 0; thread < threads.size(); thread++) {
      text.append("thread ").append(thread).append('\n');
      for (Call call : threads.get(thread)) {
        text.append("  ")
            .append(call.start())
            .append(" to ")
            .append(call.end())
            .append(": ")
            .append(call.kind())
            .append(call.kind() == Kind.CANCEL ? " of " + call.target() : "")
            .append(' ')
            .append(Objects.toString(call.result(), ""))
            .append('\n');
      }
    }
    return text.toString();
  }
}
