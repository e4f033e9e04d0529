package org.icsqlite.crash;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What is done to a memory file while its storage records. */
interface Workload {

  /** The file, which does not exist before. */
  Path MEMORY = Path.of("/simulated/memory.bin");

  /** Opens, works and closes, and notes in the recording what was promised. */
  void run() throws Exception;

  /** The image after each message, from the empty one. */
  List<Content> images();

  /** The rows of each database after each message; none for a memory without databases. */
  Map<Integer, Map<Integer, Rows>> history();
}
