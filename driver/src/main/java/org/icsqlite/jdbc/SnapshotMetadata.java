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
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import org.icsqlite.memory.StableMemoryException;

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

  /**
   * The stable memory that a path means: the file itself, or the one in a snapshot directory.
   *
   * @throws StableMemoryException when it is another directory, in which nothing is created
   */
  static Path memoryFile(Path path) {
    if (!Files.isDirectory(path)) {
      return path;
    }
    Path file = path.resolve(MEMORY_FILE);
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new StableMemoryException(
          StableMemoryException.Kind.FILE_NOT_FOUND,
          path
              + " is a directory without "
              + MEMORY_FILE
              + ", so it is no canister snapshot; name the file that is to be opened or created");
    }
    return file;
  }

  /**
   * Raises the recorded size to that of the memory; never lowers it. Does nothing where the memory
   * does not lie in a snapshot directory, that is where no metadata with the field is beside it.
   *
   * <p>Callers in this JVM take turns, one at a time for a file, and hold the lock of the memory
   * meanwhile, so that no other process raises it at the same time.
   *
   * @param memoryBytes the size of the memory
   * @throws IOException when the size has to be raised and that fails; the old file is kept
   */
  static void raiseSize(Path memoryFile, long memoryBytes) throws IOException {
    Path beside = memoryFile.resolveSibling(FILE);
    Path name = memoryFile.getFileName();
    if (name == null || !name.toString().equals(MEMORY_FILE) || !Files.isRegularFile(beside)) {
      return;
    }
    Path file = beside.toRealPath();
    JsonObject metadata = read(file);
    if (metadata != null
        && recordedSize(metadata, file).compareTo(BigDecimal.valueOf(memoryBytes)) < 0) {
      metadata.addProperty(SIZE, memoryBytes);
      replace(file, GSON.toJson(metadata) + "\n");
    }
  }

  private static BigDecimal recordedSize(JsonObject metadata, Path file) throws IOException {
    JsonElement recorded = metadata.get(SIZE);
    try {
      if (recorded.isJsonPrimitive() && recorded.getAsJsonPrimitive().isNumber()) {
        return recorded.getAsBigDecimal();
      }
    } catch (NumberFormatException e) {
      throw new IOException(file + ": " + SIZE + " is not a number", e);
    }
    throw new IOException(file + ": " + SIZE + " is not a number");
  }

  /** The metadata, or null when the file is about something else and has no such field. */
  private static JsonObject read(Path file) throws IOException {
    String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    try {
      JsonElement root = JsonParser.parseString(text);
      return root.isJsonObject() && root.getAsJsonObject().has(SIZE)
          ? root.getAsJsonObject()
          : null;
    } catch (JsonParseException e) {
      if (text.contains('"' + SIZE + '"')) {
        throw new IOException(file + " is not JSON: " + e.getMessage(), e);
      }
      return null;
    }
  }

  /** Replaces the file in one step; the new one has the permissions of the old. */
  private static void replace(Path file, String text) throws IOException {
    Path next = Files.createTempFile(file.getParent(), "metadata", ".json.new");
    try {
      Files.writeString(
          next,
          text,
          StandardCharsets.UTF_8,
          StandardOpenOption.TRUNCATE_EXISTING,
          StandardOpenOption.WRITE,
          StandardOpenOption.SYNC);
      if (Files.getFileStore(file).supportsFileAttributeView(PosixFileAttributeView.class)) {
        Files.setPosixFilePermissions(next, Files.getPosixFilePermissions(file));
      }
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(next);
    }
  }
}
