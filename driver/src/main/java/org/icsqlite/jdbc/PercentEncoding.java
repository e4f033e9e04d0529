package org.icsqlite.jdbc;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** {@code %XX} in a URL. */
final class PercentEncoding {

  private PercentEncoding() {}

  /**
   * Decodes; a {@code %} without two hexadecimal digits behind it stands for itself.
   *
   * @throws CharacterCodingException when the bytes are not UTF-8
   */
  static String decode(String text) throws CharacterCodingException {
    if (text.indexOf('%') < 0) {
      return text;
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream decoded = new ByteArrayOutputStream(bytes.length);
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '%' && i + 2 < bytes.length) {
        int high = Character.digit(bytes[i + 1], 16);
        int low = Character.digit(bytes[i + 2], 16);
        if (high >= 0 && low >= 0) {
          decoded.write(high << 4 | low);
          i += 2;
          continue;
        }
      }
      decoded.write(bytes[i]);
    }
    return StandardCharsets.UTF_8
        .newDecoder()
        .decode(ByteBuffer.wrap(decoded.toByteArray()))
        .toString();
  }

  /** Encodes what would end a path or a value: {@code % ? & #}. */
  static String encode(String text) {
    return text.replace("%", "%25").replace("?", "%3F").replace("&", "%26").replace("#", "%23");
  }
}
