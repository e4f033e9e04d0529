package org.icsqlite.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** UTF-8 text that is read strictly: a malformed byte is an error, never a silent replacement. */
final class TextInput {

  private TextInput() {}

  /** Throws a {@link java.nio.charset.CharacterCodingException} where the bytes are no UTF-8. */
  static Reader reader(InputStream bytes) {
    return new BufferedReader(
        new InputStreamReader(
            bytes,
            StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT)),
        1 << 16);
  }

  static String all(InputStream bytes) throws IOException {
    StringBuilder text = new StringBuilder();
    char[] part = new char[1 << 14];
    Reader reader = reader(bytes);
    for (int count = reader.read(part); count >= 0; count = reader.read(part)) {
      text.append(part, 0, count);
    }
    return text.toString();
  }
}
