package org.icsqlite.migrations;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemReader;
import org.icsqlite.migrations.MigrationException.Kind;

/** Keys as text, as openssl writes them. */
final class Pem {

  private static final int LINE_CHARACTERS = 64;
  private static final int KEY_BYTES = 32;
  private static final long LARGEST_FILE = 1 << 16;

  private Pem() {}

  static String read(Path file) throws MigrationException {
    try {
      if (Files.size(file) > LARGEST_FILE) {
        throw MigrationException.of(Kind.KEY, file + " is too large for a key");
      }
      return Files.readString(file, StandardCharsets.US_ASCII);
    } catch (IOException e) {
      throw MigrationException.of(Kind.KEY, "the key " + file + " cannot be read: " + e, e);
    }
  }

  /**
   * The bytes of the first block of a text.
   *
   * @param label what stands behind BEGIN, such as PUBLIC KEY
   */
  private static byte[] decode(String text, String label) throws MigrationException {
    try (PemReader reader = new PemReader(new StringReader(text))) {
      PemObject block = reader.readPemObject();
      if (block == null) {
        throw MigrationException.of(Kind.KEY, "there is no PEM block BEGIN " + label);
      }
      if (!block.getType().equals(label)) {
        throw MigrationException.of(
            Kind.KEY, "BEGIN " + label + " is wanted, and this is BEGIN " + block.getType());
      }
      return block.getContent();
    } catch (IOException | IllegalStateException e) {
      // Base64 that is none comes as the latter.
      throw MigrationException.of(Kind.KEY, "the PEM block cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * The bytes of an Ed25519 key.
   *
   * @param head what stands before the key in the block, which holds nothing else
   */
  static byte[] keyBytes(String text, String label, byte[] head) throws MigrationException {
    byte[] encoded = decode(text, label);
    if (encoded.length != head.length + KEY_BYTES
        || !Arrays.equals(encoded, 0, head.length, head, 0, head.length)) {
      throw MigrationException.of(
          Kind.KEY, label.toLowerCase(Locale.ROOT) + " of another kind than Ed25519");
    }
    return Arrays.copyOfRange(encoded, head.length, encoded.length);
  }

  static String encode(byte[] head, byte[] key, String label) {
    byte[] encoded = Arrays.copyOf(head, head.length + key.length);
    System.arraycopy(key, 0, encoded, head.length, key.length);
    Base64.Encoder encoder = Base64.getMimeEncoder(LINE_CHARACTERS, new byte[] {'\n'});
    return "-----BEGIN "
        + label
        + "-----\n"
        + encoder.encodeToString(encoded)
        + "\n-----END "
        + label
        + "-----\n";
  }
}
