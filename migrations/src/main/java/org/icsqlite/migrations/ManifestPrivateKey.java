package org.icsqlite.migrations;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.bouncycastle.crypto.params.Ed25519PrivateKeyParameters;
import org.bouncycastle.crypto.signers.Ed25519Signer;

/** The Ed25519 key that signs manifests. Immutable. */
public final class ManifestPrivateKey {

  private static final String LABEL = "PRIVATE KEY";

  /** PKCS#8 for Ed25519: all but the key itself never differs. */
  private static final byte[] PKCS8_HEAD =
      HexFormat.of().parseHex("302e020100300506032b657004220420");

  private final Ed25519PrivateKeyParameters key;

  private ManifestPrivateKey(Ed25519PrivateKeyParameters key) {
    this.key = key;
  }

  /** A new key, from the system's secure random numbers. */
  public static ManifestPrivateKey generate() {
    return new ManifestPrivateKey(new Ed25519PrivateKeyParameters(new SecureRandom()));
  }

  /**
   * Reads a key file, as {@code openssl genpkey -algorithm ed25519} writes it.
   *
   * @throws MigrationException KEY when there is no such key in it
   */
  public static ManifestPrivateKey read(Path file) throws MigrationException {
    return parse(Pem.read(file));
  }

  /**
   * Reads a key from its PEM text.
   *
   * @throws MigrationException KEY when there is no such key in it
   */
  public static ManifestPrivateKey parse(String pem) throws MigrationException {
    byte[] key = Pem.keyBytes(pem, LABEL, PKCS8_HEAD);
    return new ManifestPrivateKey(new Ed25519PrivateKeyParameters(key));
  }

  /** Whether everybody on this computer may read a file; false where the system cannot tell. */
  public static boolean isReadableByEverybody(Path file) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
    return view != null
        && view.readAttributes().permissions().contains(PosixFilePermission.OTHERS_READ);
  }

  /** The key that belongs to it. */
  public ManifestPublicKey publicKey() {
    return new ManifestPublicKey(key.generatePublicKey());
  }

  /** The key as text: PKCS#8 in PEM, with a line end behind it. Whoever has it can sign. */
  public String pem() {
    return Pem.encode(PKCS8_HEAD, key.getEncoded(), LABEL);
  }

  byte[] sign(byte[] message) {
    Ed25519Signer signer = new Ed25519Signer();
    signer.init(true, key);
    signer.update(message, 0, message.length);
    return signer.generateSignature();
  }
}
