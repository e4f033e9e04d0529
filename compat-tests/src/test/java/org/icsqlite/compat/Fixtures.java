package org.icsqlite.compat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.icsqlite.testing.FixtureDirectory;

/** The images written by the Rust crate and what their manifest says about each. */
final class Fixtures {
  /** One image file; {@code rawSha256} is of the unpacked bytes. */
  record Fixture(
      String name,
      String file,
      String description,
      long rawBytes,
      String rawSha256,
      List<Database> databases) {
    @Override
    public String toString() {
      return name;
    }
  }

  /** One memory of an image: what opening it gives, and for a readable database its content. */
  record Database(
      int memoryId,
      boolean opens,
      Optional<String> error,
      Optional<JsonObject> superblock,
      Optional<String> imageChecksum,
      Optional<String> integrityCheck,
      List<Query> queries) {}

  /** A query and all its rows. */
  record Query(String sql, List<List<Cell>> rows) {}

  private Fixtures() {}

  /** All fixtures in the manifest's order. */
  static List<Fixture> all() {
    JsonObject manifest;
    try {
      manifest =
          JsonParser.parseString(
                  Files.readString(FixtureDirectory.require().resolve("manifest.json")))
              .getAsJsonObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<Fixture> fixtures = new ArrayList<>();
    for (JsonElement element : manifest.getAsJsonArray("fixtures")) {
      fixtures.add(fixture(element.getAsJsonObject()));
    }
    return fixtures;
  }

  /** The fixture with this name. */
  static Fixture named(String name) {
    return all().stream()
        .filter(fixture -> fixture.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no fixture named " + name));
  }

  /** Unpacks an image into a directory and checks its size and SHA-256. */
  static Path unpack(Fixture fixture, Path into) {
    Path image = into.resolve(fixture.name() + ".bin");
    MessageDigest digest = sha256();
    try (InputStream packed =
            Files.newInputStream(FixtureDirectory.require().resolve(fixture.file()));
        InputStream raw = new DigestInputStream(new GZIPInputStream(packed), digest)) {
      long bytes = Files.copy(raw, image);
      String sum = HexFormat.of().formatHex(digest.digest());
      if (bytes != fixture.rawBytes() || !sum.equals(fixture.rawSha256())) {
        throw new AssertionError(
            "fixture %s unpacks to %d bytes with SHA-256 %s, its manifest says %d and %s"
                .formatted(fixture.name(), bytes, sum, fixture.rawBytes(), fixture.rawSha256()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return image;
  }

  /** SHA-256 of a file in hexadecimal. */
  static String sha256(Path file) throws IOException {
    return HexFormat.of().formatHex(sha256().digest(Files.readAllBytes(file)));
  }

  /** Rows from a JSON array of arrays of written cells. */
  static List<List<Cell>> rows(JsonArray array) {
    List<List<Cell>> rows = new ArrayList<>(array.size());
    for (JsonElement row : array) {
      List<Cell> cells = new ArrayList<>(row.getAsJsonArray().size());
      for (JsonElement cell : row.getAsJsonArray()) {
        cells.add(Cell.parse(cell.getAsString()));
      }
      rows.add(cells);
    }
    return rows;
  }

  private static Fixture fixture(JsonObject json) {
    List<Database> databases = new ArrayList<>();
    for (JsonElement element : json.getAsJsonArray("databases")) {
      databases.add(database(element.getAsJsonObject()));
    }
    return new Fixture(
        json.get("name").getAsString(),
        json.get("file").getAsString(),
        json.get("description").getAsString(),
        json.get("raw_bytes").getAsLong(),
        json.get("raw_sha256").getAsString(),
        databases);
  }

  private static Database database(JsonObject json) {
    List<Query> queries = new ArrayList<>();
    if (json.has("queries")) {
      for (JsonElement element : json.getAsJsonArray("queries")) {
        JsonObject query = element.getAsJsonObject();
        queries.add(new Query(query.get("sql").getAsString(), rows(query.getAsJsonArray("rows"))));
      }
    }
    return new Database(
        json.get("id").getAsInt(),
        json.get("result").getAsString().equals("opens"),
        text(json, "error"),
        Optional.ofNullable(json.getAsJsonObject("superblock")),
        text(json, "image_checksum"),
        text(json, "integrity_check"),
        queries);
  }

  private static Optional<String> text(JsonObject json, String key) {
    return Optional.ofNullable(json.get(key)).map(JsonElement::getAsString);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
