package org.icsqlite.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import org.opentest4j.TestAbortedException;

/** Where the images lie that the Rust crate wrote. */
public final class FixtureDirectory {

  private static final String PROPERTY = "icsqlite.fixtures";

  private FixtureDirectory() {}

  /**
   * The directory with {@code manifest.json}. Aborts the test, saying so, where there is none;
   * where fixtures are required it fails.
   */
  public static Path require() {
    String property = System.getProperty(PROPERTY, "");
    Path directory = Path.of(property);
    if (!Files.isRegularFile(directory.resolve("manifest.json"))) {
      String reason = "no manifest.json in '" + property + "', which " + PROPERTY + " names";
      if ("required".equals(System.getenv("ICSQLITE_FIXTURES"))) {
        throw new AssertionError(reason);
      }
      System.out.println("fixtures skipped: " + reason);
      throw new TestAbortedException("fixtures skipped: " + reason);
    }
    return directory;
  }
}
