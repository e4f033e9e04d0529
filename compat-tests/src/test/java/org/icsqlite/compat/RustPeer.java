package org.icsqlite.compat;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.icsqlite.image.ChecksumProgress;

/**
 * A running peer program that works on image files through the Rust crate. It reads and writes a
 * whole image for each command, so the image must not be open here meanwhile. Not thread-safe.
 */
final class RustPeer implements AutoCloseable {
  private static final Gson GSON = new Gson();

  private final Process process;
  private final BufferedWriter input;
  private final BufferedReader output;

  /** The text with which the crate, or the peer itself, refused a command. */
  static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean trap;

    Refused(String message, boolean trap) {
      super(message);
      this.trap = trap;
    }

    /** Whether the crate panicked, which on the IC is a trap. */
    boolean isTrap() {
      return trap;
    }
  }

  private RustPeer(Process process) {
    this.process = process;
    this.input = process.outputWriter(StandardCharsets.UTF_8);
    this.output = process.inputReader(StandardCharsets.UTF_8);
  }

  /** Starts a peer; aborts or fails the test when there is none, see {@link PeerProgram}. */
  static RustPeer start() throws IOException {
    return new RustPeer(
        new ProcessBuilder(PeerProgram.require().toString(), "serve")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start());
  }

  /** Creates databases in an absent file, or beside what an existing image holds. */
  void create(Path image, int bucketPages, int... memoryIds) throws Refused {
    List<String> arguments = arguments("create", image, memoryIds);
    arguments.addAll(List.of("--bucket-pages", Integer.toString(bucketPages)));
    run(arguments);
  }

  /** Runs statements as one update. */
  void exec(Path image, int memoryId, String sql) throws Refused {
    try {
      Path file = Files.createTempFile(image.toAbsolutePath().getParent(), "exec", ".sql");
      try {
        Files.writeString(file, sql);
        List<String> arguments = arguments("exec", image, memoryId);
        arguments.add(file.toString());
        run(arguments);
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All rows of one read-only statement. */
  List<List<Cell>> query(Path image, int memoryId, String sql) throws Refused {
    List<String> arguments = arguments("query", image, memoryId);
    // The value is set apart, for SQL that begins with a dash.
    arguments.addAll(List.of("--", sql));
    return Fixtures.rows(run(arguments).getAsJsonArray("rows"));
  }

  /** Everything in a database, read by the crate. */
  Dump dump(Path image, int memoryId) throws Refused {
    return Dump.parse(run(arguments("dump", image, memoryId)));
  }

  /** The image checksum computed by the crate. */
  long checksum(Path image, int memoryId) throws Refused {
    return unsigned(run(arguments("checksum", image, memoryId)), "image_checksum");
  }

  /** Computes the image checksum and stores it as verified in the superblock. */
  long refreshChecksum(Path image, int memoryId) throws Refused {
    List<String> arguments = arguments("checksum", image, memoryId);
    arguments.add("--refresh");
    return unsigned(run(arguments), "image_checksum");
  }

  /** Does one step of a refresh of the checksum, of so many bytes, and stores it. */
  ChecksumProgress refreshChecksumChunk(Path image, int memoryId, long bytes) throws Refused {
    List<String> arguments = arguments("checksum", image, memoryId);
    arguments.addAll(List.of("--chunk", Long.toString(bytes)));
    JsonObject answer = run(arguments);
    return new ChecksumProgress(
        answer.get("complete").getAsBoolean(),
        unsigned(answer, "image_checksum"),
        answer.get("scanned_bytes").getAsLong(),
        answer.get("db_size").getAsLong());
  }

  /** Applies a directory of {@code V<version>__<name>.sql} files. */
  void migrate(Path image, int memoryId, Path directory) throws Refused {
    List<String> arguments = arguments("migrate", image, memoryId);
    arguments.add(directory.toString());
    run(arguments);
  }

  /** The first row of {@code PRAGMA integrity_check}. */
  String integrityCheck(Path image, int memoryId) throws Refused {
    return run(arguments("integrity", image, memoryId)).get("integrity_check").getAsString();
  }

  /** Runs the peer's own random workload, one update a step. */
  void workload(Path image, int memoryId, long seed, int steps) throws Refused {
    List<String> arguments = arguments("workload", image, memoryId);
    arguments.addAll(List.of("--seed", Long.toString(seed), "--steps", Integer.toString(steps)));
    run(arguments);
  }

  /** Runs any command. */
  JsonObject run(List<String> arguments) throws Refused {
    String answer;
    try {
      input.write(GSON.toJson(arguments));
      input.newLine();
      input.flush();
      answer = output.readLine();
    } catch (IOException e) {
      throw new UncheckedIOException("the peer is gone after " + arguments, e);
    }
    if (answer == null) {
      throw new AssertionError("the peer ended without an answer to " + arguments);
    }
    JsonObject json = JsonParser.parseString(answer).getAsJsonObject();
    JsonElement error = json.get("error");
    if (error != null) {
      throw new Refused(error.getAsString(), json.has("trap"));
    }
    return json;
  }

  @Override
  public void close() throws IOException {
    input.close();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  private static List<String> arguments(String command, Path image, int... memoryIds) {
    List<String> arguments = new ArrayList<>(List.of(command, image.toString()));
    for (int memoryId : memoryIds) {
      arguments.addAll(List.of("--memory-id", Integer.toString(memoryId)));
    }
    return arguments;
  }

  static long unsigned(JsonObject answer, String key) {
    return Long.parseUnsignedLong(answer.get(key).getAsString());
  }
}
