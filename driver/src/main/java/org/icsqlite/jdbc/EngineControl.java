package org.icsqlite.jdbc;

import java.sql.SQLException;
import org.icsqlite.image.Image;
import org.icsqlite.memory.CheckpointResult;
import org.icsqlite.memory.Durability;
import org.icsqlite.vfs.EngineStatistics;

/**
 * The stable memory behind a connection, which all connections to it share. Reach it with {@code
 * connection.unwrap(IcSqliteConnection.class)}; each method may be called from any thread.
 */
public interface EngineControl {

  /** The image behind this connection, for inspection. */
  Image image();

  /**
   * Figures of the database behind this connection and of the stable memory that it lies in, shared
   * by all connections to them.
   *
   * @throws SQLException SQLState 08003 when the connection is closed
   */
  EngineStatistics statistics() throws SQLException;

  /**
   * Brings everything that was committed to disk in the memory file itself, after which the redo
   * log begins anew; commits of others go on meanwhile. Does nothing for a memory in the heap.
   *
   * @return what was done
   * @throws SQLException SQLState 08003 when the connection is closed, 25006 in query mode, 08006
   *     when the memory has failed before or does so now
   */
  CheckpointResult checkpoint() throws SQLException;

  /** What the commits of all connections to the memory promise now. */
  default Durability getDurability() throws SQLException {
    return statistics().durability();
  }

  /**
   * Changes what the commits of all connections to the memory promise, from the next one on; those
   * before keep their promises.
   *
   * @param durability never null; a memory in the heap knows NONE alone
   * @throws SQLException SQLState 08003 when the connection is closed, 25006 in query mode, 0A000
   *     for another durability than NONE in the heap, 58030 for another one than NONE with a file
   *     of several hard links, 08006 when the memory has failed before or does so now
   */
  void setDurability(Durability durability) throws SQLException;
}
