package org.icsqlite.migrations;

import java.io.IOException;
import java.nio.file.Path;
import org.bouncycastle.crypto.params.AsymmetricKeyParameter;
import org.bouncycastle.crypto.params.Ed25519PublicKeyParameters;
import org.bouncycastle.crypto.signers.Ed25519Signer;
import org.bouncycastle.crypto.util.PublicKeyFactory;
import org.bouncycastle.crypto.util.SubjectPublicKeyInfoFactory;
import org.icsqlite.migrations.MigrationException.Kind;

/** The Ed25519 key that tells whether a manifest was signed by whom it should. Immutable. */
public final class ManifestPublicKey {

  private static final String LABEL = "PUBLIC KEY";

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
    byte[] encoded = Pem.decode(pem, LABEL);
    try {
      AsymmetricKeyParameter key = PublicKeyFactory.createKey(encoded);
      if (key instanceof Ed25519PublicKeyParameters ed25519) {
        return new ManifestPublicKey(ed25519);
      }
      throw MigrationException.of(Kind.KEY, "the public key is not an Ed25519 key");
    } catch (IOException | RuntimeException e) {
      throw MigrationException.of(Kind.KEY, "the public key cannot be read: " + e.getMessage(), e);
    }
  }

  /** The key as text: SubjectPublicKeyInfo in PEM, with a line end behind it. */
  public String pem() {
    try {
      return Pem.encode(
          SubjectPublicKeyInfoFactory.createSubjectPublicKeyInfo(key).getEncoded(), LABEL);
    } catch (IOException e) {
      throw new IllegalStateException("a key in the heap cannot be encoded", e);
    }
  }

  boolean verifies(byte[] message, int length, byte[] signature) {
    Ed25519Signer verifier = new Ed25519Signer();
    verifier.init(false, key);
    verifier.update(message, 0, length);
    return verifier.verifySignature(signature);
  }
}
