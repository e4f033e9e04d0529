package org.icsqlite.crash;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Files by name, as they lie on a disk. Whoever has one does not change it, but makes copies. */
record Disk(Map<Path, Content> files) {

  static Disk empty() {
    return new Disk(Map.of());
  }

  long hash() {
    long hash = 0;
    for (Map.Entry<Path, Content> file : files.entrySet()) {
      hash += Content.mix(file.getKey().toString().hashCode() * 31L + file.getValue().hash());
    }
    return hash;
  }

  /** Names and lengths, for a message. */
  String describe() {
    Map<Path, Long> lengths = new TreeMap<>();
    files.forEach((path, content) -> lengths.put(path.getFileName(), content.length()));
    return lengths.toString();
  }
}
