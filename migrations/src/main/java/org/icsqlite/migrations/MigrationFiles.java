package org.icsqlite.migrations;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.icsqlite.migrations.MigrationException.Kind;

/** Files named {@code V<version>__<name>.sql}. */
final class MigrationFiles {

  private static final Pattern FILE_NAME =
      Pattern.compile("V([0-9]+)__([A-Za-z0-9_.-]{1,200})\\.sql");

  private MigrationFiles() {}

  static List<Migration> ofDirectory(Path directory) throws MigrationException {
    if (!Files.isDirectory(directory)) {
      throw MigrationException.of(
          Kind.SOURCE,
          directory + (Files.exists(directory) ? " is not a directory" : " does not exist"));
    }
    List<Migration> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        if (concerns(name)) {
          requireMigrationName(name, directory.toString());
          found.add(read(name, Files.readAllBytes(file), file.toString()));
        }
      }
    } catch (DirectoryIteratorException e) {
      throw unreadable(directory, e.getCause());
    } catch (IOException e) {
      throw unreadable(directory, e);
    }
    return found;
  }

  private static MigrationException unreadable(Path directory, IOException e) {
    return MigrationException.of(Kind.SOURCE, directory + " cannot be read: " + e, e);
  }

  /** Whether a file is a migration, or looks as if it were meant to be one. */
  static boolean concerns(String fileName) {
    return fileName.toLowerCase(Locale.ROOT).endsWith(".sql");
  }

  static void requireMigrationName(String fileName, String place) throws MigrationException {
    if (!FILE_NAME.matcher(fileName).matches()) {
      throw MigrationException.of(
          Kind.SOURCE,
          fileName
              + " in "
              + place
              + " is not named like V1__create_kv.sql: V, a version, two underscores, a name of"
              + " letters, digits, '_', '.' and '-', and .sql; rename it or move it away");
    }
  }

  /**
   * @param fileName a name of the right form
   * @param origin what messages call the file
   */
  static Migration read(String fileName, byte[] bytes, String origin) throws MigrationException {
    Matcher parts = FILE_NAME.matcher(fileName);
    if (!parts.matches()) {
      throw new IllegalArgumentException(fileName);
    }
    long version;
    try {
      version = Long.parseUnsignedLong(parts.group(1));
    } catch (NumberFormatException e) {
      throw MigrationException.of(
          Kind.SOURCE, origin + ": version " + parts.group(1) + " is too large", e);
    }
    try {
      return Migration.ofFile(version, parts.group(2), bytes, origin);
    } catch (CharacterCodingException e) {
      throw MigrationException.of(Kind.SOURCE, origin + " is not valid UTF-8", e);
    }
  }

  /** In rising order of versions; two files of one version are named together. */
  static List<Migration> sorted(List<Migration> found) throws MigrationException {
    List<Migration> sorted = new ArrayList<>(found);
    sorted.sort(
        Comparator.comparing(Migration::version, Long::compareUnsigned)
            .thenComparing(Migration::origin));
    for (int i = 1; i < sorted.size(); i++) {
      Migration previous = sorted.get(i - 1);
      Migration next = sorted.get(i);
      if (previous.version() == next.version()) {
        throw MigrationException.of(
            Kind.DUPLICATE_VERSION,
            next.version(),
            MigrationException.duplicate(next.version()).getMessage()
                + " ("
                + previous.origin()
                + " and "
                + next.origin()
                + ")");
      }
    }
    return List.copyOf(sorted);
  }
}
