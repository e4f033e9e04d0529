package org.icsqlite.jdbc;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * The {@code metadata.json} beside the {@code stable_memory.bin} of a canister snapshot directory.
 * Uploading a snapshot sends as many bytes as its field {@code stable_memory_size} says, so it has
 * to follow when the memory grew; every other field stays as it is.
 */
final class SnapshotMetadata {

  /** The file that holds the raw stable memory in a snapshot directory. */
  static final String MEMORY_FILE = "stable_memory.bin";

  private static final String FILE = "metadata.json";
  private static final String SIZE = "stable_memory_size";
  private static final Gson GSON =
      new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().serializeNulls().create();

  private SnapshotMetadata() {}

  /** The stable memory that a path means: the file itself, or the one in a snapshot directory. */
  static Path memoryFile(Path path) {
    return Files.isDirectory(path) ? path.resolve(MEMORY_FILE) : path;
  }

  /**
   * Raises the recorded size to that of the memory. Does nothing where the memory does not lie in a
   * snapshot directory or the size is right.
   *
   * @throws IOException when the size has to be raised and that fails; the old file is kept
   */
  static void raiseSize(Path memoryFile) throws IOException {
    Path file = memoryFile.resolveSibling(FILE);
    Path name = memoryFile.getFileName();
    if (name == null || !name.toString().equals(MEMORY_FILE) || !Files.isRegularFile(file)) {
      return;
    }
    JsonObject metadata = read(file);
    JsonElement recorded = metadata == null ? null : metadata.get(SIZE);
    if (recorded == null || !recorded.isJsonPrimitive()) {
      return;
    }
    long actual = Files.size(memoryFile);
    if (recorded.getAsBigDecimal().longValue() >= actual) {
      return;
    }
    metadata.addProperty(SIZE, actual);
    Path next = Files.createTempFile(file.toAbsolutePath().getParent(), "metadata", ".json.new");
    try {
      Files.writeString(next, GSON.toJson(metadata) + "\n", StandardCharsets.UTF_8);
      Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(next);
    }
  }

  private static JsonObject read(Path file) throws IOException {
    try {
      JsonElement root = JsonParser.parseString(Files.readString(file, StandardCharsets.UTF_8));
      return root.isJsonObject() ? root.getAsJsonObject() : null;
    } catch (JsonParseException e) {
      throw new IOException(file + " is not JSON: " + e.getMessage(), e);
    }
  }
}
