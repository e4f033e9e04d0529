package org.icsqlite.memory;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A failure of stable memory or of an image in it. {@link #kind} tells which; where the crate
 * ic-sqlite-vfs has the same failure, {@link #getMessage} is its text to the letter.
 */
public final class StableMemoryException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** What went wrong. */
  public enum Kind {
    /** The crate's {@code NotInitialized}. */
    NOT_INITIALIZED("stable memory backend is not initialized"),
    /** The crate's {@code AlreadyInitialized}. */
    ALREADY_INITIALIZED("stable memory backend is already initialized"),
    /** The crate's {@code MemoryAlreadyRegistered}. */
    MEMORY_ALREADY_REGISTERED("stable memory is already registered with a database handle"),
    /** The crate's {@code GrowFailed}: no room for more pages. */
    GROW_FAILED,
    /** The crate's {@code ReadOutOfBounds}. */
    READ_OUT_OF_BOUNDS,
    /** The crate's {@code OffsetOverflow}. */
    OFFSET_OVERFLOW("offset overflow"),
    /** The crate's {@code ImportAlreadyStarted}. */
    IMPORT_ALREADY_STARTED("import session already started"),
    /** The crate's {@code ImportNotStarted}. */
    IMPORT_NOT_STARTED("import session not started"),
    /** The crate's {@code UpdateInProgress}. */
    UPDATE_IN_PROGRESS("database update already in progress"),
    /** The crate's {@code ImportOutOfOrder}. */
    IMPORT_OUT_OF_ORDER,
    /** The crate's {@code ImportOutOfBounds}. */
    IMPORT_OUT_OF_BOUNDS,
    /** The crate's {@code ImportIncomplete}. */
    IMPORT_INCOMPLETE,
    /** The crate's {@code ChecksumMismatch}. */
    CHECKSUM_MISMATCH,
    /** The crate's {@code ChecksumRefreshChunkEmpty}. */
    CHECKSUM_REFRESH_CHUNK_EMPTY("checksum refresh chunk size must be greater than zero"),
    /** The crate's {@code Failpoint}. */
    FAILPOINT,
    /** The crate's {@code MetaChecksumMismatch}: the superblock is damaged. */
    META_CHECKSUM_MISMATCH("superblock metadata checksum mismatch"),
    /** The crate's {@code UnsupportedLayoutVersion}. */
    UNSUPPORTED_LAYOUT_VERSION,
    /** The crate's {@code ForeignStableMemoryImage}: the memory holds something else. */
    FOREIGN_STABLE_MEMORY_IMAGE("non-empty stable memory does not contain an ic-sqlite-vfs image"),
    /** The crate's {@code ZeroExtentLimitExceeded}. */
    ZERO_EXTENT_LIMIT_EXCEEDED,

    /** The crate's {@code MemoryManagerInitError::BucketSizeIsZero}. */
    BUCKET_SIZE_IS_ZERO("bucket size must be greater than zero"),
    /** The crate's {@code MemoryManagerInitError::NonMemoryManagerLayout}. */
    NON_MEMORY_MANAGER_LAYOUT("non-empty memory does not contain a MemoryManager layout"),
    /** The crate's {@code MemoryManagerInitError::InvalidLayout}; the text says which rule. */
    INVALID_LAYOUT,

    /** A write outside the memory. */
    WRITE_OUT_OF_BOUNDS,
    /** A read outside a virtual memory; the crate panics with the same text. */
    VIRTUAL_READ_OUT_OF_BOUNDS,
    /** A write outside a virtual memory; the crate panics with the same text. */
    VIRTUAL_WRITE_OUT_OF_BOUNDS,
    /** A memory id outside 0..254. */
    INVALID_MEMORY_ID,
    /** The storage under the memory failed; the cause says how. */
    IO_ERROR,
    /** There is no room on the disk for a transaction, of which nothing was done. */
    DISK_FULL,
    /** The file has several names, of which a redo log would lie beside one only. */
    HARD_LINKED,
    /** A redo log has to be replayed first, and that is not possible here. */
    REDO_LOG_PENDING,
    /** A redo log lies beside the file that does not belong to it as it is. */
    REDO_LOG_MISMATCH,
    /** The redo log beside the file is damaged. */
    REDO_LOG_DAMAGED,
    /** What a snapshot needs was given up, as more than max_snapshot_bytes would be kept. */
    SNAPSHOT_TOO_OLD,
    /** A memory is open with other settings than are asked for. */
    SETTINGS_CONFLICT,
    /** The file does not exist. */
    FILE_NOT_FOUND,
    /** Another process, or another open memory in this one, uses the file. */
    FILE_LOCKED,
    /** The file system has no locks, and an update needs one. */
    LOCK_UNSUPPORTED,
    /** The length of the file is not a whole number of pages. */
    RAGGED_FILE,
    /** A change was asked of a memory that is open for reading only. */
    READ_ONLY,
    /** A failed commit could not be undone, or the file changed under us: nothing goes on. */
    POISONED,
    /** The memory or the snapshot was closed. */
    CLOSED,
    /** The memory holds no database. */
    NO_DATABASE,
    /** The layout of another program, which is only read. */
    FOREIGN_FORMAT_READ_ONLY,
    /** The database does not lie inside its memory. */
    DATABASE_OUT_OF_BOUNDS,
    /** A query while an import is unfinished. */
    IMPORT_IN_PROGRESS("database import is in progress"),
    /** An update on a snapshot that is no longer the newest version. */
    SNAPSHOT_STALE;

    private final String text;

    Kind() {
      this(null);
    }

    Kind(String text) {
      this.text = text;
    }
  }

  private final Kind kind;

  public StableMemoryException(Kind kind, String message) {
    this(kind, message, null);
  }

  public StableMemoryException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  /** What went wrong, never null. */
  public Kind kind() {
    return kind;
  }

  /**
   * A failure whose text is always the same.
   *
   * @throws IllegalArgumentException when the text of this kind depends on the case
   */
  public static StableMemoryException of(Kind kind) {
    if (kind.text == null) {
      throw new IllegalArgumentException(kind + " has no fixed text");
    }
    return new StableMemoryException(kind, kind.text);
  }

  /** The storage under a memory failed; DISK_FULL where that is what it says. */
  static StableMemoryException io(Path path, String what, IOException cause) {
    String reason = String.valueOf(cause.getMessage());
    boolean full =
        reason.contains("No space left")
            || reason.contains("quota exceeded")
            || reason.contains("not enough space");
    return new StableMemoryException(
        full ? Kind.DISK_FULL : Kind.IO_ERROR, path + " " + what + ": " + reason, cause);
  }

  /** Growth was refused; both sizes are in pages of the memory that was to grow. */
  public static StableMemoryException growFailed(long currentPages, long requiredPages) {
    return new StableMemoryException(
        Kind.GROW_FAILED,
        "stable memory grow failed: current_pages="
            + Long.toUnsignedString(currentPages)
            + ", required_pages="
            + Long.toUnsignedString(requiredPages));
  }

  /** A read outside the memory; sizes in bytes. */
  public static StableMemoryException readOutOfBounds(long offset, long length, long sizeBytes) {
    return new StableMemoryException(
        Kind.READ_OUT_OF_BOUNDS,
        "stable memory read out of bounds: " + range(offset, length, sizeBytes));
  }

  /** A write outside the memory; sizes in bytes. */
  public static StableMemoryException writeOutOfBounds(long offset, long length, long sizeBytes) {
    return new StableMemoryException(
        Kind.WRITE_OUT_OF_BOUNDS,
        "stable memory write out of bounds: " + range(offset, length, sizeBytes));
  }

  private static String range(long offset, long length, long sizeBytes) {
    return "offset="
        + Long.toUnsignedString(offset)
        + ", len="
        + length
        + ", size_bytes="
        + Long.toUnsignedString(sizeBytes);
  }

  /** An offset that does not fit 64 bits. */
  public static StableMemoryException offsetOverflow() {
    return of(Kind.OFFSET_OVERFLOW);
  }

  /** An update while an import is unfinished. */
  public static StableMemoryException importAlreadyStarted() {
    return of(Kind.IMPORT_ALREADY_STARTED);
  }

  /** A query while an import is unfinished. */
  public static StableMemoryException importInProgress() {
    return of(Kind.IMPORT_IN_PROGRESS);
  }

  /** The superblock's own checksum or its list of extents is wrong. */
  public static StableMemoryException metaChecksumMismatch() {
    return of(Kind.META_CHECKSUM_MISMATCH);
  }

  /** A superblock of another version; the number is unsigned. */
  public static StableMemoryException unsupportedLayoutVersion(long version) {
    return new StableMemoryException(
        Kind.UNSUPPORTED_LAYOUT_VERSION,
        "unsupported stable layout version: " + Long.toUnsignedString(version));
  }

  /** The memory holds bytes, but no image of ic-sqlite-vfs. */
  public static StableMemoryException foreignStableMemoryImage() {
    return of(Kind.FOREIGN_STABLE_MEMORY_IMAGE);
  }

  /** A part of an import that does not follow the one before; sizes in bytes. */
  public static StableMemoryException importOutOfOrder(long offset, long expected) {
    return new StableMemoryException(
        Kind.IMPORT_OUT_OF_ORDER,
        "import chunk out of order: offset="
            + Long.toUnsignedString(offset)
            + ", expected="
            + Long.toUnsignedString(expected));
  }

  /** A part of an import beyond the announced size; sizes in bytes. */
  public static StableMemoryException importOutOfBounds(
      long offset, long length, long databaseSize) {
    return new StableMemoryException(
        Kind.IMPORT_OUT_OF_BOUNDS,
        "import chunk out of bounds: offset="
            + Long.toUnsignedString(offset)
            + ", len="
            + Long.toUnsignedString(length)
            + ", db_size="
            + Long.toUnsignedString(databaseSize));
  }

  /** An import that ends before the announced size; sizes in bytes. */
  public static StableMemoryException importIncomplete(long writtenUntil, long databaseSize) {
    return new StableMemoryException(
        Kind.IMPORT_INCOMPLETE,
        "import incomplete: written_until="
            + Long.toUnsignedString(writtenUntil)
            + ", db_size="
            + Long.toUnsignedString(databaseSize));
  }

  /** Bytes that have another FNV-1a value than announced. */
  public static StableMemoryException checksumMismatch(long expected, long actual) {
    return new StableMemoryException(
        Kind.CHECKSUM_MISMATCH,
        "checksum mismatch: expected="
            + Long.toUnsignedString(expected)
            + ", actual="
            + Long.toUnsignedString(actual));
  }

  /** A step that must not happen now, such as {@code overlay already active}. */
  public static StableMemoryException failpoint(String what) {
    return new StableMemoryException(Kind.FAILPOINT, "stable blob failpoint: " + what);
  }

  /** The list of zero extents would become too long. */
  public static StableMemoryException zeroExtentLimitExceeded(long limit) {
    return new StableMemoryException(
        Kind.ZERO_EXTENT_LIMIT_EXCEEDED, "zero extent limit exceeded: limit=" + limit);
  }

  static StableMemoryException bucketSizeIsZero() {
    return of(Kind.BUCKET_SIZE_IS_ZERO);
  }

  static StableMemoryException nonMemoryManagerLayout() {
    return of(Kind.NON_MEMORY_MANAGER_LAYOUT);
  }

  static StableMemoryException invalidLayout(String text) {
    return new StableMemoryException(Kind.INVALID_LAYOUT, text);
  }

  static StableMemoryException virtualReadOutOfBounds(int id) {
    return new StableMemoryException(
        Kind.VIRTUAL_READ_OUT_OF_BOUNDS, "MemoryId(" + id + "): read out of bounds");
  }

  static StableMemoryException virtualWriteOutOfBounds(int id) {
    return new StableMemoryException(
        Kind.VIRTUAL_WRITE_OUT_OF_BOUNDS, "MemoryId(" + id + "): write out of bounds");
  }

  static StableMemoryException invalidMemoryId(int id) {
    return new StableMemoryException(Kind.INVALID_MEMORY_ID, "memory id must be 0..254, not " + id);
  }

  static StableMemoryException readOnly(String what) {
    return new StableMemoryException(Kind.READ_ONLY, what + " is open for reading only");
  }

  static StableMemoryException closed(String what) {
    return new StableMemoryException(Kind.CLOSED, what + " is closed");
  }
}
