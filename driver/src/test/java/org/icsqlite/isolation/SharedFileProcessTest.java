package org.icsqlite.isolation;

import static org.icsqlite.isolation.Sql.exec;
import static org.icsqlite.isolation.Sql.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.icsqlite.jdbc.IcSqliteDriver;
import org.icsqlite.vfs.Engines;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** One file from several processes, under several names, and from several class loaders. */
class SharedFileProcessTest {

  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void create() throws SQLException {
    file = directory.resolve("stable_memory.bin");
    try (Connection connection = open(file, "")) {
      exec(connection, "CREATE TABLE t(x)");
      exec(connection, "INSERT INTO t VALUES(42)");
    }
  }

  private static String url(Path path, String options) {
    return "jdbc:icsqlite:" + path + options;
  }

  private static Connection open(Path path, String options) throws SQLException {
    return DriverManager.getConnection(url(path, options));
  }

  private OtherProcess other(String options) throws IOException {
    return new OtherProcess(url(file, options), "SELECT x FROM t");
  }

  private static void assertNames(String message, String... parts) {
    for (String part : parts) {
      assertTrue(message.contains(part), message + " should name " + part);
    }
  }

  // ---- processes --------------------------------------------------------------------------------

  @Test
  @EnabledOnOs(OS.LINUX)
  void whileAProcessUpdatesAnotherOneIsToldFileAndProcess() throws Exception {
    byte[] before = Files.readAllBytes(file);
    try (OtherProcess updating = other("")) {
      assertEquals("42", updating.outcome());
      for (String options : new String[] {"", "?mode=query"}) {
        SQLException refused = assertThrows(SQLException.class, () -> open(file, options));
        assertEquals("08001", refused.getSQLState());
        assertNames(refused.getMessage(), file.toString(), "process " + updating.pid());
      }
      // A refusal leaves the lock of the first process as it was.
      try (OtherProcess third = other("?mode=query")) {
        assertNames(third.outcome(), "08001", file.toString(), "process " + updating.pid());
      }
    }
    try (Connection connection = open(file, "")) {
      assertEquals("42", text(connection, "SELECT x FROM t"));
    }
    assertEquals(before.length, Files.size(file));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void manyProcessesQueryAtOnceAndKeepUpdatersOut() throws Exception {
    try (OtherProcess one = other("?mode=query");
        OtherProcess two = other("?mode=query");
        Connection three = open(file, "?mode=query")) {
      assertEquals("42", one.outcome());
      assertEquals("42", two.outcome());
      assertEquals("42", text(three, "SELECT x FROM t"));
      try (OtherProcess updating = other("")) {
        assertNames(
            updating.outcome(),
            "08001",
            file.toString(),
            one.pid() + " (java)",
            two.pid() + " (java)",
            ProcessHandle.current().pid() + " (java)");
      }
      SQLException refused = assertThrows(SQLException.class, () -> open(file, ""));
      assertEquals("08001", refused.getSQLState());
      assertNames(refused.getMessage(), file.toString(), one.pid() + " (java)");
      assertEquals("42", text(three, "SELECT x FROM t"), "goes on reading");
    }
  }

  @Test
  void aProcessThatIsKilledLeavesNoLock() throws Exception {
    OtherProcess killed = other("");
    ProcessHandle handle = ProcessHandle.of(killed.pid()).orElseThrow();
    handle.destroyForcibly();
    handle.onExit().join();
    try (Connection connection = open(file, "")) {
      assertEquals("42", text(connection, "SELECT x FROM t"));
    }
  }

  // ---- other names of the file ------------------------------------------------------------------

  @Test
  void everyNameOfAFileLeadsToOneEngine() throws Exception {
    Path relative = Path.of("").toAbsolutePath().relativize(file);
    Path dotted = directory.resolve("absent/../.").resolve(file.getFileName());
    Files.createDirectory(directory.resolve("absent"));
    Path symbolic = Files.createSymbolicLink(directory.resolve("symbolic.bin"), file);
    Path directoryLink =
        Files.createSymbolicLink(directory.resolve("link"), directory).resolve(file.getFileName());
    int engines = Engines.open();
    try (Connection first = open(file, "")) {
      Path hard = Files.createLink(directory.resolve("hard.bin"), file);
      int written = 43;
      for (Path name : List.of(relative, dotted, symbolic, hard, directoryLink)) {
        try (Connection second = open(name, "?busy_timeout=0")) {
          assertEquals(engines + 1, Engines.open(), "engines with " + name);
          first.setAutoCommit(false);
          exec(first, "UPDATE t SET x=" + written);
          SQLException busy =
              assertThrows(SQLException.class, () -> exec(second, "UPDATE t SET x=0"));
          assertEquals("HYT00", busy.getSQLState(), busy.getMessage());
          first.commit();
          first.setAutoCommit(true);
          assertEquals(Integer.toString(written++), text(second, "SELECT x FROM t"));
          exec(second, "UPDATE t SET x=x");
        }
        assertLocked();
      }
    }
    Files.delete(directory.resolve("hard.bin"));
    assertEquals(engines, Engines.open());
    assertEquals("free", OtherProcess.probe(file));
    try (Connection after = open(file, "?mode=query")) {
      assertEquals("47", text(after, "SELECT x FROM t"));
    }
  }

  @Test
  void anEngineOpenedByALinkIsTheOneOfTheFile() throws Exception {
    Path symbolic = Files.createSymbolicLink(directory.resolve("symbolic.bin"), file);
    int engines = Engines.open();
    try (Connection first = open(symbolic, "")) {
      exec(first, "UPDATE t SET x=50");
      try (Connection second = open(file, "")) {
        assertEquals(engines + 1, Engines.open());
        assertEquals("50", text(second, "SELECT x FROM t"));
      }
      assertLocked();
    }
    assertEquals(engines, Engines.open());
  }

  @Test
  void aFileWithTwoHardLinksIsQueriedByEitherAndRefusedForUpdateWithTheReason() throws Exception {
    Path hard = Files.createLink(directory.resolve("hard.bin"), file);
    int engines = Engines.open();
    for (Path name : List.of(file, hard)) {
      SQLException refused = assertThrows(SQLException.class, () -> open(name, ""));
      assertEquals("08001", refused.getSQLState());
      assertNames(refused.getMessage(), name.toString(), "2 hard links");
    }
    try (Connection first = open(file, "?mode=query");
        Connection second = open(hard, "?mode=query")) {
      assertEquals(engines + 1, Engines.open());
      assertEquals("42", text(first, "SELECT x FROM t"));
      assertEquals("42", text(second, "SELECT x FROM t"));
      assertLocked();
    }
  }

  /** Asks a process of its own, as this one always passes its own locks. */
  private void assertLocked() throws IOException {
    assertEquals("locked", OtherProcess.probe(file));
  }

  // ---- class loaders ----------------------------------------------------------------------------

  private static URLClassLoader anotherLoader() throws MalformedURLException {
    List<URL> places = new ArrayList<>();
    for (String place : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      places.add(Path.of(place).toUri().toURL());
    }
    return new URLClassLoader(places.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
  }

  private static Driver driverOf(ClassLoader loader) throws ReflectiveOperationException {
    Class<?> type = Class.forName(IcSqliteDriver.class.getName(), true, loader);
    assertTrue(type != IcSqliteDriver.class);
    return (Driver) type.getConstructor().newInstance();
  }

  @Test
  void aFileThatOneClassLoaderHasOpenIsRefusedToAnother() throws Exception {
    try (URLClassLoader loader = anotherLoader()) {
      Driver other = driverOf(loader);
      try (Connection first = open(file, "")) {
        Path hard = Files.createLink(directory.resolve("hard.bin"), file);
        for (Path name : List.of(file, hard)) {
          for (String options : new String[] {"", "?mode=query"}) {
            SQLException refused =
                assertThrows(
                    SQLException.class, () -> other.connect(url(name, options), new Properties()));
            assertEquals("08001", refused.getSQLState());
            assertNames(refused.getMessage(), name.toString(), "already open in this process");
          }
        }
        Files.delete(hard);
        assertLocked();
        exec(first, "UPDATE t SET x=60");
      }
      try (Connection second = other.connect(url(file, ""), new Properties())) {
        assertEquals("60", text(second, "SELECT x FROM t"));
        exec(second, "UPDATE t SET x=61");
        assertThrows(SQLException.class, () -> open(file, "?mode=query"));
        assertLocked();
      }
    }
    try (Connection first = open(file, "?mode=query")) {
      assertEquals("61", text(first, "SELECT x FROM t"));
    }
  }
}
