package org.icsqlite.memory;

/** Whether this Java runtime has Java Flight Recorder; a small runtime image may leave it out. */
public final class FlightRecorder {

  public static final boolean PRESENT = present();

  private FlightRecorder() {}

  private static boolean present() {
    try {
      Class.forName("jdk.jfr.Event", false, FlightRecorder.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }
}
