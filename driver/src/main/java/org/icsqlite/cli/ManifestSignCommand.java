package org.icsqlite.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.Callable;
import org.icsqlite.migrations.ManifestPrivateKey;
import org.icsqlite.migrations.ManifestSigner;
import org.icsqlite.migrations.Migration;
import org.icsqlite.migrations.MigrationException;
import org.icsqlite.migrations.MigrationSource;
import org.icsqlite.migrations.SignedManifest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code icsqlite migrations sign}. */
@Command(name = "sign", header = "Write a signed manifest of a directory of migrations.")
final class ManifestSignCommand implements Callable<Integer> {

  @ParentCommand private MigrationsCommand parent;

  @Parameters(index = "0", paramLabel = "DIR", description = "The directory of the migrations.")
  private Path directory;

  @Option(
      names = "--key",
      required = true,
      paramLabel = "KEY",
      description = "The private Ed25519 key, a PEM file.")
  private Path key;

  @Option(
      names = "--manifest",
      paramLabel = "MANIFEST",
      description = "Where to write it (default: " + SignedManifest.FILE_NAME + " in DIR).")
  private Path manifest;

  @Override
  public Integer call() throws IOException, CommandFailure {
    try {
      ManifestPrivateKey privateKey = ManifestPrivateKey.read(key);
      if (ManifestPrivateKey.isReadableByEverybody(key)) {
        parent
            .terminal()
            .error("warning: " + key + " can be read by everybody on this computer; chmod 600 it");
      }
      List<Migration> migrations = MigrationSource.directory(directory).load();
      byte[] signed = new ManifestSigner(privateKey).sign(migrations);
      Path file = manifest == null ? directory.resolve(SignedManifest.FILE_NAME) : manifest;
      // Beside it first, so that there is never half a manifest.
      Path beside = file.resolveSibling(file.getFileName() + ".new");
      Files.write(beside, signed);
      Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
      parent
          .terminal()
          .line(file + ": " + MigrateCommand.count(migrations.size(), "migration") + " signed");
      return ExitCode.OK;
    } catch (MigrationException e) {
      throw MigrationFailure.of(e, "");
    }
  }
}
