package org.icsqlite.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class ChecksumCommandTest {

  private static final String FRESH = "memory 120: checksum 0x6ce20882065cb593 of 81920 bytes";

  @TempDir Path directory;

  @Test
  void theCratesFreshChecksumIsVerifiedAndTheFileStays() throws IOException {
    Path file = Cli.fixture(directory, "06a-checksum-fresh");
    Cli.Stamp before = Cli.Stamp.of(file);
    assertEquals(
        FRESH + ", as stored\n", Cli.run("checksum", file, "--verify").expect(ExitCode.OK).out());
    assertEquals(before, Cli.Stamp.of(file));
  }

  @Test
  void theCratesUnfinishedRefreshIsFinishedInChunks() throws IOException {
    Path file = Cli.fixture(directory, "06b-checksum-refreshing");
    assertEquals(
        FRESH + ", stored\n",
        Cli.run("checksum", file, "--chunk", "10000").expect(ExitCode.OK).out());
    assertEquals(
        Cli.Stamp.of(Cli.fixture(directory, "06a-checksum-fresh")).sha256(),
        Cli.Stamp.of(file).sha256());
    assertFalse(Files.exists(directory.resolve("06b-checksum-refreshing.bin-redo")));
  }

  @Test
  void aStaleChecksumProvesNothingUntilItIsRefreshed() throws IOException {
    Path file = Cli.fixture(directory, "06c-stale-again");
    Cli.Stamp before = Cli.Stamp.of(file);
    String actual = "memory 120: checksum 0xc8dd5e86d1bac3de of 81920 bytes";
    assertEquals(
        "icsqlite: "
            + actual
            + ", and none is stored to compare it with: the last commit made the stored one stale\n",
        Cli.run("checksum", file, "--verify").expect(ExitCode.FAILED).err());
    assertEquals(before, Cli.Stamp.of(file));
    assertEquals(actual + ", stored\n", Cli.run("checksum", file).expect(ExitCode.OK).out());
    Cli.run("checksum", file, "--verify").expect(ExitCode.OK);
  }

  @Test
  void aChangedByteIsAMismatch() throws IOException {
    Path file = Cli.fixture(directory, "06a-checksum-fresh");
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
      bytes.seek(65536 + 65536 + 50_000);
      int old = bytes.read();
      bytes.seek(65536 + 65536 + 50_000);
      bytes.write(old ^ 0x10);
    }
    String err = Cli.run("checksum", file, "--verify").expect(ExitCode.FAILED).err();
    assertTrue(
        err.matches(
            "icsqlite: memory 120: checksum 0x[0-9a-f]{16} of 81920 bytes, but 0x6ce20882065cb593"
                + " is stored: the bytes were damaged, or changed by other means\n"),
        err);
    String report = Cli.run("integrity", file).expect(ExitCode.FAILED).out();
    assertTrue(
        report.contains("checksum: not ok\n  0x6ce20882065cb593 is stored, the bytes have 0x"),
        report);
  }

  @Test
  void anotherMemoryAnAbsentFileAndAnAbsentDatabase() throws IOException {
    Path file = Cli.fixture(directory, "07a-two-dbs");
    String out =
        Cli.run("checksum", file, "--memory-id", "121", "--chunk=1MiB").expect(ExitCode.OK).out();
    assertTrue(out.startsWith("memory 121: checksum 0x"), out);
    Cli.run("checksum", file, "--memory-id", "121", "--verify").expect(ExitCode.OK);
    Cli.run("checksum", file, "--memory-id", "120", "--verify").expect(ExitCode.FAILED);
    Cli.Stamp before = Cli.Stamp.of(file);
    String absent = Cli.run("checksum", file, "--memory-id", "9").expect(ExitCode.FAILED).err();
    assertTrue(absent.contains("NO_DATABASE"), absent);
    assertEquals(before, Cli.Stamp.of(file));
    Path none = directory.resolve("none.bin");
    Cli.run("checksum", none).expect(ExitCode.FAILED);
    assertFalse(Files.exists(none));
  }

  @Test
  void verifyAndChunkExcludeEachOther() throws IOException {
    Path file = Cli.fixture(directory, "06a-checksum-fresh");
    Cli.Stamp before = Cli.Stamp.of(file);
    assertEquals(
        "icsqlite: --verify takes no --chunk; see icsqlite checksum --help\n",
        Cli.run("checksum", file, "--verify", "--chunk", "1").expect(ExitCode.USAGE).err());
    assertEquals(before, Cli.Stamp.of(file));
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "65536, 65536",
    "10B, 10",
    "3KiB, 3072",
    "64MiB, 67108864",
    "64 mib, 67108864",
    "2gib, 2147483648",
    "9223372036854775807, 9223372036854775807"
  })
  void sizes(String text, long bytes) {
    assertEquals(bytes, new ByteSize().convert(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"0", "-1", "", "MiB", "1.5MiB", "1MB", "9223372036854775808", "8589934592GiB"})
  void noSizes(String text) {
    TypeConversionException refused =
        assertThrows(TypeConversionException.class, () -> new ByteSize().convert(text));
    assertTrue(refused.getMessage().startsWith("'" + text + "' is no size"), refused.getMessage());
  }

  @Test
  void theBarIsShownOnATerminalOnlyAndEndsTheScanWhenToldTo() {
    assertEquals(
        "checksum [###############...............]  50 % of 2.0 MiB",
        ScanBar.text(1 << 20, 2 << 20));
    assertEquals("checksum [" + "#".repeat(30) + "] 100 % of 0 bytes", ScanBar.text(0, 0));
    for (boolean terminal : new boolean[] {true, false}) {
      ByteArrayOutputStream err = new ByteArrayOutputStream();
      Terminal streams =
          new Terminal(
              new ByteArrayInputStream(new byte[0]),
              new ByteArrayOutputStream(),
              err,
              terminal,
              terminal);
      AtomicBoolean stop = new AtomicBoolean();
      ScanBar bar = new ScanBar(new Progress(streams, -1, 0), stop::get);
      assertTrue(bar.at(1, 4));
      String shown = err.toString(StandardCharsets.UTF_8);
      assertEquals(terminal ? "\r" + ScanBar.text(1, 4) : "", shown);
      stop.set(true);
      assertFalse(bar.at(2, 4));
    }
  }

  @Test
  void anInterruptionAsksAndWaitsForTheEndOfTheCommand() throws InterruptedException {
    AtomicBoolean acted = new AtomicBoolean();
    Interruption interruption = new Interruption(() -> acted.set(true));
    assertFalse(interruption.asked());
    Thread end = new Thread(interruption::ask);
    end.start();
    while (!interruption.asked() || !acted.get()) {
      Thread.onSpinWait();
    }
    assertTrue(end.isAlive());
    interruption.close();
    end.join(20_000);
    assertFalse(end.isAlive());
  }
}
