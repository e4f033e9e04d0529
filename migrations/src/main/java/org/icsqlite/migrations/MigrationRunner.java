package org.icsqlite.migrations;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.sql.DataSource;
import org.icsqlite.migrations.MigrationException.Kind;

/**
 * Brings databases to the schema that a list of migrations describes, and records what it did where
 * the crate ic-sqlite-vfs looks for it: a canister with the same list finds nothing to do, and the
 * other way round.
 *
 * <p>All that is pending runs in one transaction. Before any of it, the checksums of everything
 * that is recorded are compared with the list. When anything is refused or fails, nothing has
 * changed. Runners that start at the same time wait for each other, and the later ones find nothing
 * to do.
 *
 * <p>A connection given to it is in auto-commit mode, without an open transaction, and stays so.
 * Immutable and thread-safe; a connection is used by one thread at a time.
 */
public final class MigrationRunner {

  private final MigrationList list;
  private final SignedManifest manifest;
  private final boolean adopting;
  private final Duration lockTimeout;

  private MigrationRunner(
      MigrationList list, SignedManifest manifest, boolean adopting, Duration lockTimeout) {
    this.list = list;
    this.manifest = manifest;
    this.adopting = adopting;
    this.lockTimeout = lockTimeout;
  }

  /** A runner of one source, without a manifest. */
  public static MigrationRunner of(MigrationSource source) throws MigrationException {
    return builder().source(source).build();
  }

  public static Builder builder() {
    return new Builder();
  }

  /** The settings of a runner. Not thread-safe. */
  public static final class Builder {

    private MigrationSource source = MigrationSource.of();
    private ManifestPublicKey publicKey;
    private byte[] manifest;
    private boolean adopting;
    private Duration lockTimeout = Duration.ZERO;

    private Builder() {}

    /** Where the migrations come from; none unless set. */
    public Builder source(MigrationSource newSource) {
      source = Objects.requireNonNull(newSource, "source");
      return this;
    }

    /** The key without whose signature nothing runs; null, as at first, asks for no signature. */
    public Builder publicKey(ManifestPublicKey key) {
      publicKey = key;
      return this;
    }

    /** The manifest that goes with the key; null, as at first, for none. */
    public Builder manifest(byte[] bytes) {
      manifest = bytes == null ? null : bytes.clone();
      return this;
    }

    /**
     * Whether {@link #migrate} also records the checksums of versions that were applied by a runner
     * that kept none, trusting that the list is what ran then; false unless set.
     */
    public Builder adopting(boolean adopt) {
      adopting = adopt;
      return this;
    }

    /**
     * How long a lock of somebody else is waited for, beyond the busy timeout of the connection;
     * zero unless set. With a DataSource it is also how long opening is tried again.
     */
    public Builder lockTimeout(Duration timeout) {
      if (timeout.isNegative()) {
        throw new IllegalArgumentException("lock timeout must not be negative: " + timeout);
      }
      lockTimeout = timeout;
      return this;
    }

    /**
     * Reads and checks the list, and the manifest if there is a key.
     *
     * @throws MigrationException of the source, the list and the manifest
     */
    public MigrationRunner build() throws MigrationException {
      MigrationList list = MigrationList.checked(source.load());
      return new MigrationRunner(list, signed(list), adopting, lockTimeout);
    }

    private SignedManifest signed(MigrationList list) throws MigrationException {
      if (publicKey == null) {
        if (manifest != null) {
          throw MigrationException.of(
              Kind.KEY, "a manifest is given without the public key that it has to be signed by");
        }
        return null;
      }
      if (manifest == null) {
        throw MigrationException.of(
            Kind.UNSIGNED,
            "a public key is given, so the migrations have to be signed: no manifest");
      }
      SignedManifest signed = SignedManifest.verify(manifest, publicKey);
      signed.requireSameList(list.migrations());
      return signed;
    }
  }

  /** The list, in rising order of versions. */
  public List<Migration> migrations() {
    return list.migrations();
  }

  /**
   * Applies what is pending.
   *
   * @return what ran, and what was there
   * @throws MigrationException for everything that is wrong with the migrations
   * @throws SQLException when the database cannot be used at all, locked ones included
   */
  public MigrationReport migrate(Connection connection) throws SQLException {
    MigrationReport report =
        MigrationTransaction.read(connection, () -> whenNothingIsPending(connection));
    if (report == null) {
      report = MigrationTransaction.write(connection, lockTimeout, () -> apply(connection));
    }
    raiseSchemaVersion(connection);
    return report;
  }

  /** As {@link #migrate(Connection)}, on a connection of its own, which is closed again. */
  public MigrationReport migrate(DataSource dataSource) throws SQLException {
    return OwnConnection.with(dataSource, lockTimeout, this::migrate);
  }

  /**
   * Records the checksums of versions that were applied by a runner that kept none; runs no
   * migration and overwrites nothing. Every migration of the list has to be applied.
   *
   * @return the versions whose checksums were recorded
   * @throws MigrationException UNAPPLIED_VERSION, CHECKSUM_MISMATCH, HISTORY_UNREADABLE, and those
   *     of the manifest
   * @throws SQLException when the database cannot be used at all
   */
  public MigrationReport adopt(Connection connection) throws SQLException {
    return MigrationTransaction.write(
        connection,
        lockTimeout,
        () -> {
          createTables(connection);
          RecordedHistory history = RecordedHistory.read(connection);
          requireSound(history, true);
          for (Migration migration : list.migrations()) {
            if (!history.applied(migration)) {
              throw MigrationException.unapplied(migration.version());
            }
            history.requireSame(migration);
          }
          return new MigrationReport(
              List.of(), versions(list.migrations()), adoptMissing(connection, history));
        });
  }

  /** As {@link #adopt(Connection)}, on a connection of its own, which is closed again. */
  public MigrationReport adopt(DataSource dataSource) throws SQLException {
    return OwnConnection.with(dataSource, lockTimeout, this::adopt);
  }

  /**
   * Checks what a run would check before it runs anything; writes nothing.
   *
   * @return how the list stands against the database; nothing in it is CHANGED
   * @throws MigrationException CHECKSUM_MISMATCH, MANIFEST_HISTORY_DIFFERS, HISTORY_UNREADABLE, and
   *     INTERIOR_NUL or REFUSED_STATEMENT of what is pending
   * @throws SQLException when the database cannot be read
   */
  public MigrationStatus validate(Connection connection) throws SQLException {
    return MigrationTransaction.read(
        connection,
        () -> {
          RecordedHistory history = RecordedHistory.read(connection);
          verify(history);
          scripts(history);
          return MigrationStatus.of(list, history);
        });
  }

  /** The migrations that a run would apply, given that it is not refused; writes nothing. */
  public List<Migration> pending(Connection connection) throws SQLException {
    return MigrationTransaction.read(
        connection, () -> pending(RecordedHistory.read(connection).requireReadable()));
  }

  /** How the list stands against the database, whatever is wrong; writes nothing. */
  public MigrationStatus status(Connection connection) throws SQLException {
    return MigrationTransaction.read(
        connection,
        () -> MigrationStatus.of(list, RecordedHistory.read(connection).requireReadable()));
  }

  /** Without the write lock, so that a database that is up to date can be open read-only. */
  private MigrationReport whenNothingIsPending(Connection connection) throws SQLException {
    RecordedHistory history = RecordedHistory.read(connection);
    verify(history);
    return history.complete() && pending(history).isEmpty() && adoptable(history).isEmpty()
        ? new MigrationReport(List.of(), versions(list.migrations()), List.of())
        : null;
  }

  private MigrationReport apply(Connection connection) throws SQLException {
    createTables(connection);
    RecordedHistory history = RecordedHistory.read(connection);
    verify(history);
    List<MigrationReport.Applied> applied = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      for (MigrationScript script : scripts(history)) {
        long start = System.nanoTime();
        script.run(statement);
        insertVersion(connection, script.migration());
        insertChecksum(connection, script.migration());
        Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
        applied.add(new MigrationReport.Applied(script.migration(), elapsed));
      }
    }
    List<Migration> present = list.migrations().stream().filter(history::applied).toList();
    List<Long> adopted = adopting ? adoptMissing(connection, history) : List.of();
    return new MigrationReport(applied, versions(present), adopted);
  }

  /** What a run has to adopt. */
  private List<Migration> adoptable(RecordedHistory history) {
    return adopting ? withoutChecksum(history) : List.of();
  }

  private List<Migration> withoutChecksum(RecordedHistory history) {
    return list.migrations().stream()
        .filter(history::applied)
        .filter(migration -> !history.checksums().containsKey(migration.version()))
        .toList();
  }

  private List<Long> adoptMissing(Connection connection, RecordedHistory history)
      throws SQLException {
    List<Migration> missing = withoutChecksum(history);
    for (Migration migration : missing) {
      insertChecksum(connection, migration);
    }
    return versions(missing);
  }

  private void verify(RecordedHistory history) throws MigrationException {
    requireSound(history, adopting);
    for (Migration migration : list.migrations()) {
      history.requireSame(migration);
    }
  }

  private void requireSound(RecordedHistory history, boolean adoptingNow)
      throws MigrationException {
    if (manifest != null) {
      manifest.requireHistory(history, adoptingNow);
    }
    history.requireReadable();
  }

  private List<Migration> pending(RecordedHistory history) {
    return list.migrations().stream().filter(migration -> !history.applied(migration)).toList();
  }

  /** All of them are cut and checked before the first one runs. */
  private List<MigrationScript> scripts(RecordedHistory history) throws MigrationException {
    List<MigrationScript> scripts = new ArrayList<>();
    for (Migration migration : pending(history)) {
      scripts.add(MigrationScript.of(migration));
    }
    return scripts;
  }

  private static List<Long> versions(List<Migration> migrations) {
    return migrations.stream().map(Migration::version).toList();
  }

  private static void createTables(Connection connection) throws SQLException {
    OwnStatements.run(connection, HistoryTable.VERSIONS.creation());
    OwnStatements.run(connection, HistoryTable.CHECKSUMS.creation());
  }

  private static void insertVersion(Connection connection, Migration migration)
      throws SQLException {
    try (PreparedStatement insert =
        OwnStatements.prepare(
            connection,
            "INSERT INTO " + HistoryTable.VERSIONS.qualifiedName() + "(version) VALUES (?)")) {
      insert.setLong(1, migration.version());
      insert.executeUpdate();
    } catch (SQLException e) {
      throw MigrationException.failed(migration.version(), migration.origin(), e);
    }
  }

  private static void insertChecksum(Connection connection, Migration migration)
      throws SQLException {
    try (PreparedStatement insert =
        OwnStatements.prepare(
            connection,
            "INSERT INTO "
                + HistoryTable.CHECKSUMS.qualifiedName()
                + "(version, checksum) VALUES (?, ?)")) {
      insert.setLong(1, migration.version());
      insert.setBytes(2, migration.digest());
      insert.executeUpdate();
    } catch (SQLException e) {
      throw MigrationException.failed(migration.version(), migration.origin(), e);
    }
  }

  private void raiseSchemaVersion(Connection connection) throws SQLException {
    if (!connection.isReadOnly() && connection.isWrapperFor(SchemaVersionField.class)) {
      connection.unwrap(SchemaVersionField.class).raiseSchemaVersion(list.target());
    }
  }
}
