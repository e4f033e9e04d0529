package org.icsqlite.natives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the load leaves behind, and what it says when it fails. */
class ExtensionLoaderTest {

  private static final String ACCESSES = "org.icsqlite.natives.BothAccesses#accesses";
  private static final String MANIFEST = "manifest.sha256";
  private static final NativePlatform PLATFORM = NativePlatform.current();

  @TempDir Path directory;

  private static byte[] resource(String name) throws IOException {
    try (InputStream in = ExtensionLoader.class.getResourceAsStream(name)) {
      return in.readAllBytes();
    }
  }

  private static ExtensionLoader loader(Map<String, byte[]> resources, Path directory) {
    return new ExtensionLoader(
        PLATFORM,
        name -> resources.containsKey(name) ? new ByteArrayInputStream(resources.get(name)) : null,
        directory,
        NativeAccess.JNA);
  }

  /** Resources with one binary and a manifest that fits it. */
  private static Map<String, byte[]> resourcesWith(byte[] binary) throws Exception {
    Map<String, byte[]> resources = new HashMap<>();
    resources.put(PLATFORM.resource(), binary);
    String sum = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(binary));
    String manifest = sum + " " + PLATFORM.resource() + "\n";
    resources.put(MANIFEST, manifest.getBytes(StandardCharsets.UTF_8));
    return resources;
  }

  private static String failure(ExtensionLoader loader) {
    return assertThrows(NativeUnavailableException.class, loader::load).getMessage();
  }

  private List<String> filesLeft() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource(ACCESSES)
  void aLoadLeavesNoFileBehind(NativeAccess access) throws IOException {
    assumeTrue(!PLATFORM.windows());
    NativeCalls calls =
        new ExtensionLoader(PLATFORM, ExtensionLoader.class::getResourceAsStream, directory, access)
            .load();
    assertEquals(ExtensionLoader.ABI_VERSION, calls.call(calls.symbol("icsqlite_abi_version")));
    assertEquals(List.of(), filesLeft());
  }

  @Test
  void everySupportedPlatformHasABinaryThatFitsTheManifest() throws Exception {
    String manifest = new String(resource(MANIFEST), StandardCharsets.UTF_8);
    List<String> expected = new ArrayList<>();
    for (NativePlatform platform : NativePlatform.SUPPORTED) {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(resource(platform.resource()));
      expected.add(HexFormat.of().formatHex(digest) + " " + platform.resource());
    }
    assertEquals(expected, manifest.lines().toList());
  }

  @Test
  void aMissingBinaryIsNamed() throws Exception {
    Map<String, byte[]> resources = resourcesWith(new byte[0]);
    resources.remove(PLATFORM.resource());
    String message = failure(loader(resources, directory));
    assertTrue(
        message.startsWith(
            "the native extension for "
                + PLATFORM.name()
                + " is missing from the class path: org/icsqlite/natives/"
                + PLATFORM.resource()),
        message);
  }

  @Test
  void aDamagedBinaryIsNotLoadedAndALaterAttemptSucceeds() throws Exception {
    Map<String, byte[]> resources = new HashMap<>();
    byte[] binary = resource(PLATFORM.resource());
    resources.put(MANIFEST, resource(MANIFEST));
    binary[binary.length / 2] ^= 1;
    resources.put(PLATFORM.resource(), binary);
    String message = failure(loader(resources, directory));
    assertTrue(
        message.startsWith("the native extension " + PLATFORM.resource() + " in the"), message);
    assertTrue(message.contains(" is damaged: its SHA-256 is "), message);
    assertEquals(List.of(), filesLeft());

    binary[binary.length / 2] ^= 1;
    assertTrue(loader(resources, directory).load().symbol("icsqlite_call") != 0);
  }

  @Test
  void aBinaryThatTheManifestDoesNotListIsRefused() throws Exception {
    Map<String, byte[]> resources = resourcesWith(resource(PLATFORM.resource()));
    resources.put(MANIFEST, new byte[0]);
    String message = failure(loader(resources, directory));
    assertTrue(message.contains("not listed in manifest.sha256"), message);
  }

  @Test
  void aBinaryOfAnotherVersionIsRefused() throws Exception {
    assumeTrue(PLATFORM.name().equals("linux-x86_64"), "the test patches x86-64 code");
    byte[] binary = resource(PLATFORM.resource());
    byte[] returnsIt = {(byte) 0xb8, (byte) ExtensionLoader.ABI_VERSION, 0, 0, 0, (byte) 0xc3};
    int at = -1;
    for (int i = 0; i + returnsIt.length <= binary.length; i++) {
      if (java.util.Arrays.mismatch(returnsIt, 0, returnsIt.length, binary, i, i + returnsIt.length)
          < 0) {
        at = i;
        binary[i + 1] = 77;
      }
    }
    assertTrue(at >= 0, "icsqlite_abi_version is found");
    String message = failure(loader(resourcesWith(binary), directory));
    assertTrue(
        message.contains(
            "has interface version 77, this icsqlite needs " + ExtensionLoader.ABI_VERSION),
        message);
    assertEquals(List.of(), filesLeft());
  }

  @Test
  void aFileThatTheSystemCannotLoadIsNamedWithTheReason() throws Exception {
    String message =
        failure(loader(resourcesWith("no library".getBytes(StandardCharsets.UTF_8)), directory));
    assertTrue(
        message.startsWith(
            "SQLite cannot load the native extension for "
                + PLATFORM.name()
                + " from "
                + directory.resolve("icsqlite-" + ProcessHandle.current().pid())),
        message);
    assertTrue(
        message.endsWith("Name a directory that allows execution with -Dicsqlite.tmpdir=DIR."),
        message);
    assertFalse(message.contains("No such file"), message);
    assertEquals(List.of(), filesLeft());
  }

  @Test
  void aDirectoryThatForbidsExecutionIsCalledSo() {
    String message =
        ExtensionLoader.loadFailure(
            PLATFORM,
            Path.of("/var/x/icsqlite-1-2.so"),
            "/var/x/icsqlite-1-2.so: failed to map segment from shared object");
    assertTrue(
        message.contains(
            "The directory "
                + Path.of("/var/x")
                + " forbids execution (mounted noexec, or a security policy). Name a directory"
                + " that allows execution with -Dicsqlite.tmpdir=DIR."),
        message);
  }

  @Test
  void aDirectoryThatCannotBeWrittenIsNamed() throws Exception {
    Path absent = directory.resolve("absent");
    String message = failure(loader(resourcesWith(resource(PLATFORM.resource())), absent));
    assertTrue(
        message.startsWith(
            "icsqlite cannot write its native extension for "
                + PLATFORM.name()
                + " to the directory "
                + absent),
        message);
    assertTrue(message.endsWith("with -Dicsqlite.tmpdir=DIR."), message);
    Path file = Files.createFile(directory.resolve("file"));
    assertTrue(
        failure(loader(resourcesWith(new byte[8]), file)).contains("to the directory " + file));
  }

  @Test
  void filesOfKilledProcessesAreRemovedAndNoOthers() throws Exception {
    assumeTrue(!PLATFORM.windows());
    Instant old = Instant.now().minusSeconds(600);
    long dead = 99_999_999;
    long alive = ProcessHandle.current().pid();
    for (String name :
        List.of(
            "icsqlite-" + dead + "-1.so",
            "icsqlite-" + dead + "-1.dll",
            "icsqlite-" + alive + "-2.so",
            "icsqlite-" + dead + "-3.txt",
            "icsqlite-" + dead + ".so",
            "icsqlite-x-4.so",
            "other-" + dead + "-5.so")) {
      Files.setLastModifiedTime(Files.createFile(directory.resolve(name)), FileTime.from(old));
    }
    Files.createFile(directory.resolve("icsqlite-" + dead + "-young.so"));
    loader(resourcesWith(resource(PLATFORM.resource())), directory).load();
    assertEquals(
        Stream.of(
                "icsqlite-" + alive + "-2.so",
                "icsqlite-" + dead + "-3.txt",
                "icsqlite-" + dead + "-young.so",
                "icsqlite-" + dead + ".so",
                "icsqlite-x-4.so",
                "other-" + dead + "-5.so")
            .sorted()
            .toList(),
        filesLeft());
  }

  @Test
  void jvmsThatStartAtOnceDoNotMeet() throws Exception {
    String access = Runtime.version().feature() >= 22 ? "FFM" : "JNA";
    List<ChildProcess> children = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      children.add(ChildProcess.start("-Dicsqlite.tmpdir=" + directory));
    }
    for (ChildProcess child : children) {
      assertEquals(access + " 42", child.lastLine());
    }
    if (!PLATFORM.windows()) {
      assertEquals(List.of(), filesLeft());
    }
  }

  @Test
  void propertiesChooseTheAccessAndTheDirectory() throws Exception {
    assertEquals("JNA 42", ChildProcess.start("-Dicsqlite.native=jna").lastLine());
    String wrong = ChildProcess.start("-Dicsqlite.native=jni").lastLine();
    assertEquals("-Dicsqlite.native=jni is not known: use auto, ffm or jna.", wrong);
    String unwritable =
        ChildProcess.start("-Dicsqlite.tmpdir=" + directory.resolve("absent")).lastLine();
    assertTrue(unwritable.contains("to the directory " + directory.resolve("absent")), unwritable);
    assertFalse(Files.exists(directory.resolve("absent")));
  }
}
