package org.icsqlite.migrations;

import java.nio.file.Path;
import java.util.HexFormat;
import org.bouncycastle.crypto.params.Ed25519PublicKeyParameters;
import org.bouncycastle.crypto.signers.Ed25519Signer;
import org.icsqlite.migrations.MigrationException.Kind;

/** The Ed25519 key that tells whether a manifest was signed by whom it should. Immutable. */
public final class ManifestPublicKey {

  private static final String LABEL = "PUBLIC KEY";

  /** SubjectPublicKeyInfo for Ed25519: all but the key itself never differs. */
  private static final byte[] SPKI_HEAD = HexFormat.of().parseHex("302a300506032b6570032100");

  private final Ed25519PublicKeyParameters key;

  ManifestPublicKey(Ed25519PublicKeyParameters key) {
    this.key = key;
  }

  /**
   * Reads a key file, as {@code openssl pkey -pubout} writes it.
   *
   * @throws MigrationException KEY when there is no such key in it
   */
  public static ManifestPublicKey read(Path file) throws MigrationException {
    return parse(Pem.read(file));
  }

  /**
   * Reads a key from its PEM text.
   *
   * @throws MigrationException KEY when there is no such key in it
   */
  public static ManifestPublicKey parse(String pem) throws MigrationException {
    byte[] key = Pem.keyBytes(pem, LABEL, SPKI_HEAD);
    try {
      return new ManifestPublicKey(new Ed25519PublicKeyParameters(key));
    } catch (IllegalArgumentException e) {
      throw MigrationException.of(Kind.KEY, "the public key is no point of the curve", e);
    }
  }

  /** The key as text: SubjectPublicKeyInfo in PEM, with a line end behind it. */
  public String pem() {
    return Pem.encode(SPKI_HEAD, key.getEncoded(), LABEL);
  }

  boolean verifies(byte[] message, int length, byte[] signature) {
    Ed25519Signer verifier = new Ed25519Signer();
    verifier.init(false, key);
    verifier.update(message, 0, length);
    return verifier.verifySignature(signature);
  }
}
