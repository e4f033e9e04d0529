package org.icsqlite.sql;

/** What a token of SQL is. */
public enum TokenKind {
  /** A keyword or a name without quotes. */
  WORD,
  /** A name in double quotes, backticks or brackets; SQLite may take the first for a text. */
  QUOTED_NAME,
  /** A text in single quotes. */
  STRING,
  /** A blob, as {@code x'00ff'}. */
  BLOB,
  /** A number without its sign. */
  NUMBER,
  /** A parameter: {@code ?}, {@code ?1}, {@code :a}, {@code @a}, {@code $a::b(c)}. */
  VARIABLE,
  /** An operator or a mark, of one to three characters. */
  SYMBOL,
  /** What SQLite does not recognize: a literal that is malformed or left open, or a stray mark. */
  ILLEGAL,
  /** No token, but the end of the text. */
  END
}
