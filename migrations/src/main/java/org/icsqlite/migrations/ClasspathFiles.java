package org.icsqlite.migrations;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.icsqlite.migrations.MigrationException.Kind;

/** Migration files in one folder of the class path. */
final class ClasspathFiles {

  private ClasspathFiles() {}

  static List<Migration> find(ClassLoader loader, String folder) throws MigrationException {
    String path = withoutOuterSlashes(folder);
    List<Migration> found = new ArrayList<>();
    try {
      List<URL> places = Collections.list(loader.getResources(path));
      if (places.isEmpty()) {
        throw MigrationException.of(
            Kind.SOURCE, "there is no folder " + path + " on the class path");
      }
      for (URL place : places) {
        found.addAll(find(place, path));
      }
    } catch (IOException | URISyntaxException e) {
      throw MigrationException.of(Kind.SOURCE, "classpath:" + path + " cannot be read: " + e, e);
    }
    return found;
  }

  static boolean exists(ClassLoader loader, String folder) {
    return loader.getResource(withoutOuterSlashes(folder)) != null;
  }

  private static String withoutOuterSlashes(String folder) {
    return folder.replaceAll("^/+|/+$", "");
  }

  private static List<Migration> find(URL place, String path)
      throws IOException, URISyntaxException, MigrationException {
    if (place.getProtocol().equals("file")) {
      return MigrationFiles.ofDirectory(Path.of(place.toURI()));
    }
    URLConnection connection = place.openConnection();
    // A file of its own, which is closed again, and not one that others share.
    connection.setUseCaches(false);
    if (connection instanceof JarURLConnection jar) {
      try (JarFile file = jar.getJarFile()) {
        // What stands before the entry matters where jars lie inside jars.
        String entry = jar.getEntryName() == null ? path : jar.getEntryName();
        return find(file, entry.endsWith("/") ? entry : entry + "/");
      }
    }
    throw MigrationException.of(
        Kind.SOURCE, place + " is in neither a directory nor a jar, so it cannot be listed");
  }

  private static List<Migration> find(JarFile file, String folder)
      throws IOException, MigrationException {
    List<Migration> found = new ArrayList<>();
    for (JarEntry entry : Collections.list(file.entries())) {
      String name = entry.getName();
      if (name.startsWith(folder) && name.indexOf('/', folder.length()) < 0) {
        String fileName = name.substring(folder.length());
        if (MigrationFiles.concerns(fileName)) {
          String place = "classpath:" + folder.substring(0, folder.length() - 1);
          MigrationFiles.requireMigrationName(fileName, place);
          try (InputStream in = file.getInputStream(entry)) {
            found.add(MigrationFiles.read(fileName, in.readAllBytes(), place + "/" + fileName));
          }
        }
      }
    }
    return found;
  }
}
