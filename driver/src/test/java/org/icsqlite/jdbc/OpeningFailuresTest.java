package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import org.icsqlite.error.OpenErrors;
import org.icsqlite.memory.FileStableMemory;
import org.icsqlite.memory.StableMemoryException;
import org.icsqlite.memory.StableMemoryException.Kind;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Each way in which a database does not open has SQLite's result code for it. */
class OpeningFailuresTest {

  private static final int BUSY = 5;
  private static final int CORRUPT = 11;
  private static final int CANTOPEN = 14;
  private static final int NOTADB = 26;
  private static final int SUPERBLOCK = 65536;

  @TempDir Path dir;
  private Path file;

  @BeforeEach
  void write() throws SQLException {
    file = dir.resolve("stable_memory.bin");
    try (Connection connection = Urls.open(Urls.of(file))) {
      Urls.exec(connection, "CREATE TABLE t(x)");
    }
  }

  private static void assertRefused(int code, Kind kind, String url) {
    SQLException refused = assertThrows(SQLException.class, () -> Urls.open(url).close());
    assertEquals(SQLNonTransientConnectionException.class, refused.getClass());
    assertEquals("08001", refused.getSQLState(), refused.getMessage());
    assertEquals(code, refused.getErrorCode(), refused.getMessage());
    assertEquals(kind, assertInstanceOf(StableMemoryException.class, refused.getCause()).kind());
  }

  private void assertRefused(int code, Kind kind) {
    for (String mode : new String[] {"update", "query"}) {
      assertRefused(code, kind, Urls.of(file) + "?mode=" + mode);
    }
  }

  private void overwrite(int at, int value) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[at] = (byte) value;
    Files.write(file, bytes);
  }

  @Test
  void whatIsNotThereOrIsNoFileCannotBeOpened() throws IOException {
    assertRefused(CANTOPEN, Kind.FILE_NOT_FOUND, Urls.of(dir.resolve("no")) + "?mode=query");
    assertRefused(CANTOPEN, Kind.FILE_NOT_FOUND, Urls.of(dir.resolve("no")) + "?create=false");
    assertRefused(CANTOPEN, Kind.FILE_NOT_FOUND, Urls.of(dir.resolve("no").resolve("file")));
    Path directory = Files.createDirectories(dir.resolve("directory"));
    assertRefused(CANTOPEN, Kind.FILE_NOT_FOUND, Urls.of(directory));
    assertRefused(CANTOPEN, Kind.NO_DATABASE, Urls.of(file) + "?memory_id=9&create=false");
    assertRefused(CANTOPEN, Kind.NO_DATABASE, Urls.of(file) + "?memory_id=9&mode=query");
    Files.createLink(dir.resolve("link"), file);
    assertRefused(CANTOPEN, Kind.HARD_LINKED, Urls.of(file));
  }

  @Test
  void aPathThatIsNoneCannotBeOpened() {
    SQLException refused =
        assertThrows(SQLException.class, () -> Urls.open("jdbc:icsqlite:a%00b").close());
    assertEquals("08001", refused.getSQLState());
    assertEquals(CANTOPEN, refused.getErrorCode());
  }

  @Test
  void aFileInUseIsBusy() {
    try (FileStableMemory open = FileStableMemory.open(file, FileStableMemory.Mode.READ_WRITE)) {
      assertEquals(true, open.sizePages() > 0);
      assertRefused(BUSY, Kind.FILE_LOCKED);
    }
  }

  @Test
  void aFileThatIsSomethingElseIsNoDatabase() throws IOException {
    overwrite(0, 'X');
    assertRefused(NOTADB, Kind.NON_MEMORY_MANAGER_LAYOUT);
    Files.write(file, new byte[] {1}, StandardOpenOption.APPEND);
    assertRefused(NOTADB, Kind.RAGGED_FILE);
  }

  @Test
  void aMemoryThatHoldsSomethingElseIsNoDatabase() throws IOException {
    overwrite(SUPERBLOCK, 'X');
    assertRefused(NOTADB, Kind.FOREIGN_STABLE_MEMORY_IMAGE);
  }

  @Test
  void aDamagedImageIsCorrupt() throws IOException {
    overwrite(SUPERBLOCK + 40, 0x77);
    assertRefused(CORRUPT, Kind.META_CHECKSUM_MISMATCH);
    overwrite(3, 9);
    assertRefused(CORRUPT, Kind.INVALID_LAYOUT);
  }

  @ParameterizedTest
  @CsvSource({
    "FILE_LOCKED, 5, 08001",
    "LOCK_UNSUPPORTED, 3850, 08001",
    "READ_ONLY, 8, 25006",
    "FOREIGN_FORMAT_READ_ONLY, 8, 08001",
    "REDO_LOG_PENDING, 264, 08001",
    "REDO_LOG_DAMAGED, 11, 08001",
    "REDO_LOG_MISMATCH, 14, 08001",
    "DISK_FULL, 13, 08001",
    "GROW_FAILED, 13, 08001",
    "POISONED, 10, 08001",
    "UNSUPPORTED_LAYOUT_VERSION, 26, 08001",
    "DATABASE_OUT_OF_BOUNDS, 11, 08001",
    "IMPORT_IN_PROGRESS, 14, 08001",
    "SETTINGS_CONFLICT, 14, 08001",
  })
  void eachKindHasItsCode(Kind kind, int code, String state) {
    SQLException failure =
        OpenErrors.cannotOpen("there", new StableMemoryException(kind, "what"), null);
    assertEquals(code, failure.getErrorCode());
    assertEquals(state, failure.getSQLState());
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void noKindIsWithoutACode(Kind kind) {
    SQLException failure =
        OpenErrors.cannotOpen("there", new StableMemoryException(kind, "what"), "advice");
    assertEquals("there: what; advice", failure.getMessage());
    assertEquals(true, failure.getErrorCode() > 0);
  }

  @Test
  void aFileThatMayNotBeOpenedIsToldFromOneThatCannotBeRead() {
    assertEquals(CANTOPEN, codeOf(new AccessDeniedException("there")));
    assertEquals(10, codeOf(new IOException("Input/output error")));
  }

  private static int codeOf(IOException cause) {
    return OpenErrors.cannotOpen(
            "there", new StableMemoryException(Kind.IO_ERROR, "what", cause), null)
        .getErrorCode();
  }
}
