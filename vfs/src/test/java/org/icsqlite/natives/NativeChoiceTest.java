package org.icsqlite.natives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Platform, access, and the numbers that Java and C must share. */
class NativeChoiceTest {

  private static final Path SOURCES = Path.of("src", "main", "c");

  @ParameterizedTest
  @CsvSource({
    "Linux, amd64, linux-x86_64/libicsqlite.so",
    "Linux, x86_64, linux-x86_64/libicsqlite.so",
    "Linux, aarch64, linux-aarch64/libicsqlite.so",
    "Mac OS X, x86_64, macos-x86_64/libicsqlite.dylib",
    "Mac OS X, aarch64, macos-arm64/libicsqlite.dylib",
    "Windows 11, amd64, windows-x86_64/icsqlite.dll",
    "Windows Server 2022, aarch64, windows-aarch64/icsqlite.dll"
  })
  void aPlatformIsFoundFromTheNamesOfTheJvm(String os, String arch, String resource) {
    assertEquals(resource, NativePlatform.of(os, arch).resource());
  }

  @ParameterizedTest
  @CsvSource({
    "Linux, i386, linux-i386",
    "Linux, riscv64, linux-riscv64",
    "FreeBSD, amd64, freebsd-x86_64",
    "Windows 10, x86, windows-x86",
    "'', '', -"
  })
  void anotherPlatformGetsTheListAndTheWayToAddIt(String os, String arch, String name) {
    String message =
        assertThrows(NativeUnavailableException.class, () -> NativePlatform.of(os, arch))
            .getMessage();
    assertTrue(
        message.contains("os.name=" + os + ", os.arch=" + arch + " (" + name + ")"), message);
    assertTrue(
        message.contains(
            "Supported: linux-x86_64, linux-aarch64, macos-x86_64, macos-arm64, windows-x86_64,"
                + " windows-aarch64."),
        message);
    assertTrue(message.contains("docs/adding-a-platform.md"), message);
  }

  @Test
  void theJavaVersionChoosesTheAccessUnlessThePropertyForcesIt() {
    assertEquals(NativeAccess.JNA, NativeAccess.select("auto", 17));
    assertEquals(NativeAccess.JNA, NativeAccess.select("auto", 21));
    assertEquals(NativeAccess.FFM, NativeAccess.select("auto", 22));
    assertEquals(NativeAccess.JNA, NativeAccess.select("jna", 25));
    assertEquals(NativeAccess.FFM, NativeAccess.select("ffm", 22));
    assertEquals(
        "-Dicsqlite.native=ffm needs Java 22 or later, this is Java 21. Remove the property or"
            + " set it to jna.",
        assertThrows(NativeUnavailableException.class, () -> NativeAccess.select("ffm", 21))
            .getMessage());
    assertEquals(
        "-Dicsqlite.native=FFM is not known: use auto, ffm or jna.",
        assertThrows(NativeUnavailableException.class, () -> NativeAccess.select("FFM", 25))
            .getMessage());
  }

  @Test
  void slotNumbersAreTheOnesThatTheCompilerChecked() throws IOException {
    Map<String, Integer> inC = new TreeMap<>();
    Matcher slots =
        Pattern.compile("(?m)^SLOT\\((\\w+), (\\d+)\\)$")
            .matcher(Files.readString(SOURCES.resolve("api_slots.h")));
    while (slots.find()) {
      inC.put(slots.group(1).toUpperCase(Locale.ROOT), Integer.valueOf(slots.group(2)));
    }
    Map<String, Integer> inJava = new TreeMap<>();
    for (ApiSlot slot : ApiSlot.values()) {
      inJava.put(slot.name(), slot.index());
    }
    assertEquals(inC, inJava);
  }

  @Test
  void theInterfaceVersionIsTheOneOfTheHeader() throws IOException {
    Matcher version =
        Pattern.compile("#define ICSQLITE_ABI_VERSION (\\d+)")
            .matcher(Files.readString(SOURCES.resolve("icsqlite.h")));
    assertTrue(version.find());
    assertEquals(ExtensionLoader.ABI_VERSION, Long.parseLong(version.group(1)));
  }
}
