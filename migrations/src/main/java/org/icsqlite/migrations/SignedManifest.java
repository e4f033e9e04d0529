package org.icsqlite.migrations;

import java.util.Iterator;
import java.util.List;
import org.icsqlite.migrations.MigrationException.Kind;

/**
 * The versions, digests and names that somebody signed, once the signature has been found to be the
 * key's. Immutable.
 */
public final class SignedManifest {

  /** The name that a manifest has beside its migrations when nothing else is said. */
  public static final String FILE_NAME = "migrations.manifest";

  /**
   * One migration as it was signed.
   *
   * @param version 0 or more
   * @param sha256 of the SQL, in lower-case hexadecimal
   */
  public record Entry(long version, String sha256, String name) {

    static Entry of(Migration migration) {
      return new Entry(migration.version(), migration.sha256(), migration.name());
    }
  }

  private final List<Entry> entries;

  private SignedManifest(List<Entry> entries) {
    this.entries = List.copyOf(entries);
  }

  /**
   * Reads a manifest and checks its signature.
   *
   * @throws MigrationException UNSIGNED, MANIFEST_INVALID
   */
  public static SignedManifest verify(byte[] manifest, ManifestPublicKey key)
      throws MigrationException {
    int end = ManifestText.signatureStart(manifest);
    byte[] signature = ManifestText.signature(manifest, end);
    if (!key.verifies(manifest, end, signature)) {
      throw ManifestText.invalid("its signature is not by this key, or its text was changed");
    }
    return new SignedManifest(ManifestText.entries(manifest, end));
  }

  /** In rising order of versions. */
  public List<Entry> entries() {
    return entries;
  }

  /**
   * Refuses any other list than the signed one.
   *
   * @throws MigrationException MANIFEST_LIST_DIFFERS
   */
  public void requireSameList(List<Migration> migrations) throws MigrationException {
    int common = Math.min(entries.size(), migrations.size());
    for (int i = 0; i < common; i++) {
      Entry signed = entries.get(i);
      Entry found = Entry.of(migrations.get(i));
      if (!signed.equals(found)) {
        throw MigrationException.manifest(
            Kind.MANIFEST_LIST_DIFFERS,
            found.version(),
            signed.sha256(),
            found.sha256(),
            migrations.get(i).origin() + " is not what was signed: " + difference(signed, found));
      }
    }
    if (entries.size() > common) {
      throw MigrationException.of(
          Kind.MANIFEST_LIST_DIFFERS,
          entries.get(common).version(),
          "version " + entries.get(common).version() + " was signed, but is not in the list");
    }
    if (migrations.size() > common) {
      Migration extra = migrations.get(common);
      throw MigrationException.of(
          Kind.MANIFEST_LIST_DIFFERS,
          extra.version(),
          extra.origin() + " was not signed: the manifest ends before it");
    }
  }

  private static String difference(Entry signed, Entry found) {
    if (signed.version() != found.version()) {
      return "version " + signed.version() + " comes here";
    }
    return signed.sha256().equals(found.sha256())
        ? "its name was " + signed.name()
        : "its SQL was changed";
  }

  /**
   * Refuses a history that applying the signed list cannot have left.
   *
   * @param adopting whether versions without a checksum are about to get theirs
   */
  void requireHistory(RecordedHistory history, boolean adopting) throws MigrationException {
    for (List<String> strange : List.of(history.alterations(), history.unreadable())) {
      if (!strange.isEmpty()) {
        throw MigrationException.of(Kind.MANIFEST_HISTORY_DIFFERS, prefix() + strange.get(0));
      }
    }
    Iterator<Entry> signed = entries.iterator();
    for (long version : history.versions()) {
      Entry entry = signed.hasNext() ? signed.next() : null;
      if (entry == null || entry.version() != version) {
        throw differs(
            version,
            "version "
                + version
                + " is recorded where the signed list has "
                + (entry == null ? "none" : "version " + entry.version()));
      }
      requireChecksum(entry, history.checksums().get(version), adopting);
    }
    for (long version : history.checksums().keySet()) {
      if (!history.versions().contains(version)) {
        throw differs(
            version, "a checksum is recorded for version " + version + ", which is not applied");
      }
    }
  }

  private static void requireChecksum(Entry entry, String recorded, boolean adopting)
      throws MigrationException {
    if (recorded == null && !adopting) {
      throw differs(
          entry.version(),
          "version " + entry.version() + " is recorded without a checksum; adopt it first");
    }
    if (recorded != null && !recorded.equals(entry.sha256())) {
      throw MigrationException.manifest(
          Kind.MANIFEST_HISTORY_DIFFERS,
          entry.version(),
          entry.sha256(),
          recorded,
          prefix() + "the checksum of version " + entry.version() + " is not the signed one");
    }
  }

  private static MigrationException differs(long version, String reason) {
    return MigrationException.of(Kind.MANIFEST_HISTORY_DIFFERS, version, prefix() + reason);
  }

  private static String prefix() {
    return "the database's history disagrees with the manifest: ";
  }
}
