package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.icsqlite.testing.DocumentSnippets;
import org.junit.jupiter.api.Test;

/** The snippets of the document are the code of this test, and its lists are those in force. */
class CanisterDocumentTest {

  private static final Path DOCUMENT = Path.of("../docs/canister-profile.md");

  private final List<String> logged = new ArrayList<>();

  private void log(String line) {
    logged.add(line);
  }

  private void canister(String url) throws SQLException {
    // begin canister
    String canister = url + "?profile=canister&clock=1700000000000&random_seed=1";
    try (Connection connection = DriverManager.getConnection(canister);
        Statement statement = connection.createStatement()) {
      try (ResultSet row = statement.executeQuery("SELECT datetime('now'), random()")) {
        row.next();
        log(row.getString(1) + " " + row.getLong(2)); // the same every time
      }
      try {
        statement.executeQuery("SELECT sqrt(2)");
      } catch (SQLFeatureNotSupportedException e) {
        log(e.getMessage()); // names the function, and that the canister would refuse it too
      }
    }
    // end
  }

  @Test
  void theFirstSnippetGivesTheSameEveryTime() throws SQLException {
    canister(Urls.fresh());
    List<String> first = List.copyOf(logged);
    canister("jdbc:icsqlite::memory:");
    assertEquals(first, logged.subList(2, 4));
    assertTrue(first.get(0).startsWith("2023-11-14 22:13:20 "), first.get(0));
    assertTrue(first.get(1).contains("sqrt()"), first.get(1));
    assertTrue(first.get(1).contains("the canister would refuse it too"), first.get(1));
  }

  @Test
  void theDataSourceOfTheDocumentWorks() throws SQLException {
    String url = "jdbc:icsqlite::memory:";
    // begin dataSource
    IcSqliteDataSource source = new IcSqliteDataSource(url);
    source.setProfile(Profile.CANISTER);
    source.setClock(Instant.parse("2024-02-29T12:00:00Z").toEpochMilli());
    source.setRandomSeed(1L);
    // end
    try (Connection connection = source.getConnection()) {
      assertEquals(
          List.of("2024-02-29 12:00:00"), Urls.column(connection, "SELECT CURRENT_TIMESTAMP"));
    }
  }

  @Test
  void theDocumentShowsThisCode() throws IOException {
    assertFalse(DocumentSnippets.sameAsIn(getClass(), DOCUMENT).isEmpty());
  }

  @Test
  void theDocumentListsWhatIsRefused() throws Exception {
    try (Connection connection = Urls.open("jdbc:icsqlite::memory:")) {
      CanisterDifferences differences =
          CanisterDifferences.of(
              NativeLibrary.get().api(),
              connection.unwrap(IcSqliteConnection.class).session().handle());
      String document = Files.readString(DOCUMENT);
      assertEquals(List.copyOf(differences.lostFunctions()), row(document, "functions"));
      assertEquals(List.copyOf(differences.lostModules()), row(document, "virtual tables"));
    }
  }

  private static List<String> row(String document, String what) {
    Matcher matcher = Pattern.compile("\\| " + what + " \\| ([^|]*) \\|").matcher(document);
    assertTrue(matcher.find(), what);
    return List.of(matcher.group(1).split(", "));
  }
}
