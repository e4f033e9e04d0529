package org.icsqlite.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.Callable;
import org.icsqlite.migrations.ManifestPrivateKey;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code icsqlite migrations keygen}. */
@Command(
    name = "keygen",
    header = "Make a pair of Ed25519 keys for signing.",
    description = {
      "",
      "KEY is the private key, readable by its owner alone; the public one goes to KEY.pub. Both "
          + "are PEM files as openssl writes them. Existing files are never overwritten.",
      ""
    })
final class ManifestKeygenCommand implements Callable<Integer> {

  @ParentCommand private MigrationsCommand parent;

  @Parameters(index = "0", paramLabel = "KEY", description = "The file of the private key.")
  private Path key;

  @Override
  public Integer call() throws IOException, CommandFailure {
    Path publicKey = key.resolveSibling(key.getFileName() + ".pub");
    if (Files.exists(publicKey)) {
      throw new CommandFailure(publicKey + " exists already");
    }
    ManifestPrivateKey made = ManifestPrivateKey.generate();
    try {
      Files.createFile(key, ownerAlone());
    } catch (FileAlreadyExistsException e) {
      throw new CommandFailure(key + " exists already", e);
    }
    Files.writeString(key, made.pem(), StandardCharsets.US_ASCII);
    Files.writeString(
        publicKey,
        made.publicKey().pem(),
        StandardCharsets.US_ASCII,
        StandardOpenOption.CREATE_NEW,
        StandardOpenOption.WRITE);
    parent.terminal().line(key + " is the private key, " + publicKey + " the public one");
    return ExitCode.OK;
  }

  private static FileAttribute<?>[] ownerAlone() {
    return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }
}
