package org.icsqlite.migrations;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Where a list of migrations comes from. */
@FunctionalInterface
public interface MigrationSource {

  /**
   * Reads the list anew.
   *
   * @return the migrations in rising order of versions, never null
   * @throws MigrationException SOURCE when files cannot be used, and the failures of a list
   */
  List<Migration> load() throws MigrationException;

  /** Migrations written in code, in the order given. */
  static MigrationSource of(Migration... migrations) {
    List<Migration> list = List.copyOf(Arrays.asList(migrations));
    return () -> list;
  }

  /**
   * The files {@code V<version>__<name>.sql} of a directory, in the order of their versions.
   * Directories inside it and files of other kinds are not looked at; a file that ends in {@code
   * .sql} and is not named so is an error.
   */
  static MigrationSource directory(Path directory) {
    return () -> MigrationFiles.sorted(MigrationFiles.ofDirectory(directory));
  }

  /**
   * The same files in a folder on the class path, in directories and jars alike.
   *
   * @param folder such as {@code db/migrations}
   */
  static MigrationSource classpath(ClassLoader loader, String folder) {
    return () -> MigrationFiles.sorted(ClasspathFiles.find(loader, folder));
  }

  /**
   * Several places taken together, in the order of the versions.
   *
   * @param locations {@code classpath:folder}, or a directory, with or without {@code file:}
   */
  static MigrationSource locations(ClassLoader loader, List<String> locations) {
    List<String> places = List.copyOf(locations);
    return () -> {
      List<Migration> found = new ArrayList<>();
      for (String place : places) {
        if (place.startsWith("classpath:")) {
          found.addAll(ClasspathFiles.find(loader, place.substring("classpath:".length())));
        } else {
          String path = place.startsWith("file:") ? place.substring("file:".length()) : place;
          found.addAll(MigrationFiles.ofDirectory(Path.of(path)));
        }
      }
      return MigrationFiles.sorted(found);
    };
  }
}
