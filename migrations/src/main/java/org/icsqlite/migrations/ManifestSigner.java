package org.icsqlite.migrations;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** Makes signed manifests. Immutable. */
public final class ManifestSigner {

  private final ManifestPrivateKey key;

  public ManifestSigner(ManifestPrivateKey key) {
    this.key = Objects.requireNonNull(key, "key");
  }

  /**
   * The manifest of a list, the same bytes for the same list and key.
   *
   * @throws MigrationException when versions are not strictly increasing or out of range
   */
  public byte[] sign(List<Migration> migrations) throws MigrationException {
    List<SignedManifest.Entry> entries =
        MigrationList.checked(migrations).migrations().stream()
            .map(SignedManifest.Entry::of)
            .toList();
    byte[] signed = ManifestText.signedPart(entries);
    ByteArrayOutputStream manifest = new ByteArrayOutputStream();
    manifest.writeBytes(signed);
    manifest.writeBytes(
        ManifestText.signatureLine(key.sign(signed)).getBytes(StandardCharsets.US_ASCII));
    return manifest.toByteArray();
  }
}
