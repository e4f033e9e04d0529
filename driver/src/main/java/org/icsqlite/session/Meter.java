package org.icsqlite.session;

import java.sql.SQLException;

/**
 * Limits and measures the executions of one {@link CallOwner}. The session asks it before each call
 * into SQLite and tells it what the call took. Used by one thread at a time.
 */
public interface Meter {

  /** What made SQLite end a call. */
  enum Stop {
    /** The steps of the machine were used up. */
    STEPS,
    /** The time was over. */
    TIME,
    /** Anything else. */
    OTHER
  }

  /** Another execution begins. */
  void begins();

  /** Where what the execution takes is added up. */
  Usage usage();

  /** Steps of SQLite's machine that the execution may take; negative for any number. */
  long maxSteps();

  /** Of so many steps of the machine the stop may be late; 1 or more. */
  int progressInterval();

  /** Bytes of the longest value or row that SQLite may make, or 0 where there is no such limit. */
  int maxValueBytes();

  /**
   * Whether a write is undone by whoever runs it, so that it may fail after its end. Others are
   * committed with their last step, and their rows are looked at one by one before.
   */
  boolean undoesWrites();

  /**
   * Asked before a row becomes present.
   *
   * @param payload bytes of its texts and blobs and 8 for each number
   */
  void admit(long payload) throws SQLException;

  /**
   * Whether so many further rows fit; they are not asked for one by one then.
   *
   * @param payload of all of them
   */
  boolean admits(long rows, long payload);

  /** Rows that fitted have become present. */
  void admitted(long rows, long payload);

  /** The failure of a call as it is to be thrown. */
  SQLException explain(SQLException failure, Stop stop);

  /** A failure is thrown at last; rows that came before it were admitted since it was made. */
  void thrown(SQLException failure);

  /** The failure of an execution that has taken more than {@link #maxSteps}. */
  SQLException tooManySteps();
}
