package org.icsqlite.cli.verify;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * The lines a child writes to its parent, each with one write, so that what was reported is in the
 * pipe when the call returns. A line that a kill cut off lacks the closing semicolon.
 *
 * <pre>
 *   ready;                 loaded, waits for the order to go
 *   opening;               about to open the file
 *   found WRITER NUMBER;   the newest transaction of a writer in the file that was opened
 *   open;                  writers and readers start
 *   commit WRITER NUMBER;  the commit of a transaction returned
 *   snapshot READS;        a reader gave back a snapshot it had read so many times
 *   old;                   a reader's snapshot became too old
 *   vacuum;                a VACUUM is done
 *   checkpoint;            a checkpoint is done
 *   memory HEAP RESIDENT;  bytes
 *   violation TEXT;        something is wrong; the child ends
 *   done;                  everything is closed; the child ends
 * </pre>
 */
final class Reports {

  static final String READY = "ready";
  static final String OPENING = "opening";
  static final String FOUND = "found";
  static final String OPEN = "open";
  static final String COMMIT = "commit";
  static final String SNAPSHOT = "snapshot";
  static final String OLD = "old";
  static final String VACUUM = "vacuum";
  static final String CHECKPOINT = "checkpoint";
  static final String MEMORY = "memory";
  static final String VIOLATION = "violation";
  static final String DONE = "done";

  private final OutputStream out = new FileOutputStream(FileDescriptor.out);

  void send(String word, long... numbers) {
    StringBuilder line = new StringBuilder(word);
    for (long number : numbers) {
      line.append(' ').append(number);
    }
    write(line);
  }

  void violation(String text) {
    write(new StringBuilder(VIOLATION).append(' ').append(text.replaceAll("\\s*\\R\\s*", " ")));
  }

  private synchronized void write(StringBuilder line) {
    try {
      out.write(line.append(";\n").toString().getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // The parent is gone.
      Runtime.getRuntime().halt(ChildMain.ORPHANED);
    }
  }
}
