package org.icsqlite.migrations.spring;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.icsqlite.migrations.ManifestPublicKey;
import org.icsqlite.migrations.MigrationException;
import org.icsqlite.migrations.MigrationRunner;
import org.icsqlite.migrations.MigrationSource;
import org.icsqlite.migrations.SignedManifest;
import org.springframework.core.io.ResourceLoader;

/** The runner that properties describe. */
final class ConfiguredRunner {

  private static final String CLASSPATH = "classpath:";
  private static final String FILE = "file:";

  private final MigrationProperties properties;
  private final ResourceLoader resources;

  ConfiguredRunner(MigrationProperties properties, ResourceLoader resources) {
    this.properties = properties;
    this.resources = resources;
  }

  MigrationRunner build() throws MigrationException {
    MigrationRunner.Builder builder =
        MigrationRunner.builder()
            .source(MigrationSource.locations(resources.getClassLoader(), properties.locations()))
            .adopting(properties.adopt())
            .lockTimeout(properties.lockTimeout());
    if (properties.publicKey() != null) {
      builder.publicKey(ManifestPublicKey.parse(publicKey())).manifest(manifest());
    } else if (properties.manifest() != null) {
      throw new IllegalStateException(
          "icsqlite.migrations.manifest is set without icsqlite.migrations.public-key, so nothing"
              + " would check it");
    }
    return builder.build();
  }

  private String publicKey() {
    String key = properties.publicKey();
    return key.stripLeading().startsWith("-----BEGIN")
        ? key
        : new String(read(key, "public-key"), StandardCharsets.US_ASCII);
  }

  private byte[] manifest() {
    String place = properties.manifest();
    if (place == null) {
      place = properties.locations().get(0) + "/" + SignedManifest.FILE_NAME;
    }
    return read(place, "manifest");
  }

  private byte[] read(String place, String property) {
    try {
      if (place.startsWith(CLASSPATH)) {
        try (InputStream in = resources.getResource(place).getInputStream()) {
          return in.readAllBytes();
        }
      }
      String path = place.startsWith(FILE) ? place.substring(FILE.length()) : place;
      return Files.readAllBytes(Path.of(path));
    } catch (IOException e) {
      throw new IllegalStateException(
          "icsqlite.migrations." + property + ": " + place + " cannot be read: " + e, e);
    }
  }
}
