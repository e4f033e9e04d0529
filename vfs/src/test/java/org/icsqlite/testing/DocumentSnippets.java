package org.icsqlite.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The Java of a document beside that of the test which runs it. A snippet of the document follows a
 * comment {@code snippet: NAME}; in the test it stands between {@code // begin NAME} and {@code //
 * end}.
 */
public final class DocumentSnippets {

  private static final String FENCE = "```java\n";
  private static final Pattern IN_DOCUMENT =
      Pattern.compile("<!-- snippet: (\\w+) -->\n" + FENCE + "(.*?)```\n", Pattern.DOTALL);
  private static final Pattern IN_TEST =
      Pattern.compile(" *// begin (\\w+)\n(.*?) *// end\n", Pattern.DOTALL);

  private DocumentSnippets() {}

  /**
   * Reads the names of a document's snippets.
   *
   * @param document from the module's directory
   * @return the names in their order
   * @throws AssertionError when there is none, when one is not marked, or when the test does not
   *     have the same ones, line for line
   */
  public static List<String> sameAsIn(Class<?> test, Path document) throws IOException {
    String text = read(document);
    Map<String, String> shown = find(IN_DOCUMENT, text);
    if (shown.isEmpty() || shown.size() != text.split(FENCE, -1).length - 1) {
      throw new AssertionError("not every piece of Java in " + document + " is marked: " + shown);
    }
    Path source = Path.of("src/test/java", test.getName().replace('.', '/') + ".java");
    Map<String, String> run = find(IN_TEST, read(source));
    if (!run.equals(shown)) {
      throw new AssertionError(document + " shows\n" + shown + "\nbut " + source + " runs\n" + run);
    }
    return List.copyOf(shown.keySet());
  }

  private static String read(Path file) throws IOException {
    return Files.readString(file).replace("\r\n", "\n");
  }

  private static Map<String, String> find(Pattern pattern, String text) {
    Map<String, String> found = new LinkedHashMap<>();
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      found.put(matcher.group(1), matcher.group(2).stripTrailing().stripIndent());
    }
    return found;
  }
}
