package org.icsqlite.storage;

import java.util.Properties;

/**
 * The files that this JVM has open as stable memory. POSIX drops every lock of a process on a file
 * as soon as the process closes any descriptor of it, so a second open that fails and closes would
 * silently unlock the first; it is refused before a descriptor exists.
 *
 * <p>The register is the JVM's system properties, one property a file: they are the one place that
 * copies of this class in several class loaders share. Thread-safe.
 */
public final class OpenFiles {

  static final String PREFIX = "org.icsqlite.open.";

  private OpenFiles() {}

  /**
   * Registers a file.
   *
   * @param key what {@link Storage#fileKey} says, never null
   * @return whether it was not registered before
   */
  public static boolean register(String key) {
    Properties shared = System.getProperties();
    return shared.putIfAbsent(PREFIX + key, OpenFiles.class.getName()) == null;
  }

  /** Forgets a file; does nothing when it is not registered. */
  public static void release(String key) {
    System.getProperties().remove(PREFIX + key);
  }
}
