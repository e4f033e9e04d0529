package org.icsqlite.migrations;

import java.util.HexFormat;
import org.bouncycastle.crypto.digests.SHA256Digest;

/** The digest that identifies a migration's SQL. */
final class Sha256 {

  /** Bytes of a digest. */
  static final int BYTES = 32;

  private Sha256() {}

  static byte[] of(byte[] bytes) {
    SHA256Digest digest = new SHA256Digest();
    digest.update(bytes, 0, bytes.length);
    byte[] result = new byte[BYTES];
    digest.doFinal(result, 0);
    return result;
  }

  /** In lower-case hexadecimal, as everywhere here. */
  static String hex(byte[] digest) {
    return HexFormat.of().formatHex(digest);
  }
}
