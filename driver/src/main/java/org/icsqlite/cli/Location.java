package org.icsqlite.cli;

import java.nio.file.Files;
import java.nio.file.Path;

/** A FILE argument: the stable-memory file it means, and the JDBC URL for it. */
final class Location {

  private static final String MEMORY_FILE = "stable_memory.bin";

  private final Path given;

  Location(Path given) {
    // Absolute, so that a file whose name looks like mem:NAME is still a file.
    this.given = given.toAbsolutePath().normalize();
  }

  /** The file itself, or the one in a canister snapshot directory. */
  Path memoryFile() {
    return Files.isDirectory(given) ? given.resolve(MEMORY_FILE) : given;
  }

  /** Without a query string, as a person would paste it. */
  String url() {
    String path = given.toString();
    return "jdbc:icsqlite:"
        + path.replace("%", "%25").replace("?", "%3F").replace("&", "%26").replace("#", "%23");
  }

  String queryUrl(int memoryId) {
    return url() + "?mode=query&memory_id=" + memoryId;
  }

  String updateUrl(int memoryId, boolean create) {
    return url()
        + "?mode=update&memory_id="
        + memoryId
        + "&create="
        + create
        + "&jdbc.get_generated_keys=false";
  }
}
