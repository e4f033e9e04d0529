package org.icsqlite.migrations;

import java.util.Objects;
import java.util.Optional;

/**
 * A migration that a database has recorded.
 *
 * @param version its version, 0 or more
 * @param checksum the SHA-256 of its SQL in lower-case hexadecimal, 64 characters; empty in
 *     histories that were written before checksums were recorded
 */
public record AppliedMigration(long version, Optional<String> checksum) {

  public AppliedMigration {
    Objects.requireNonNull(checksum, "checksum");
  }
}
