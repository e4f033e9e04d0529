package org.icsqlite.compat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/**
 * The peer's executable, built once per test run by the cargo that {@code CARGO} names or that is
 * found in {@code PATH}.
 *
 * <p>Where it cannot be built, the tests that need it are skipped with a reason on standard output,
 * or fail when {@value #SWITCH} is {@code required} as a system property or in the environment.
 */
final class PeerProgram {
  static final String SWITCH = "ICSQLITE_RUST_EXCHANGE";

  private static final long BUILD_MINUTES = 30;
  private static Result result;

  private record Result(Path executable, String missing) {}

  private PeerProgram() {}

  /** The executable; aborts or fails the calling test when there is none. */
  static Path require() {
    Result built = build();
    if (built.missing() == null) {
      return built.executable();
    }
    if (isRequired()) {
      throw new AssertionError("rust exchange is required: " + built.missing());
    }
    return Assumptions.abort("rust exchange skipped: " + built.missing());
  }

  private static synchronized Result build() {
    if (result == null) {
      result = runCargo();
      if (result.missing() != null && !isRequired()) {
        System.out.println("rust exchange skipped: " + result.missing());
      }
    }
    return result;
  }

  private static Result runCargo() {
    Optional<String> cargo = cargo();
    if (cargo.isEmpty()) {
      return new Result(null, "no cargo in PATH and CARGO is not set");
    }
    // Surefire sets basedir; without it the tests run in the module's directory.
    Path module = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    Path target = module.resolve("target").resolve("rust-peer");
    Path log = module.resolve("target").resolve("rust-peer-build.log");
    ProcessBuilder command =
        new ProcessBuilder(cargo.get(), "build", "--release", "--locked", "--target-dir")
            .directory(module.resolve("rust-peer").toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    command.command().add(target.toString());
    if (!isRequired()) {
      // Without a network the exchange is to be skipped soon, not after every retry.
      command.environment().putIfAbsent("CARGO_NET_RETRY", "0");
      command.environment().putIfAbsent("CARGO_HTTP_TIMEOUT", "10");
    }
    try {
      Files.createDirectories(target);
      Process process = command.start();
      if (!process.waitFor(BUILD_MINUTES, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        return new Result(null, "cargo build took over %d minutes".formatted(BUILD_MINUTES));
      }
      if (process.exitValue() != 0) {
        return new Result(null, "cargo build failed: " + firstError(Files.readAllLines(log)));
      }
    } catch (IOException e) {
      return new Result(null, "cargo cannot be run: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Result(null, "interrupted while building");
    }
    String name = File.separatorChar == '\\' ? "icsqlite-peer.exe" : "icsqlite-peer";
    return new Result(target.resolve("release").resolve(name), null);
  }

  private static String firstError(List<String> log) {
    for (int line = 0; line < log.size(); line++) {
      if (log.get(line).startsWith("error")) {
        int end = Math.min(line + 6, log.size());
        return String.join(" ", log.subList(line, end)).replaceAll("\\s+", " ").strip();
      }
    }
    return "see target/rust-peer-build.log";
  }

  private static Optional<String> cargo() {
    String named = System.getenv("CARGO");
    if (named != null && !named.isBlank()) {
      return Optional.of(named);
    }
    String path = System.getenv("PATH");
    if (path == null) {
      return Optional.empty();
    }
    for (String directory : path.split(File.pathSeparator, -1)) {
      for (String name : List.of("cargo", "cargo.exe")) {
        Path candidate = Path.of(directory, name);
        if (Files.isExecutable(candidate) && Files.isRegularFile(candidate)) {
          return Optional.of(candidate.toString());
        }
      }
    }
    return Optional.empty();
  }

  private static boolean isRequired() {
    return "required".equals(System.getProperty(SWITCH, System.getenv(SWITCH)));
  }
}
