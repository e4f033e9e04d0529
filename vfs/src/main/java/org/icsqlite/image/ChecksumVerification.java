package org.icsqlite.image;

/**
 * A checksum that was computed, beside what the superblock says of it. Immutable.
 *
 * @param state what the superblock of the scanned version says
 * @param computed the checksum of the bytes, 64 bits of which the sign means nothing
 */
public record ChecksumVerification(ChecksumState state, long computed) {

  /** How the two compare. */
  public enum Outcome {
    /** The bytes are those that the stored checksum is of. */
    MATCH,
    /** The stored checksum claims to be of the present bytes and is not: they were damaged. */
    MISMATCH,
    /** The stored checksum is of an earlier version, or none was stored: it proves nothing. */
    NOT_CURRENT
  }

  public Outcome outcome() {
    if (!state.current()) {
      return Outcome.NOT_CURRENT;
    }
    return state.checksum() == computed ? Outcome.MATCH : Outcome.MISMATCH;
  }
}
