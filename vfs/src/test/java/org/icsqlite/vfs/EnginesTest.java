package org.icsqlite.vfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import org.icsqlite.memory.HeapStableMemory;
import org.icsqlite.memory.StableMemory;
import org.icsqlite.memory.StableMemoryException;
import org.icsqlite.memory.StableMemoryException.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnginesTest {

  private static final Engines.Options CREATE = new Engines.Options(true, true, 1, 1000);
  private static final Engines.Options UPDATE = new Engines.Options(true, false, 1, 1000);

  @TempDir Path directory;

  private static void assertNotFound(Path file, Engines.Options options, String reason) {
    int open = Engines.open();
    StableMemoryException refused =
        assertThrows(StableMemoryException.class, () -> Engines.openFile(file, options));
    assertEquals(Kind.FILE_NOT_FOUND, refused.kind());
    assertEquals(file + reason, refused.getMessage());
    assertEquals(open, Engines.open());
  }

  @Test
  void aLinkToNothingIsCalledThat() throws IOException {
    Path link = directory.resolve("link.bin");
    Files.createSymbolicLink(link, Path.of("gone.bin"));
    String reason = " is a link to gone.bin, which does not exist";
    assertNotFound(link, CREATE, reason);
    assertNotFound(link, UPDATE, reason);
  }

  @Test
  void theDirectoryIsNamedThatAFileCannotBeCreatedIn() throws IOException {
    Path absent = directory.resolve("absent");
    assertNotFound(
        absent.resolve("a.bin"), CREATE, " cannot be created: " + absent + " does not exist");
    Path plain = Files.createFile(directory.resolve("plain"));
    assertNotFound(
        plain.resolve("a.bin"), CREATE, " cannot be created: " + plain + " is not a directory");
  }

  @Test
  void aFileThatIsNotToBeCreatedIsReportedAbsent() {
    assertNotFound(directory.resolve("a.bin"), UPDATE, " does not exist and create=false");
  }

  @Test
  void anEngineWhoseFileCannotBeIdentifiedIsClosedAgain() {
    Path file = directory.resolve("a.bin");
    int open = Engines.open();
    IllegalStateException thrown =
        assertThrows(
            IllegalStateException.class,
            () ->
                Engines.openFile(
                    file,
                    CREATE,
                    path -> {
                      throw new IllegalStateException("no key for " + path);
                    }));
    assertEquals("no key for " + file, thrown.getMessage());
    assertEquals(open, Engines.open());
    assertFalse(Files.exists(file), "what was created is gone");
    try (EngineLease lease = Engines.openFile(file, CREATE)) {
      assertEquals(0, lease.engine().memory().sizePages());
    }
  }

  @Test
  void anEmptyFileGoesBeforeItsLockDoes() throws IOException {
    Path file = Files.createFile(directory.resolve("a.bin"));
    boolean[] existed = {true};
    Engine engine = new Engine(closing(() -> existed[0] = Files.exists(file)), 1);
    engine.ownEmptyFile(file);
    engine.close();
    assertFalse(existed[0]);
  }

  @Test
  void anEmptyFileThatCannotBeDeletedWhileItIsOpenGoesAfterwards() throws IOException {
    Path file = Files.createDirectory(directory.resolve("a.bin"));
    Path obstacle = Files.createFile(file.resolve("open"));
    Engine engine = new Engine(closing(() -> delete(obstacle)), 1);
    engine.ownEmptyFile(file);
    engine.close();
    assertFalse(Files.exists(file));
  }

  @Test
  void anEmptyFileThatCannotBeDeletedAtAllIsAnError() throws IOException {
    Path file = Files.createDirectory(directory.resolve("a.bin"));
    Files.createFile(file.resolve("open"));
    Engine engine = new Engine(new HeapStableMemory(), 1);
    engine.ownEmptyFile(file);
    StableMemoryException thrown = assertThrows(StableMemoryException.class, engine::close);
    assertEquals(Kind.IO_ERROR, thrown.kind());
    assertTrue(thrown.getMessage().startsWith(file + " cannot be deleted"), thrown.getMessage());
  }

  @Test
  void aMemoryIsClosedEvenWhenItsSizeCannotBeTold() {
    boolean[] closed = {false};
    StableMemoryException poison = new StableMemoryException(Kind.POISONED, "poisoned");
    StableMemory memory = closing(() -> closed[0] = true);
    boolean[] poisoned = {false};
    Engine engine =
        new Engine(
            proxy(
                memory,
                name -> {
                  if (poisoned[0] && name.equals("sizePages")) {
                    throw poison;
                  }
                }),
            1);
    engine.ownEmptyFile(directory.resolve("a.bin"));
    poisoned[0] = true;
    assertSame(poison, assertThrows(StableMemoryException.class, engine::close));
    assertTrue(closed[0]);
  }

  private static void delete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A heap memory that does something when it is closed. */
  private static StableMemory closing(Runnable atClose) {
    return proxy(
        new HeapStableMemory(),
        name -> {
          if (name.equals("close")) {
            atClose.run();
          }
        });
  }

  private interface Before {
    void call(String name);
  }

  private static StableMemory proxy(StableMemory memory, Before before) {
    return (StableMemory)
        Proxy.newProxyInstance(
            StableMemory.class.getClassLoader(),
            new Class<?>[] {StableMemory.class},
            (self, method, arguments) -> {
              before.call(method.getName());
              return method.invoke(memory, arguments);
            });
  }
}
