package org.icsqlite.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of the documents, run in the order in which they stand there. */
class DocumentedCommandsTest {

  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

  @TempDir Path directory;

  @BeforeEach
  void files() throws IOException {
    Cli.database(
        directory.resolve("stable_memory.bin"),
        "CREATE TABLE kv(key TEXT PRIMARY KEY, value TEXT); INSERT INTO kv VALUES ('a', '1')");
    Files.writeString(directory.resolve("change.sql"), "INSERT INTO kv VALUES ('b', '2')");
    Path migrations = Files.createDirectory(directory.resolve("migrations"));
    Files.writeString(migrations.resolve("V1__more.sql"), "INSERT INTO kv VALUES ('c', '3')");
  }

  /** The commands in a document's blocks, without what starts the program and without comments. */
  private static List<String> commands(Path document) throws IOException {
    List<String> commands = new ArrayList<>();
    boolean block = false;
    for (String line : Files.readAllLines(document)) {
      if (line.startsWith("```")) {
        block = !block;
      } else if (block && line.matches("(\\./)?icsqlite .*")) {
        commands.add(
            line.substring(line.indexOf("icsqlite ") + 9).replaceFirst("\\s+#.*", "").strip());
      }
    }
    return commands;
  }

  /** Runs a command that names its files as if it were started in the directory. */
  private String run(String command) {
    List<Object> arguments = new ArrayList<>();
    Matcher words = WORD.matcher(command);
    while (words.find()) {
      String word = words.group(1) == null ? words.group(2) : words.group(1);
      arguments.add(
          word.matches("stable_memory\\.bin|change\\.sql|migrations/|release\\.key.*")
                  || (word.equals("migrations") && !arguments.isEmpty())
              ? directory.resolve(word).toString()
              : word);
    }
    return Cli.run(arguments.toArray()).expect(ExitCode.OK).out();
  }

  @Test
  void thoseOfTheMigrationsDoWhatTheDocumentSays() throws IOException {
    List<String> commands = commands(Path.of("../docs/migrations.md"));
    assertEquals(7, commands.size(), commands.toString());
    List<String> printed = commands.stream().map(this::run).toList();
    assertTrue(printed.get(0).startsWith("dry run on a copy"), printed.get(0));
    assertTrue(printed.get(1).startsWith("applied 1 more in "), printed.get(1));
    assertTrue(printed.get(2).contains("more"), printed.get(2));
    assertTrue(printed.get(4).endsWith(": 1 migration signed\n"), printed.get(4));
    assertTrue(printed.get(5).endsWith(": 1 migration, as signed\n"), printed.get(5));
    assertTrue(printed.get(6).startsWith("0 migrations applied, 1 there before"), printed.get(6));
  }

  @Test
  void thoseOfTheReadmeRun() throws IOException {
    List<String> commands = new ArrayList<>(commands(Path.of("../README.md")));
    // These two have tests of their own, and take longer.
    assertTrue(commands.removeIf(command -> command.startsWith("verify ")), commands.toString());
    assertTrue(commands.remove("quickstart"), commands.toString());
    assertEquals(8, commands.size(), commands.toString());
    commands.forEach(this::run);
    assertTrue(run("checksum stable_memory.bin --chunk 16KiB").length() > 0);
    assertTrue(run("checksum stable_memory.bin --verify").length() > 0);
    assertEquals(
        "n\n3\n", run("query stable_memory.bin \"SELECT count(*) AS n FROM kv\" --format tsv"));
  }
}
