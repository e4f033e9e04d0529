package org.icsqlite.memory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Set;

/**
 * The files that this process has open as stable memory. POSIX drops every lock of a process on a
 * file as soon as the process closes any descriptor of it, so a second open that fails and closes
 * would silently unlock the first; it is refused before a descriptor exists.
 */
final class OpenFiles {

  private static final Set<Object> KEYS = new HashSet<>();

  private OpenFiles() {}

  /** Registers a file and returns its key, or null when it is registered already. */
  static Object register(Path path) throws IOException {
    Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    if (key == null) {
      key = path.toRealPath();
    }
    synchronized (KEYS) {
      return KEYS.add(key) ? key : null;
    }
  }

  static void release(Object key) {
    synchronized (KEYS) {
      KEYS.remove(key);
    }
  }
}
