package org.icsqlite.cli;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** One line on a terminal that says how far a long command is; nothing anywhere else. */
final class Progress {

  private static final long FIRST_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final PrintWriter err;
  private final boolean shown;
  private final long totalBytes;
  private long nextNanos;
  private int width;

  /**
   * @param totalBytes the length of the script, or a negative number when it is not known
   */
  Progress(Terminal terminal, long totalBytes) {
    this(terminal, totalBytes, FIRST_NANOS);
  }

  Progress(Terminal terminal, long totalBytes, long delayNanos) {
    this.nextNanos = System.nanoTime() + delayNanos;
    this.err = terminal.err();
    this.shown = terminal.errIsTerminal();
    this.totalBytes = totalBytes;
  }

  void at(long bytes, long statements) {
    if (due()) {
      String share =
          totalBytes > 0
              ? String.format(Locale.ROOT, "%3d %%, ", Math.min(100, 100 * bytes / totalBytes))
              : "";
      show(share + statements + " statements");
    }
  }

  /** Shows a text of the caller's, not more often than the other. */
  void at(String text) {
    if (due()) {
      show(text);
    }
  }

  private boolean due() {
    if (!shown || System.nanoTime() - nextNanos < 0) {
      return false;
    }
    nextNanos = System.nanoTime() + EVERY_NANOS;
    return true;
  }

  /** Takes the line away again. */
  void end() {
    if (width > 0) {
      show("");
      err.print("\r");
      err.flush();
    }
  }

  private void show(String text) {
    err.print("\r" + text + " ".repeat(Math.max(0, width - text.length())));
    err.flush();
    width = text.length();
  }
}
