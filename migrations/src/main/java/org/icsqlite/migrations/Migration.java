package org.icsqlite.migrations;

import java.nio.charset.CharacterCodingException;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * One step of a schema: a version, a name for people, and SQL. Its identity for a database is the
 * version together with the SHA-256 of the SQL's exact UTF-8 bytes: a changed comment or a changed
 * space is a changed migration. The name is recorded in signed manifests alone. Immutable.
 */
public final class Migration {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,200}");

  private final long version;
  private final String name;
  private final String sql;
  private final String origin;
  private final byte[] digest;

  private Migration(long version, String name, String sql, String origin, byte[] bytes) {
    this.version = version;
    this.name = name;
    this.sql = sql;
    this.origin = origin;
    this.digest = Sha256.of(bytes);
  }

  /**
   * A migration written in code.
   *
   * @param version an unsigned number; those above 2<sup>63</sup>-1, which are negative here, are
   *     refused when a list is checked
   * @param name 1 to 200 letters, digits, {@code _}, {@code .} or {@code -}
   * @param sql any number of statements, never null
   * @throws IllegalArgumentException for another name, and for SQL with half a surrogate pair,
   *     which has no UTF-8 form
   */
  public static Migration of(long version, String name, String sql) {
    if (!isName(name)) {
      throw new IllegalArgumentException(
          "'" + name + "' is no name: 1 to 200 letters, digits, '_', '.' and '-' are");
    }
    try {
      String origin = "migration " + Long.toUnsignedString(version) + " (" + name + ")";
      return new Migration(version, name, sql, origin, Utf8.encode(sql));
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(
          "the SQL of migration "
              + Long.toUnsignedString(version)
              + " contains half a surrogate pair, which has no UTF-8 form",
          e);
    }
  }

  /** As found in a file, byte for byte. */
  static Migration ofFile(long version, String name, byte[] bytes, String file)
      throws CharacterCodingException {
    return new Migration(version, name, Utf8.decode(bytes), file, bytes);
  }

  static boolean isName(String text) {
    return NAME.matcher(Objects.requireNonNull(text, "name")).matches();
  }

  /** The version, to be read as an unsigned number. */
  public long version() {
    return version;
  }

  public String name() {
    return name;
  }

  /** The SQL, with a byte order mark if the file has one. */
  public String sql() {
    return sql;
  }

  /** Where the migration comes from, for messages: a file, or the version and name. */
  public String origin() {
    return origin;
  }

  /** The SHA-256 of the SQL in lower-case hexadecimal, 64 characters. */
  public String sha256() {
    return Sha256.hex(digest);
  }

  /** The 32 bytes of the digest; a copy. */
  byte[] digest() {
    return digest.clone();
  }

  @Override
  public String toString() {
    return origin + " " + sha256();
  }
}
