package org.icsqlite.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;

/**
 * Keeps Ctrl-C and a commit apart: while a commit runs the JVM waits with its end, and once the JVM
 * ends no commit begins. Nothing is written before the commit, except that an absent file is
 * created; without a commit it is removed again.
 */
final class CommitGuard implements AutoCloseable {

  /** A step on the connection. */
  @FunctionalInterface
  interface Step {
    void run() throws SQLException;
  }

  private final Path created;
  private final Thread hook = new Thread(this::interrupted, "icsqlite-interrupted");
  private boolean interrupted;
  private boolean committed;

  /**
   * @param created the file that did not exist before, or null
   */
  CommitGuard(Path created) {
    this.created = created;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Commits, then closes; the JVM does not end between the two. */
  synchronized void commit(Step commit, Step close) throws SQLException, CommandFailure {
    if (interrupted) {
      throw new CommandFailure("interrupted; nothing was changed");
    }
    commit.run();
    committed = true;
    close.run();
  }

  /** What the end of the JVM does. */
  synchronized void interrupted() {
    interrupted = true;
    removeCreated();
  }

  private void removeCreated() {
    if (!committed && created != null) {
      try {
        Files.deleteIfExists(created);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** The connection is closed before. */
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is ending, and the hook does the rest.
      return;
    }
    synchronized (this) {
      removeCreated();
    }
  }
}
