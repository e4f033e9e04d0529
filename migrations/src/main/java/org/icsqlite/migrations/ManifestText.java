package org.icsqlite.migrations;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.icsqlite.migrations.MigrationException.Kind;

/**
 * The bytes of a manifest. A list has one form and no other.
 *
 * <pre>
 * line      content                                     all ASCII, each ends with one line feed
 * first     icsqlite-migrations 1                       what this is, and its version
 * each      VERSION SHA256 NAME                         one migration, versions rising
 * last      ed25519 SIGNATURE                           of every byte before this line
 *
 * VERSION   decimal, 0 to 9223372036854775807, without leading zeros
 * SHA256    64 lower-case hexadecimal digits: the digest of the SQL
 * NAME      1 to 200 letters, digits, '_', '.' and '-'
 * SIGNATURE 64 bytes in base64 with padding, 88 characters
 * </pre>
 */
final class ManifestText {

  static final String HEAD = "icsqlite-migrations 1\n";
  static final String SIGNATURE_HEAD = "ed25519 ";

  private static final int SIGNATURE_BYTES = 64;
  private static final Pattern ENTRY =
      Pattern.compile("(0|[1-9][0-9]{0,18}) ([0-9a-f]{64}) ([A-Za-z0-9_.-]{1,200})");

  private ManifestText() {}

  /** All but the last line. */
  static byte[] signedPart(List<SignedManifest.Entry> entries) {
    StringBuilder text = new StringBuilder(HEAD);
    for (SignedManifest.Entry entry : entries) {
      text.append(entry.version()).append(' ').append(entry.sha256()).append(' ');
      text.append(entry.name()).append('\n');
    }
    return text.toString().getBytes(StandardCharsets.US_ASCII);
  }

  static String signatureLine(byte[] signature) {
    return SIGNATURE_HEAD + Base64.getEncoder().encodeToString(signature) + "\n";
  }

  /** Where the last line begins. */
  static int signatureStart(byte[] manifest) throws MigrationException {
    if (manifest.length == 0 || manifest[manifest.length - 1] != '\n') {
      throw invalid("it does not end with a line feed");
    }
    int start = manifest.length - 1;
    while (start > 0 && manifest[start - 1] != '\n') {
      start--;
    }
    return start;
  }

  /** The signature in the last line. */
  static byte[] signature(byte[] manifest, int start) throws MigrationException {
    // Byte for byte, so that nothing but ASCII can be taken for it.
    String line = new String(manifest, start, manifest.length - start, StandardCharsets.ISO_8859_1);
    if (!line.startsWith(SIGNATURE_HEAD)) {
      throw MigrationException.of(
          Kind.UNSIGNED, "the manifest is not signed: its last line is no ed25519 signature");
    }
    byte[] signature;
    try {
      String encoded = line.substring(SIGNATURE_HEAD.length(), line.length() - 1);
      signature = Base64.getDecoder().decode(encoded);
    } catch (IllegalArgumentException e) {
      throw invalid("its signature is no base64");
    }
    // The last character before the padding has bits that base64 does not use.
    if (signature.length != SIGNATURE_BYTES || !signatureLine(signature).equals(line)) {
      throw invalid("its signature is not 64 bytes in base64");
    }
    return signature;
  }

  static List<SignedManifest.Entry> entries(byte[] manifest, int end) throws MigrationException {
    String text = new String(manifest, 0, end, StandardCharsets.ISO_8859_1);
    if (!text.startsWith(HEAD)) {
      throw invalid("its first line is not '" + HEAD.strip() + "'");
    }
    List<SignedManifest.Entry> entries = new ArrayList<>();
    long previous = -1;
    int start = HEAD.length();
    while (start < text.length()) {
      int stop = text.indexOf('\n', start);
      SignedManifest.Entry entry = entry(text.substring(start, stop), entries.size() + 2);
      if (entry.version() <= previous) {
        throw invalid("its versions do not rise in line " + (entries.size() + 2));
      }
      previous = entry.version();
      entries.add(entry);
      start = stop + 1;
    }
    return entries;
  }

  private static SignedManifest.Entry entry(String line, int number) throws MigrationException {
    Matcher parts = ENTRY.matcher(line);
    if (!parts.matches()) {
      throw invalid("line " + number + " is no version, SHA-256 and name");
    }
    try {
      long version = Long.parseLong(parts.group(1));
      return new SignedManifest.Entry(version, parts.group(2), parts.group(3));
    } catch (NumberFormatException e) {
      throw invalid("the version in line " + number + " is too large");
    }
  }

  static MigrationException invalid(String reason) {
    return MigrationException.of(Kind.MANIFEST_INVALID, "the manifest is invalid: " + reason);
  }
}
