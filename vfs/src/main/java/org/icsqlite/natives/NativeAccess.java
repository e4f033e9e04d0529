package org.icsqlite.natives;

import java.nio.file.Path;

/** The two ways into native code. */
enum NativeAccess {
  /** java.lang.foreign, final since Java 22. */
  FFM,
  /** JNA, on any Java. */
  JNA;

  static final String PROPERTY = "icsqlite.native";
  private static final int FIRST_WITH_FFM = 22;

  /**
   * The way that the system property asks for.
   *
   * @throws NativeUnavailableException when this Java does not have it or the value is unknown
   */
  static NativeAccess selected() {
    return select(System.getProperty(PROPERTY, "auto"), Runtime.version().feature());
  }

  static NativeAccess select(String value, int javaVersion) {
    return switch (value) {
      case "auto" -> javaVersion >= FIRST_WITH_FFM ? FFM : JNA;
      case "jna" -> JNA;
      case "ffm" -> {
        if (javaVersion < FIRST_WITH_FFM) {
          throw new NativeUnavailableException(
              "-D"
                  + PROPERTY
                  + "=ffm needs Java "
                  + FIRST_WITH_FFM
                  + " or later, this is Java "
                  + javaVersion
                  + ". Remove the property or set it to jna.");
        }
        yield FFM;
      }
      default ->
          throw new NativeUnavailableException(
              "-D" + PROPERTY + "=" + value + " is not known: use auto, ffm or jna.");
    };
  }

  /** Opens the extension from the file that SQLite has loaded. */
  NativeCalls open(Path file) {
    try {
      return this == FFM ? FfmCalls.open(file) : JnaCalls.open(file);
    } catch (LinkageError | IllegalArgumentException | IllegalCallerException failure) {
      throw new NativeUnavailableException(
          "icsqlite cannot call native code through " + this + " (" + file + "). " + fix(),
          failure);
    }
  }

  private String fix() {
    return this == FFM
        ? "Start Java with --enable-native-access=ALL-UNNAMED, or with -D" + PROPERTY + "=jna."
        : "Is net.java.dev.jna:jna on the class path? If the temporary directory forbids "
            + "execution, name another one with -Djna.tmpdir=DIR.";
  }
}
