package org.icsqlite.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.GZIPInputStream;
import org.icsqlite.testing.FixtureDirectory;

/** Runs commands in this JVM with captured streams, and unpacks fixtures. */
final class Cli {

  /** What a command left behind. */
  record Result(int code, String out, String err) {

    Result expect(int expectedCode) {
      assertEquals(expectedCode, code, () -> "out: " + out + "\nerr: " + err);
      return this;
    }
  }

  /** Bytes and modification time of a file. */
  record Stamp(String sha256, FileTime modified) {

    static Stamp of(Path file) throws IOException {
      try {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
        return new Stamp(HexFormat.of().formatHex(digest), Files.getLastModifiedTime(file));
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private Cli() {}

  static Result run(Object... arguments) {
    return runWithInput(new byte[0], arguments);
  }

  static Result runWithInput(String input, Object... arguments) {
    return runWithInput(input.getBytes(StandardCharsets.UTF_8), arguments);
  }

  static Result runWithInput(byte[] input, Object... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    return runInto(out, input, arguments);
  }

  static Result runInto(OutputStream out, byte[] input, Object... arguments) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    String[] texts = new String[arguments.length];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = arguments[i].toString();
    }
    int code =
        Main.run(new Terminal(new ByteArrayInputStream(input), out, err, false, false), texts);
    String printed =
        out instanceof ByteArrayOutputStream bytes ? bytes.toString(StandardCharsets.UTF_8) : "";
    return new Result(code, printed, err.toString(StandardCharsets.UTF_8));
  }

  /** A new stable memory that a script has filled, with an old modification time. */
  static Path database(Path file, String script) throws IOException {
    runWithInput(script, "exec", file, "-", "--create").expect(ExitCode.OK);
    return aged(file);
  }

  /** Sets a modification time that no clock gives any more. */
  static Path aged(Path file) throws IOException {
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000_000_000L));
    return file;
  }

  /** The entries of the manifest. */
  static JsonArray manifest() throws IOException {
    String text = Files.readString(FixtureDirectory.require().resolve("manifest.json"));
    JsonObject root = JsonParser.parseString(text).getAsJsonObject();
    return root.getAsJsonArray("fixtures");
  }

  /** Unpacks a fixture into a directory, with an old modification time. */
  static Path fixture(Path directory, String name) throws IOException {
    Path target = directory.resolve(name + ".bin");
    try (InputStream in =
        new GZIPInputStream(
            Files.newInputStream(FixtureDirectory.require().resolve(name + ".bin.gz")))) {
      Files.copy(in, target);
    }
    return aged(target);
  }
}
