package org.icsqlite.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuickstartCommandTest {

  @TempDir Path directory;

  @Test
  void everyStepIsShownAndTheFileIsKept() {
    Path file = directory.resolve("new file.bin");
    Cli.Result result = Cli.run("quickstart", file).expect(ExitCode.OK);
    assertEquals("", result.err());
    for (String expected :
        new String[] {
          "   JDBC  jdbc:icsqlite:" + file + "\n",
          """

          payer | payee | cycles | note
          ------+-------+--------+-----
          alice | bob   |    200 | rent
          bob   | carol |     50 | NULL
          (2 rows)
          """,
          """

          owner | cycles
          ------+-------
          alice |    700
          bob   |    250
          carol |    300
          (3 rows)
          """,
          "   refused: SQLState 25006, attempt to write a readonly database",
          "   PRAGMA integrity_check: ok\n",
          "\nMemoryManager v1, 1 bucket of 128 pages\n",
          "     120      2  0        ICSQLITE v8\n",
          "    account   3 rows\n    transfer  3 rows\n",
          "   ./icsqlite inspect '" + file + "' --json\n"
        }) {
      assertTrue(result.out().contains(expected), () -> expected + "\nnot in\n" + result.out());
    }
    assertEquals(
        "sum(cycles)\n1250\n",
        Cli.run("query", file, "SELECT sum(cycles) FROM account", "--format=tsv").expect(0).out());
  }

  @Test
  void withoutAFileANewOneIsMadeAndNamed() throws IOException {
    String out = Cli.run("quickstart").expect(ExitCode.OK).out();
    Matcher matcher = Pattern.compile("   file  (.*)\n").matcher(out);
    assertTrue(matcher.find(), out);
    Path file = Path.of(matcher.group(1));
    try {
      Cli.run("inspect", file).expect(ExitCode.OK);
    } finally {
      Files.delete(file);
      Files.delete(file.getParent());
    }
  }

  @Test
  void anExistingFileIsLeftAlone() throws IOException {
    byte[] bytes = {1, 2, 3};
    Path file = Files.write(directory.resolve("mine.bin"), bytes);
    Cli.Result result = Cli.run("quickstart", file).expect(ExitCode.FAILED);
    assertEquals("icsqlite: " + file + " exists; quickstart creates a new file\n", result.err());
    assertArrayEquals(bytes, Files.readAllBytes(file));
  }
}
