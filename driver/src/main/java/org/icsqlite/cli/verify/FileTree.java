package org.icsqlite.cli.verify;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.stream.Stream;

/** Directories of the check. */
final class FileTree {

  private FileTree() {}

  /** The names in a directory, in order. */
  static List<String> names(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  /** Copies the files of one directory into another, in place of what was there. */
  static void copy(Path from, Path to) throws IOException {
    delete(to);
    Files.createDirectory(to);
    for (String name : names(from)) {
      Files.copy(from.resolve(name), to.resolve(name), StandardCopyOption.COPY_ATTRIBUTES);
    }
  }

  /** Removes a directory with all that is in it; nothing when it is not there. */
  static void delete(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    Files.walkFileTree(
        directory,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, IOException failure)
              throws IOException {
            Files.deleteIfExists(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
