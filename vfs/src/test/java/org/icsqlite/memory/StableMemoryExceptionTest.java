package org.icsqlite.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.icsqlite.memory.StableMemoryException.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StableMemoryExceptionTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "NOT_INITIALIZED|stable memory backend is not initialized",
        "ALREADY_INITIALIZED|stable memory backend is already initialized",
        "MEMORY_ALREADY_REGISTERED|stable memory is already registered with a database handle",
        "OFFSET_OVERFLOW|offset overflow",
        "IMPORT_ALREADY_STARTED|import session already started",
        "IMPORT_NOT_STARTED|import session not started",
        "UPDATE_IN_PROGRESS|database update already in progress",
        "CHECKSUM_REFRESH_CHUNK_EMPTY|checksum refresh chunk size must be greater than zero",
        "META_CHECKSUM_MISMATCH|superblock metadata checksum mismatch",
        "FOREIGN_STABLE_MEMORY_IMAGE"
            + "|non-empty stable memory does not contain an ic-sqlite-vfs image",
        "BUCKET_SIZE_IS_ZERO|bucket size must be greater than zero",
        "NON_MEMORY_MANAGER_LAYOUT|non-empty memory does not contain a MemoryManager layout",
        "IMPORT_IN_PROGRESS|database import is in progress"
      })
  void aFixedTextIsTheCrates(Kind kind, String text) {
    StableMemoryException exception = StableMemoryException.of(kind);
    assertEquals(kind, exception.kind());
    assertEquals(text, exception.getMessage());
  }

  private static void assertText(Kind kind, String text, StableMemoryException exception) {
    assertEquals(kind, exception.kind());
    assertEquals(text, exception.getMessage());
  }

  @Test
  void numbersAreUnsignedAndDecimal() {
    String most = "18446744073709551615";
    assertText(
        Kind.GROW_FAILED,
        "stable memory grow failed: current_pages=1, required_pages=" + most,
        StableMemoryException.growFailed(1, -1));
    assertText(
        Kind.READ_OUT_OF_BOUNDS,
        "stable memory read out of bounds: offset=" + most + ", len=2, size_bytes=3",
        StableMemoryException.readOutOfBounds(-1, 2, 3));
    assertText(
        Kind.IMPORT_OUT_OF_ORDER,
        "import chunk out of order: offset=1, expected=" + most,
        StableMemoryException.importOutOfOrder(1, -1));
    assertText(
        Kind.IMPORT_OUT_OF_BOUNDS,
        "import chunk out of bounds: offset=1, len=2, db_size=" + most,
        StableMemoryException.importOutOfBounds(1, 2, -1));
    assertText(
        Kind.IMPORT_INCOMPLETE,
        "import incomplete: written_until=1, db_size=" + most,
        StableMemoryException.importIncomplete(1, -1));
    assertText(
        Kind.CHECKSUM_MISMATCH,
        "checksum mismatch: expected=1, actual=" + most,
        StableMemoryException.checksumMismatch(1, -1));
    assertText(
        Kind.FAILPOINT,
        "stable blob failpoint: overlay already active",
        StableMemoryException.failpoint("overlay already active"));
    assertText(
        Kind.UNSUPPORTED_LAYOUT_VERSION,
        "unsupported stable layout version: " + most,
        StableMemoryException.unsupportedLayoutVersion(-1));
    assertText(
        Kind.ZERO_EXTENT_LIMIT_EXCEEDED,
        "zero extent limit exceeded: limit=1024",
        StableMemoryException.zeroExtentLimitExceeded(1024));
  }

  @Test
  void aKindWhoseTextDependsOnTheCaseHasNoFixedOne() {
    assertThrows(IllegalArgumentException.class, () -> StableMemoryException.of(Kind.GROW_FAILED));
  }
}
