package org.icsqlite.cli;

import java.io.IOException;

/** The standard output takes no more; kept apart from failures of the files that are read. */
final class ClosedOutputException extends IOException {

  private static final long serialVersionUID = 1L;

  ClosedOutputException(IOException reason) {
    super(reason.getMessage(), reason);
  }

  IOException reason() {
    return (IOException) getCause();
  }
}
