package org.icsqlite.cli;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.icsqlite.error.SqlState;
import org.icsqlite.image.ChecksumProgress;
import org.icsqlite.image.ChecksumState;
import org.icsqlite.image.ChecksumVerification;
import org.icsqlite.jdbc.IcSqliteConnection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code icsqlite checksum}: brings the checksum in the superblock up to date, or checks it. */
@Command(
    name = "checksum",
    header = "Refresh or verify the checksum of a database.",
    description = {
      "",
      "The superblock keeps a checksum over the database, which each commit makes stale. This "
          + "computes it and stores it; the database itself stays as it is. With --verify nothing "
          + "is written: the computed checksum is compared with the stored one.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  icsqlite checksum stable_memory.bin",
      "  icsqlite checksum stable_memory.bin --chunk 64MiB",
      "  icsqlite checksum stable_memory.bin --verify"
    })
final class ChecksumCommand implements Callable<Integer> {

  @ParentCommand private RootCommand root;
  @Spec private CommandSpec spec;
  @Mixin private DatabaseArguments database;

  @Option(
      names = "--chunk",
      paramLabel = "SIZE",
      converter = ByteSize.class,
      description =
          "Store how far the scan is after each SIZE bytes (also KiB, MiB, GiB), and go on where an "
              + "earlier refresh in chunks ended, here or in the canister.")
  private Long chunk;

  @Option(
      names = "--verify",
      description =
          "Compare only. The exit code is 2 when the checksums differ, or when the stored one is "
              + "stale and so proves nothing.")
  private boolean verify;

  @Override
  public Integer call() throws SQLException, IOException, CommandFailure {
    if (verify && chunk != null) {
      throw new ParameterException(spec.commandLine(), "--verify takes no --chunk");
    }
    Progress progress = new Progress(root.terminal(), -1);
    try (Interruption interruption = new Interruption();
        Connection connection = DriverManager.getConnection(url())) {
      IcSqliteConnection opened = connection.unwrap(IcSqliteConnection.class);
      ScanBar bar = new ScanBar(progress, interruption::asked);
      if (verify) {
        verify(opened, bar, progress);
      } else {
        refresh(opened, bar, progress);
      }
    }
    return ExitCode.OK;
  }

  private String url() {
    return verify
        ? database.location().queryUrl(database.memoryId())
        : database.location().updateUrl(database.memoryId(), false);
  }

  private void verify(IcSqliteConnection connection, ScanBar bar, Progress progress)
      throws SQLException, IOException, CommandFailure {
    ChecksumVerification verification;
    try {
      verification = connection.verifyChecksum(bar);
    } catch (SQLException e) {
      throw interrupted(e, "interrupted before the end");
    } finally {
      progress.end();
    }
    String computed = described(verification.computed(), verification.state().databaseBytes());
    switch (verification.outcome()) {
      case MATCH -> root.terminal().line(computed + ", as stored");
      case MISMATCH ->
          throw new CommandFailure(
              computed
                  + ", but "
                  + hex(verification.state().checksum())
                  + " is stored: the bytes were damaged, or changed by other means");
      case NOT_CURRENT ->
          throw new CommandFailure(
              computed + ", and none is stored to compare it with: " + reason(verification));
    }
  }

  private static String reason(ChecksumVerification verification) {
    return verification.state().stale()
        ? "the last commit made the stored one stale"
        : "no checksum was ever stored";
  }

  private void refresh(IcSqliteConnection connection, ScanBar bar, Progress progress)
      throws SQLException, IOException, CommandFailure {
    ChecksumProgress last = null;
    try {
      if (chunk == null) {
        connection.refreshChecksum(bar);
      } else {
        do {
          last = connection.refreshChecksumChunk(chunk, bar);
        } while (!last.complete());
      }
    } catch (SQLException e) {
      throw interrupted(
          e,
          last == null
              ? "interrupted; nothing was changed"
              : "interrupted; the next refresh with --chunk goes on at byte "
                  + last.scannedBytes());
    } finally {
      progress.end();
    }
    ChecksumState state = connection.checksumState();
    root.terminal().line(described(state.checksum(), state.databaseBytes()) + ", stored");
  }

  private static CommandFailure interrupted(SQLException failure, String message)
      throws SQLException {
    if (!SqlState.CANCELLED.equals(failure.getSQLState())) {
      throw failure;
    }
    return new CommandFailure(message, failure);
  }

  private String described(long checksum, long bytes) {
    return "memory "
        + database.memoryId()
        + ": checksum "
        + hex(checksum)
        + " of "
        + bytes
        + " bytes";
  }

  private static String hex(long checksum) {
    return String.format(Locale.ROOT, "0x%016x", checksum);
  }
}
