package org.icsqlite.vfs;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Threshold;

/** The event {@code org.icsqlite.WriterWait}. Loaded only where jdk.jfr is present. */
@Name("org.icsqlite.WriterWait")
@Label("Writer Wait")
@Category("icsqlite")
@Description("A connection waited for another one that wrote to the same database")
@Threshold("10 ms")
@SuppressWarnings("UnusedVariable") // the recorder reads the fields
final class WriterWaitEvent extends Event implements WriterWait {

  @Label("Database")
  @Description("File and memory id")
  private String database;

  @Label("Timed Out")
  @Description("Whether the wait ended because busy_timeout was over")
  private boolean timedOut;

  static WriterWait started() {
    WriterWaitEvent event = new WriterWaitEvent();
    event.begin();
    return event;
  }

  @Override
  public void end(String database, boolean timedOut) {
    end();
    if (shouldCommit()) {
      this.database = database;
      this.timedOut = timedOut;
      commit();
    }
  }
}
