package org.icsqlite.natives;

import java.util.List;
import java.util.Locale;

/**
 * A platform that a prebuilt extension exists for.
 *
 * @param name directory of the binary, as {@code linux-x86_64}
 * @param fileName name of the binary in it
 */
public record NativePlatform(String name, String fileName) {

  private static final String LINUX_FILE = "libicsqlite.so";
  private static final String MACOS_FILE = "libicsqlite.dylib";
  private static final String WINDOWS_FILE = "icsqlite.dll";

  /** Every platform with a binary. The Linux ones need no C library, so they serve musl too. */
  public static final List<NativePlatform> SUPPORTED =
      List.of(
          new NativePlatform("linux-x86_64", LINUX_FILE),
          new NativePlatform("linux-aarch64", LINUX_FILE),
          new NativePlatform("macos-x86_64", MACOS_FILE),
          new NativePlatform("macos-arm64", MACOS_FILE),
          new NativePlatform("windows-x86_64", WINDOWS_FILE),
          new NativePlatform("windows-aarch64", WINDOWS_FILE));

  /**
   * The platform of this JVM.
   *
   * @throws NativeUnavailableException when there is no binary for it
   */
  public static NativePlatform current() {
    return of(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
  }

  /**
   * The platform that {@code os.name} and {@code os.arch} describe.
   *
   * @throws NativeUnavailableException when there is no binary for it
   */
  public static NativePlatform of(String osName, String osArch) {
    String os = os(osName.toLowerCase(Locale.ROOT));
    String name = os + "-" + arch(osArch.toLowerCase(Locale.ROOT), os.equals("macos"));
    for (NativePlatform platform : SUPPORTED) {
      if (platform.name.equals(name)) {
        return platform;
      }
    }
    throw new NativeUnavailableException(
        "icsqlite has no native extension for os.name="
            + osName
            + ", os.arch="
            + osArch
            + " ("
            + name
            + "). Supported: "
            + String.join(", ", SUPPORTED.stream().map(NativePlatform::name).toList())
            + ". Run a 64-bit JVM of one of these, or build the extension for this platform: "
            + "docs/adding-a-platform.md says how.");
  }

  private static String os(String name) {
    if (name.startsWith("linux")) {
      return "linux";
    }
    if (name.startsWith("mac") || name.startsWith("darwin")) {
      return "macos";
    }
    return name.startsWith("windows") ? "windows" : name.replace(' ', '_');
  }

  private static String arch(String name, boolean macos) {
    return switch (name) {
      case "amd64", "x86_64", "x64" -> "x86_64";
      case "aarch64", "arm64" -> macos ? "arm64" : "aarch64";
      default -> name;
    };
  }

  /** Path of the binary below the resource directory. */
  String resource() {
    return name + "/" + fileName;
  }

  boolean windows() {
    return fileName.equals(WINDOWS_FILE);
  }
}
