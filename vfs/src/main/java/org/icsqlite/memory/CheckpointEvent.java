package org.icsqlite.memory;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** The event {@code org.icsqlite.Checkpoint}. Loaded only where jdk.jfr is present. */
@Name("org.icsqlite.Checkpoint")
@Label("Checkpoint")
@Category("icsqlite")
@Description("Everything committed was brought to disk in the file itself")
@SuppressWarnings("UnusedVariable") // the recorder reads the fields
final class CheckpointEvent extends Event implements Trace {

  @Label("File")
  private String file;

  @Label("Bytes")
  @Description("Bytes of the redo log that became free")
  @DataAmount
  private long bytes;

  static Trace started() {
    CheckpointEvent event = new CheckpointEvent();
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
