package org.icsqlite.migrations;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.icsqlite.migrations.MigrationException.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SignedManifestTest {

  private static final ManifestPrivateKey KEY = key(privatePem());
  private static final Migration ONE = Migration.of(1, "create_kv", "CREATE TABLE kv(k, v)");
  private static final Migration TWO = Migration.of(2, "fill", "INSERT INTO kv VALUES('é', 1)");
  private static final Migration NINE = Migration.of(9, "index", "CREATE INDEX i ON kv(k)");
  private static final List<Migration> LIST = List.of(ONE, TWO, NINE);

  /** The private key of the first test vector of RFC 8032, section 7.1, in PKCS#8. */
  private static String privatePem() {
    return """
        -----BEGIN PRIVATE KEY-----
        MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g
        -----END PRIVATE KEY-----
        """;
  }

  private static ManifestPrivateKey key(String pem) {
    try {
      return ManifestPrivateKey.parse(pem);
    } catch (MigrationException e) {
      throw new AssertionError(e);
    }
  }

  private static byte[] signed(List<Migration> list) throws MigrationException {
    return new ManifestSigner(KEY).sign(list);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static MigrationRunner runner(byte[] manifest, List<Migration> list)
      throws MigrationException {
    return MigrationRunner.builder()
        .source(MigrationSource.of(list.toArray(new Migration[0])))
        .publicKey(KEY.publicKey())
        .manifest(manifest)
        .build();
  }

  private static MigrationException refused(byte[] manifest, List<Migration> list) {
    return assertThrows(MigrationException.class, () -> runner(manifest, list));
  }

  @Test
  void theBytesOfAManifestAreFixed() throws MigrationException {
    String text = new String(signed(List.of(ONE)), StandardCharsets.US_ASCII);
    assertEquals(
        "icsqlite-migrations 1\n"
            + "1 "
            + ONE.sha256()
            + " create_kv\n"
            + "ed25519 "
            + text.substring(text.length() - 89),
        text);
    assertArrayEquals(signed(List.of(ONE)), bytes(text), "signing twice");
    assertEquals(
        List.of(SignedManifest.Entry.of(ONE)),
        SignedManifest.verify(bytes(text), KEY.publicKey()).entries());
  }

  @Test
  void keysAreReadAndWrittenAsOpensslDoes() throws MigrationException {
    assertEquals(privatePem(), KEY.pem());
    assertEquals(
        """
        -----BEGIN PUBLIC KEY-----
        MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=
        -----END PUBLIC KEY-----
        """,
        KEY.publicKey().pem());
    ManifestPrivateKey generated = ManifestPrivateKey.generate();
    assertEquals(generated.pem(), ManifestPrivateKey.parse(generated.pem()).pem());
    assertEquals(
        generated.publicKey().pem(), ManifestPublicKey.parse(generated.publicKey().pem()).pem());
  }

  @Test
  void whatIsNoEd25519KeyIsRefused() {
    // An EC point on P-256, as openssl writes it.
    String p256 =
        """
        -----BEGIN PUBLIC KEY-----
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEaxfR8uEsQkf4vOblY6RA8ncDfYEt
        6zOg9KE5RdiYwpZP40Li/hp/m47n60p8D54WK84zV2sxXs7LtkBoN79R9Q==
        -----END PUBLIC KEY-----
        """;
    String privateKey = privatePem();
    for (String pem :
        List.of(
            "",
            "no key",
            p256,
            privateKey,
            privateKey.replace("PRIVATE", "PUBLIC"),
            "-----BEGIN PUBLIC KEY-----\n!!!!\n-----END PUBLIC KEY-----\n",
            "-----BEGIN PUBLIC KEY-----\nMCow")) {
      assertEquals(
          Kind.KEY,
          assertThrows(MigrationException.class, () -> ManifestPublicKey.parse(pem), pem).kind());
    }
    assertEquals(
        Kind.KEY,
        assertThrows(
                MigrationException.class, () -> ManifestPrivateKey.parse(KEY.publicKey().pem()))
            .kind());
  }

  @Test
  void theSignedListRunsAndIsFoundDone() throws SQLException {
    try (Connection connection = Databases.inMemory()) {
      MigrationRunner runner = runner(signed(LIST), LIST);
      assertEquals(3, runner.migrate(connection).applied().size());
      assertTrue(runner.migrate(connection).nothingDone());
    }
  }

  @Test
  void everySingleByteChangeOfTheManifestIsRefused() throws MigrationException {
    byte[] manifest = signed(LIST);
    for (int i = 0; i < manifest.length; i++) {
      for (int bit = 0; bit < 8; bit++) {
        byte[] changed = manifest.clone();
        changed[i] ^= (byte) (1 << bit);
        Kind kind = refused(changed, LIST).kind();
        assertTrue(kind == Kind.MANIFEST_INVALID || kind == Kind.UNSIGNED, "byte " + i);
      }
      byte[] without = new byte[manifest.length - 1];
      System.arraycopy(manifest, 0, without, 0, i);
      System.arraycopy(manifest, i + 1, without, i, without.length - i);
      refused(without, LIST);
      byte[] doubled = new byte[manifest.length + 1];
      System.arraycopy(manifest, 0, doubled, 0, i + 1);
      System.arraycopy(manifest, i, doubled, i + 1, manifest.length - i);
      refused(doubled, LIST);
    }
  }

  @Test
  void everyOtherByteInTheSignatureLineIsRefused() throws MigrationException {
    byte[] manifest = signed(LIST);
    for (int i = manifest.length - 97; i < manifest.length; i++) {
      for (int value = 0; value < 256; value++) {
        if (value != (manifest[i] & 0xff)) {
          byte[] changed = manifest.clone();
          changed[i] = (byte) value;
          refused(changed, LIST);
        }
      }
    }
  }

  @Test
  void aManifestThatIsCutAtAnyPlaceIsRefused() throws MigrationException {
    String manifest = new String(signed(LIST), StandardCharsets.US_ASCII);
    for (int i = 0; i < manifest.length(); i++) {
      refused(bytes(manifest.substring(0, i)), LIST);
      refused(bytes(manifest.substring(manifest.length() - i)), LIST);
    }
    String unsigned = manifest.substring(0, manifest.indexOf("ed25519"));
    assertEquals(Kind.UNSIGNED, refused(bytes(unsigned), LIST).kind());
    assertEquals(Kind.UNSIGNED, refused(null, LIST).kind());
  }

  @Test
  void everySingleByteChangeOfTheSqlIsRefused() throws MigrationException {
    byte[] manifest = signed(LIST);
    for (int item = 0; item < LIST.size(); item++) {
      Migration original = LIST.get(item);
      for (int i = 0; i < original.sql().length(); i++) {
        char[] sql = original.sql().toCharArray();
        sql[i] = (char) (sql[i] ^ 1);
        List<Migration> changed = new ArrayList<>(LIST);
        changed.set(item, Migration.of(original.version(), original.name(), new String(sql)));
        MigrationException thrown = refused(manifest, changed);
        assertEquals(Kind.MANIFEST_LIST_DIFFERS, thrown.kind());
        assertEquals(Optional.of(original.sha256()), thrown.expectedSha256());
      }
    }
  }

  /** As the test before, of the bytes of the files, among them some that are no UTF-8 then. */
  @Test
  void everySingleBitOfTheFilesMatters(@TempDir Path directory) throws Exception {
    for (Migration migration : LIST) {
      Files.write(file(directory, migration), bytes(migration.sql()));
    }
    MigrationSource source = MigrationSource.directory(directory);
    byte[] manifest = new ManifestSigner(KEY).sign(source.load());
    for (Migration migration : LIST) {
      Path file = file(directory, migration);
      byte[] sql = bytes(migration.sql());
      for (int bit = 0; bit < 8 * sql.length; bit++) {
        byte[] changed = sql.clone();
        changed[bit / 8] ^= (byte) (1 << bit % 8);
        Files.write(file, changed);
        Kind kind =
            assertThrows(
                    MigrationException.class,
                    () ->
                        MigrationRunner.builder()
                            .source(source)
                            .publicKey(KEY.publicKey())
                            .manifest(manifest)
                            .build())
                .kind();
        assertTrue(kind == Kind.MANIFEST_LIST_DIFFERS || kind == Kind.SOURCE, kind.toString());
      }
      Files.write(file, sql);
    }
    assertEquals(
        3,
        SignedManifest.verify(manifest, KEY.publicKey()).entries().size(),
        "the manifest itself is sound");
  }

  private static Path file(Path directory, Migration migration) {
    return directory.resolve("V" + migration.version() + "__" + migration.name() + ".sql");
  }

  @Test
  void anotherListIsRefused() throws MigrationException {
    byte[] manifest = signed(LIST);
    assertEquals(
        "version 9 was signed, but is not in the list",
        refused(manifest, List.of(ONE, TWO)).getMessage());
    assertEquals(
        "migration 2 (fill) is not what was signed: version 1 comes here",
        refused(manifest, List.of(TWO, NINE)).getMessage());
    assertEquals(
        "migration 10 (more) was not signed: the manifest ends before it",
        refused(manifest, List.of(ONE, TWO, NINE, Migration.of(10, "more", ""))).getMessage());
    assertEquals(
        "migration 2 (other) is not what was signed: its name was fill",
        refused(manifest, List.of(ONE, Migration.of(2, "other", TWO.sql()), NINE)).getMessage());
    assertEquals(
        Kind.MANIFEST_LIST_DIFFERS,
        refused(manifest, List.of(ONE, Migration.of(3, "fill", TWO.sql()), NINE)).kind());
    assertEquals(
        Kind.MANIFEST_LIST_DIFFERS,
        refused(
                manifest,
                List.of(
                    Migration.of(1, ONE.name(), TWO.sql()),
                    Migration.of(2, TWO.name(), ONE.sql()),
                    NINE))
            .kind());
  }

  @Test
  void aSignatureByAnotherKeyIsRefused() throws MigrationException {
    byte[] manifest = new ManifestSigner(ManifestPrivateKey.generate()).sign(LIST);
    assertEquals(Kind.MANIFEST_INVALID, refused(manifest, LIST).kind());
  }

  /** Forms that say the same, signed by the right key: all but one are refused. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "icsqlite-migrations 1\\n1 H a\\n\\n",
        "icsqlite-migrations 1\\r\\n1 H a\\n",
        "icsqlite-migrations 1\\n1 H a\\r\\n",
        "icsqlite-migrations 1\\n01 H a\\n",
        "icsqlite-migrations 1\\n+1 H a\\n",
        "icsqlite-migrations 1\\n-1 H a\\n",
        "icsqlite-migrations 1\\n1  H a\\n",
        "icsqlite-migrations 1\\n1 H a \\n",
        "icsqlite-migrations 1\\n1 H\\n",
        "icsqlite-migrations 1\\n1 H a b\\n",
        "icsqlite-migrations 1\\n1 U a\\n",
        "icsqlite-migrations 1\\n1 H é\\n",
        "icsqlite-migrations 1\\n9223372036854775808 H a\\n",
        "icsqlite-migrations 1\\n2 H a\\n1 H b\\n",
        "icsqlite-migrations 1\\n1 H a\\n1 H a\\n",
        "icsqlite-migrations 2\\n1 H a\\n",
        "icsqlite-migrations 1 \\n",
        "\\nicsqlite-migrations 1\\n",
        "1 H a\\n",
        "\ufefficsqlite-migrations 1\\n",
      })
  void anyOtherFormIsRefusedEvenWhenSigned(String form) {
    String hash = "ab".repeat(32);
    String text =
        form.replace("\\n", "\n")
            .replace("\\r", "\r")
            .replace("U", hash.toUpperCase(java.util.Locale.ROOT))
            .replace("H", hash);
    byte[] signature = KEY.sign(bytes(text));
    byte[] manifest = bytes(text + ManifestText.signatureLine(signature));
    assertEquals(
        Kind.MANIFEST_INVALID,
        assertThrows(
                MigrationException.class, () -> SignedManifest.verify(manifest, KEY.publicKey()))
            .kind());
  }

  @Test
  void aSignatureHasOneForm() throws MigrationException {
    String manifest = new String(signed(LIST), StandardCharsets.US_ASCII);
    int last = manifest.length() - 4;
    // The four bits that the last character does not need.
    for (int i = 1; i < 16; i++) {
      String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
      char other = alphabet.charAt(alphabet.indexOf(manifest.charAt(last)) + i);
      String changed = manifest.substring(0, last) + other + manifest.substring(last + 1);
      int start = manifest.indexOf("ed25519 ") + 8;
      assertArrayEquals(
          Base64.getDecoder().decode(manifest.substring(start).strip()),
          Base64.getDecoder().decode(changed.substring(start).strip()));
      assertEquals(Kind.MANIFEST_INVALID, refused(bytes(changed), LIST).kind());
    }
    // S plus the order of the group verifies where a verifier does not look at its range.
    byte[] signature = KEY.sign(ManifestText.signedPart(entries()));
    byte[] order = new byte[32];
    byte[] low = java.util.HexFormat.of().parseHex("edd3f55c1a631258d69cf7a2def9de14");
    System.arraycopy(low, 0, order, 0, low.length);
    order[31] = 0x10;
    int carry = 0;
    for (int i = 0; i < 32; i++) {
      int sum = (signature[32 + i] & 0xff) + (order[i] & 0xff) + carry;
      signature[32 + i] = (byte) sum;
      carry = sum >> 8;
    }
    String head = manifest.substring(0, manifest.indexOf("ed25519"));
    assertEquals(
        Kind.MANIFEST_INVALID,
        refused(bytes(head + ManifestText.signatureLine(signature)), LIST).kind());
  }

  private static List<SignedManifest.Entry> entries() {
    return LIST.stream().map(SignedManifest.Entry::of).toList();
  }
}
