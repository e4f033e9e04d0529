package org.icsqlite.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** What SQLite says about a text that begins no statement shows the first token as it sees it. */
class LexerTest {

  private static final Pattern COMPLAINT =
      Pattern.compile(
          "(?s)\\((?:near \"(.*)\": syntax error|unrecognized token: \"(.*)\"|(.*))\\)");

  private static Connection connection;

  @BeforeContainer
  static void open() throws SQLException {
    connection = DriverManager.getConnection("jdbc:sqlite::memory:");
  }

  @AfterContainer
  static void close() throws SQLException {
    connection.close();
  }

  @Property(tries = 4_000)
  void sqliteAgreesOnEveryToken(@ForAll("text") String text) {
    Lexer lexer = lexer(text);
    while (lexer.next()) {
      String rest = text.substring(lexer.start());
      String token = text.substring(lexer.start(), lexer.end());
      if (!token.equals(";")) {
        String kind = lexer.kind() == TokenKind.ILLEGAL ? "illegal " : "token ";
        assertEquals(kind + token, firstToken(rest), text);
      }
    }
  }

  @Property(tries = 1_000)
  void sqliteFindsNoTokenWhereThereIsNone(@ForAll("space") String text) {
    Lexer lexer = lexer(text);
    boolean found = lexer.next();
    assertEquals(found, !firstToken(text + " ?").equals("token ?"), text);
    if (!found) {
      assertEquals(text.length(), lexer.end());
      assertFalse(lexer.next());
    }
  }

  private static Lexer lexer(String text) {
    return new Lexer(offset -> offset < text.length() ? text.charAt(offset) : Characters.END);
  }

  /** The token that SQLite complains about. */
  private static String firstToken(String sql) {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql);
      return "none";
    } catch (SQLException e) {
      Matcher complaint = COMPLAINT.matcher(e.getMessage());
      if (!complaint.find()) {
        return e.getMessage();
      }
      if (complaint.group(1) != null) {
        return "token " + complaint.group(1);
      }
      return complaint.group(2) != null ? "illegal " + complaint.group(2) : complaint.group(3);
    }
  }

  @Provide
  Arbitrary<String> text() {
    List<String> parts =
        List.of(
            "'",
            "''",
            "\"",
            "`",
            "[",
            "]",
            "x'",
            "X'0a'",
            "x'0'",
            "0",
            "7",
            "0x",
            "0XfF",
            "1_0",
            "_",
            ".",
            "..",
            "1.5",
            "e",
            "E",
            "e+1",
            "1e-",
            "a",
            "zz",
            "\u00e9",
            "\ud83d\ude00",
            "$",
            "$a",
            "::",
            ":",
            "@",
            "#",
            "?",
            "?12",
            "(",
            ")",
            ";",
            ",",
            "+",
            "-",
            "--",
            "->",
            "->>",
            "=",
            "==",
            "<",
            ">",
            "<>",
            "<<",
            ">=",
            "!",
            "!=",
            "|",
            "||",
            "&",
            "~",
            "%",
            "*",
            "/",
            "/*",
            "*/",
            "{",
            "}",
            "^",
            "\\",
            " ",
            "\n",
            "\t",
            "\f",
            "\r",
            "\u000b",
            "\ufeff",
            "\u007f",
            "\u0001");
    return Arbitraries.of(parts).list().ofMinSize(1).ofMaxSize(8).map(all -> String.join("", all));
  }

  @Provide
  Arbitrary<String> space() {
    return Arbitraries.of(
            " ",
            "\n",
            "\t",
            "\f",
            "\r",
            "\u000b",
            "\ufeff",
            "--\n",
            "-- ' ;\n",
            "/**/",
            "/*/*/",
            "/* \" */")
        .list()
        .ofMaxSize(5)
        .map(all -> String.join("", all));
  }
}
