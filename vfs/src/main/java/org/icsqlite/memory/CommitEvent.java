package org.icsqlite.memory;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Threshold;

/** The event {@code org.icsqlite.Commit}. Loaded only where jdk.jfr is present. */
@Name("org.icsqlite.Commit")
@Label("Commit")
@Category("icsqlite")
@Description("A transaction, from when its message was taken until it is as durable as promised")
@Threshold("10 ms")
@SuppressWarnings("UnusedVariable") // the recorder reads the fields
final class CommitEvent extends Event implements Trace {

  @Label("File")
  private String file;

  @Label("Bytes")
  @Description("Bytes that the message writes")
  @DataAmount
  private long bytes;

  static Trace started() {
    CommitEvent event = new CommitEvent();
    if (!event.isEnabled()) {
      return NONE;
    }
    event.begin();
    return event;
  }

  @Override
  public void end(String file, long bytes) {
    end();
    if (shouldCommit()) {
      this.file = file;
      this.bytes = bytes;
      commit();
    }
  }
}
