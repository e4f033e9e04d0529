package org.icsqlite.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.icsqlite.migrations.ManifestPublicKey;
import org.icsqlite.migrations.MigrationException;
import org.icsqlite.migrations.MigrationRunner;
import org.icsqlite.migrations.MigrationSource;
import org.icsqlite.migrations.SignedManifest;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that ask for a signed manifest. */
final class ManifestArguments {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--public-key",
      paramLabel = "KEY",
      description = "Refuse what is not signed by this Ed25519 key, a PEM file.")
  private Path publicKey;

  @Option(
      names = "--manifest",
      paramLabel = "MANIFEST",
      description = "The signed manifest (default: " + SignedManifest.FILE_NAME + " in DIR).")
  private Path manifest;

  /** Whether a key was given. */
  boolean asked() {
    return publicKey != null;
  }

  /** Reads the migrations of a directory, checked against the manifest if there is a key. */
  MigrationRunner.Builder builder(Path directory) throws IOException, CommandFailure {
    MigrationRunner.Builder builder =
        MigrationRunner.builder().source(MigrationSource.directory(directory));
    if (publicKey == null) {
      if (manifest != null) {
        throw new ParameterException(
            spec.commandLine(), "--manifest is checked with --public-key, which is missing");
      }
      return builder;
    }
    Path file = manifest == null ? directory.resolve(SignedManifest.FILE_NAME) : manifest;
    try {
      return builder
          .publicKey(ManifestPublicKey.read(publicKey))
          .manifest(Files.readAllBytes(file));
    } catch (NoSuchFileException e) {
      throw new CommandFailure(file + " does not exist, so the migrations are not signed", e);
    } catch (MigrationException e) {
      throw MigrationFailure.of(e, "");
    }
  }
}
