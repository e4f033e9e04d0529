package org.icsqlite;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.icsqlite.testing.FixtureDirectory;

/** The images written by the real crate, and what its manifest says about them. */
public final class Fixtures {

  private Fixtures() {}

  /** The manifest's entry of every image, in its order. */
  public static List<JsonObject> all() {
    List<JsonObject> fixtures = new ArrayList<>();
    try {
      String manifest =
          Files.readString(
              FixtureDirectory.require().resolve("manifest.json"), StandardCharsets.UTF_8);
      for (JsonElement fixture :
          JsonParser.parseString(manifest).getAsJsonObject().getAsJsonArray("fixtures")) {
        fixtures.add(fixture.getAsJsonObject());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return fixtures;
  }

  /** The entry with this name. */
  public static JsonObject named(String name) {
    return all().stream()
        .filter(fixture -> fixture.get("name").getAsString().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no fixture " + name));
  }

  /** The raw memory of an entry. */
  public static byte[] bytes(JsonObject fixture) {
    Path file = FixtureDirectory.require().resolve(fixture.get("file").getAsString());
    try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The raw memory of the image with this name. */
  public static byte[] bytes(String name) {
    return bytes(named(name));
  }

  /** SHA-256 in lower-case hexadecimal digits. */
  public static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
