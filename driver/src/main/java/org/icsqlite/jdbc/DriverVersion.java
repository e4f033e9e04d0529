package org.icsqlite.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version that the build wrote into the jar. */
public final class DriverVersion {

  /** What the driver calls itself. */
  static final String NAME = "icsqlite";

  private static final String TEXT = read();

  private DriverVersion() {}

  /** For example {@code 1.2.3} or {@code 1.2.3-SNAPSHOT}. */
  public static String text() {
    return TEXT;
  }

  static int major() {
    return part(0);
  }

  static int minor() {
    return part(1);
  }

  private static int part(int index) {
    return Integer.parseInt(TEXT.split("[.-]", -1)[index]);
  }

  private static String read() {
    try (InputStream in = DriverVersion.class.getResourceAsStream("version.properties")) {
      Properties properties = new Properties();
      properties.load(in);
      return properties.getProperty("version");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
