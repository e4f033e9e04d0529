package org.icsqlite.natives;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.Function;
import org.sqlite.JDBC;
import org.sqlite.SQLiteConfig;

/**
 * Brings the extension into sqlite-jdbc's SQLite: takes the platform's binary from the jar,
 * compares its checksum, writes it to a directory, lets SQLite load it, opens the same file for
 * Java, and deletes it.
 *
 * <p>The file's name holds the process id and a random part and is created new, so JVMs that start
 * at once do not meet; only its owner can read or change it. Windows refuses to delete a loaded
 * library: there it is removed by a later start, once its process is gone.
 */
final class ExtensionLoader {

  static final String DIRECTORY_PROPERTY = "icsqlite.tmpdir";

  /** ICSQLITE_ABI_VERSION in icsqlite.h. */
  static final long ABI_VERSION = 8;

  private static final String MANIFEST = "manifest.sha256";
  private static final String PREFIX = "icsqlite-";

  /** A file this old whose process is gone was left by a JVM that was killed while it loaded. */
  private static final Duration ABANDONED = Duration.ofMinutes(1);

  private final NativePlatform platform;
  private final Function<String, InputStream> resources;
  private final Path directory;
  private final NativeAccess access;

  /**
   * @param resources opens the manifest or a binary by its path, null when it is not there
   */
  ExtensionLoader(
      NativePlatform platform,
      Function<String, InputStream> resources,
      Path directory,
      NativeAccess access) {
    this.platform = platform;
    this.resources = resources;
    this.directory = directory;
    this.access = access;
  }

  /** The loader for this JVM and its system properties. */
  static ExtensionLoader current(NativeAccess access) {
    String own = System.getProperty(DIRECTORY_PROPERTY);
    if (own != null) {
      // Their libraries meet the same noexec mount as ours.
      useFor("org.sqlite.tmpdir", own);
      useFor("jna.tmpdir", own);
    }
    String directory = own != null ? own : System.getProperty("java.io.tmpdir", ".");
    return new ExtensionLoader(
        NativePlatform.current(),
        ExtensionLoader.class::getResourceAsStream,
        Path.of(directory),
        access);
  }

  private static void useFor(String property, String directory) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, directory);
    }
  }

  /**
   * Loads the extension; may be called again after a failure.
   *
   * @throws NativeUnavailableException when it cannot be had; the message says what to do
   */
  NativeCalls load() {
    byte[] binary = verifiedBinary();
    removeAbandoned();
    Path file = extract(binary);
    try {
      loadIntoSqlite(file);
      NativeCalls calls = access.open(file);
      checkVersion(calls);
      return calls;
    } finally {
      delete(file);
    }
  }

  private byte[] verifiedBinary() {
    String resource = platform.resource();
    byte[] binary = read(resource);
    String expected = checksumOf(resource);
    String actual = HexFormat.of().formatHex(sha256(binary));
    if (!actual.equals(expected)) {
      throw new NativeUnavailableException(
          "the native extension "
              + resource
              + " in the icsqlite-vfs jar is damaged: its SHA-256 is "
              + actual
              + ", not "
              + expected
              + ". Fetch the jar again; if it was repackaged, let binary resources unchanged.");
    }
    return binary;
  }

  private byte[] read(String resource) {
    try (InputStream in = resources.apply(resource)) {
      if (in == null) {
        throw new NativeUnavailableException(
            "the native extension for "
                + platform.name()
                + " is missing from the class path: org/icsqlite/natives/"
                + resource
                + ". Use the complete icsqlite-vfs jar, or keep this resource when repackaging it.");
      }
      return in.readAllBytes();
    } catch (IOException failure) {
      throw new NativeUnavailableException(
          "the native extension " + resource + " cannot be read from the class path", failure);
    }
  }

  private String checksumOf(String resource) {
    String manifest = new String(read(MANIFEST), StandardCharsets.UTF_8);
    for (String line : manifest.split("\n", -1)) {
      if (line.endsWith(" " + resource)) {
        return line.substring(0, line.length() - resource.length() - 1);
      }
    }
    return "listed in " + MANIFEST;
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private Path extract(byte[] binary) {
    String name = platform.fileName();
    Path file = null;
    try {
      file =
          Files.createTempFile(
              directory,
              PREFIX + ProcessHandle.current().pid() + "-",
              name.substring(name.lastIndexOf('.')),
              ownerOnly());
      Files.write(file, binary);
      return file.toAbsolutePath();
    } catch (IOException | RuntimeException failure) {
      if (file != null) {
        delete(file);
      }
      throw new NativeUnavailableException(
          "icsqlite cannot write its native extension for "
              + platform.name()
              + " to the directory "
              + directory.toAbsolutePath()
              + " ("
              + failure
              + "). Name one that exists, can be written and has space with -D"
              + DIRECTORY_PROPERTY
              + "=DIR.",
          failure);
    }
  }

  private static FileAttribute<?>[] ownerOnly() {
    return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
        }
        : new FileAttribute<?>[0];
  }

  /** Only this one connection may load extensions, and it is gone when the method returns. */
  private void loadIntoSqlite(Path file) {
    SQLiteConfig config = new SQLiteConfig();
    config.enableLoadExtension(true);
    try (Connection connection =
        JDBC.createConnection("jdbc:sqlite::memory:", config.toProperties())) {
      try (PreparedStatement load =
          connection.prepareStatement("SELECT load_extension(?, 'sqlite3_icsqlite_init')")) {
        load.setString(1, stem(file));
        load.execute();
      } catch (SQLException failure) {
        throw new NativeUnavailableException(
            loadFailure(platform, file, String.valueOf(failure.getMessage())), failure);
      }
    } catch (SQLException | LinkageError failure) {
      throw new NativeUnavailableException(
          "the SQLite library of sqlite-jdbc cannot be loaded on "
              + platform.name()
              + " ("
              + reasons(failure)
              + "). If the temporary directory forbids writing or execution, name another one with "
              + "-Dorg.sqlite.tmpdir=DIR. If Java denies native access, start it with "
              + "--enable-native-access=ALL-UNNAMED.",
          failure);
    }
  }

  /**
   * The path without the platform's ending. SQLite adds the ending when the name as given cannot be
   * loaded, and reports the last attempt only: that must be the one on the file.
   */
  private static String stem(Path file) {
    String path = file.toString();
    return path.substring(0, path.lastIndexOf('.'));
  }

  /** The messages of a failure and its causes: sqlite-jdbc's own names no reason. */
  private static String reasons(Throwable failure) {
    StringBuilder text = new StringBuilder(String.valueOf(failure.getMessage()));
    Throwable cause = failure.getCause();
    for (int depth = 0; cause != null && depth < 5; depth++) {
      text.append("; ").append(cause);
      cause = cause.getCause();
    }
    return text.toString();
  }

  /** What to say when the system's loader refuses the file. */
  static String loadFailure(NativePlatform platform, Path file, String reason) {
    boolean forbidden =
        reason.contains("failed to map segment")
            || reason.contains("Permission denied")
            || reason.contains("Operation not permitted");
    return "SQLite cannot load the native extension for "
        + platform.name()
        + " from "
        + file
        + " ("
        + reason
        + "). "
        + (forbidden
            ? "The directory "
                + file.getParent()
                + " forbids execution (mounted noexec, or a security policy)."
            : "The system's loader refused the file.")
        + " Name a directory that allows execution with -D"
        + DIRECTORY_PROPERTY
        + "=DIR.";
  }

  private void checkVersion(NativeCalls calls) {
    long version = calls.call(calls.symbol("icsqlite_abi_version"));
    if (version != ABI_VERSION) {
      throw new NativeUnavailableException(
          "the native extension for "
              + platform.name()
              + " has interface version "
              + version
              + ", this icsqlite needs "
              + ABI_VERSION
              + ". Keep one version of icsqlite-vfs on the class path; in a build from source, run "
              + "vfs/src/main/c/build.sh.");
    }
    if (calls.call(calls.symbol("icsqlite_api")) == 0) {
      throw new NativeUnavailableException(
          "the system loaded the native extension for "
              + platform.name()
              + " twice from one file, so SQLite's functions cannot be reached ("
              + calls
              + "). Name a directory on a local file system with -D"
              + DIRECTORY_PROPERTY
              + "=DIR.");
    }
  }

  private void removeAbandoned() {
    Instant old = Instant.now().minus(ABANDONED);
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, PREFIX + "*")) {
      for (Path file : files) {
        if (!processLives(file) && Files.getLastModifiedTime(file).toInstant().isBefore(old)) {
          delete(file);
        }
      }
    } catch (IOException | RuntimeException unreadable) {
      // What cannot be cleaned does no harm; whether a file can be written is seen next.
      return;
    }
  }

  /** True also for a name that no loader gave. */
  private static boolean processLives(Path file) {
    String[] parts = file.getFileName().toString().split("-", -1);
    if (parts.length != 3
        || !Arrays.asList(".so", ".dylib", ".dll").contains(extension(parts[2]))) {
      return true;
    }
    try {
      return ProcessHandle.of(Long.parseLong(parts[1])).isPresent();
    } catch (NumberFormatException foreign) {
      return true;
    }
  }

  private static String extension(String name) {
    return name.substring(Math.max(0, name.lastIndexOf('.')));
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException loaded) {
      // Windows, where a loaded library stays until the next start finds its process gone.
      return;
    }
  }
}
