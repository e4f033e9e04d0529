package org.icsqlite.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** {@code inspect --json} against what the crate said about its images. */
class InspectFixturesTest {

  private static final Set<String> UNREADABLE =
      Set.of("08w-sqlite-header-damaged", "11c-importing");
  private static final Set<String> ALSO_COMPARED = Set.of("active_bytes", "allocated_bytes");
  private static final Set<String> CHECKSUMS =
      Set.of("checksum", "import_expected_checksum", "checksum_refresh_hash", "meta_checksum");

  @TempDir Path directory;

  @TestFactory
  Stream<DynamicTest> everyFixtureIsDescribedAsTheCrateDescribesIt() throws IOException {
    return StreamSupport.stream(Cli.manifest().spliterator(), false)
        .map(JsonElement::getAsJsonObject)
        .map(
            fixture ->
                DynamicTest.dynamicTest(fixture.get("name").getAsString(), () -> compare(fixture)));
  }

  private void compare(JsonObject fixture) throws IOException {
    String name = fixture.get("name").getAsString();
    Path file = Cli.fixture(directory, name);
    Cli.Stamp before = Cli.Stamp.of(file);
    Cli.Result result = Cli.run("inspect", file, "--json");
    assertEquals(before, Cli.Stamp.of(file));
    JsonObject map = JsonParser.parseString(result.out()).getAsJsonObject();
    assertEquals(fixture.get("raw_bytes").getAsLong(), map.get("raw_bytes").getAsLong());

    List<JsonObject> expected =
        StreamSupport.stream(fixture.getAsJsonArray("databases").spliterator(), false)
            .map(JsonElement::getAsJsonObject)
            .toList();
    boolean refused =
        expected.stream()
            .anyMatch(database -> database.get("result").getAsString().equals("error"));
    result.expect(refused || UNREADABLE.contains(name) ? ExitCode.FAILED : ExitCode.OK);
    Map<Integer, JsonObject> found = new HashMap<>();
    for (JsonElement database : map.getAsJsonArray("databases")) {
      JsonObject object = database.getAsJsonObject();
      found.put(object.get("memory_id").getAsInt(), object);
    }
    for (JsonObject database : expected) {
      if (database.get("result").getAsString().equals("error")) {
        String text = database.get("error").getAsString().replace("stable memory error: ", "");
        assertTrue(result.err().contains(text + " ("), result.err());
      } else if (database.has("superblock") && found.containsKey(database.get("id").getAsInt())) {
        compare(database.getAsJsonObject("superblock"), found.get(database.get("id").getAsInt()));
      }
    }
    Files.delete(file);
  }

  private static void compare(JsonObject expected, JsonObject database) {
    JsonObject superblock = database.getAsJsonObject("superblock");
    int compared = 0;
    for (Map.Entry<String, JsonElement> field : expected.entrySet()) {
      JsonElement actual =
          ALSO_COMPARED.contains(field.getKey())
              ? database.get(field.getKey())
              : superblock.get(field.getKey());
      if (actual == null) {
        continue;
      }
      compared++;
      if (CHECKSUMS.contains(field.getKey())) {
        long checksum = Long.parseUnsignedLong(field.getValue().getAsString());
        assertEquals(String.format("0x%016x", checksum), actual.getAsString(), field.getKey());
      } else {
        assertEquals(field.getValue(), actual, field.getKey());
      }
    }
    assertEquals(23, compared);
    assertEquals(
        expected.get("orphan_bytes_estimate").getAsLong(),
        database.get("orphan_bytes").getAsLong());
  }
}
