package org.icsqlite.jdbc;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;

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
   * snapshot directory or the recorded size is large enough.
   *
   * @param grown whether the memory grew since it was opened; if not, metadata that cannot be read
   *     is left alone without a complaint
   * @throws IOException when the size has to be raised and that fails; the old file is kept
   */
  static void raiseSize(Path memoryFile, boolean grown) throws IOException {
    Path file = memoryFile.resolveSibling(FILE);
    Path name = memoryFile.getFileName();
    if (name == null || !name.toString().equals(MEMORY_FILE) || !Files.isRegularFile(file)) {
      return;
    }
    try {
      JsonObject metadata = read(file);
      long actual = Files.size(memoryFile);
      if (recordedSize(metadata, file).compareTo(BigDecimal.valueOf(actual)) < 0) {
        metadata.addProperty(SIZE, actual);
        replace(file, GSON.toJson(metadata) + "\n");
      }
    } catch (IOException e) {
      if (grown) {
        throw e;
      }
    }
  }

  private static BigDecimal recordedSize(JsonObject metadata, Path file) throws IOException {
    JsonElement recorded = metadata.get(SIZE);
    try {
      if (recorded != null
          && recorded.isJsonPrimitive()
          && recorded.getAsJsonPrimitive().isNumber()) {
        return recorded.getAsBigDecimal();
      }
    } catch (NumberFormatException e) {
      throw new IOException(file + ": " + SIZE + " is not a number", e);
    }
    throw new IOException(file + " has no number " + SIZE);
  }

  private static JsonObject read(Path file) throws IOException {
    try {
      JsonElement root = JsonParser.parseString(Files.readString(file, StandardCharsets.UTF_8));
      if (root.isJsonObject()) {
        return root.getAsJsonObject();
      }
    } catch (JsonParseException e) {
      throw new IOException(file + " is not JSON: " + e.getMessage(), e);
    }
    throw new IOException(file + " is not a JSON object");
  }

  /** Replaces the file in one step; the new one has the permissions of the old. */
  private static void replace(Path file, String text) throws IOException {
    Path next = Files.createTempFile(file.toAbsolutePath().getParent(), "metadata", ".json.new");
    try {
      Files.writeString(next, text, StandardCharsets.UTF_8);
      if (Files.getFileStore(file).supportsFileAttributeView(PosixFileAttributeView.class)) {
        Files.setPosixFilePermissions(next, Files.getPosixFilePermissions(file));
      }
      Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(next);
    }
  }
}
