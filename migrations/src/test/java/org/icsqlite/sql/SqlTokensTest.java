package org.icsqlite.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class SqlTokensTest {

  private static List<Token> tokens(String sql) {
    SqlTokens tokens = new SqlTokens(sql);
    List<Token> all = new ArrayList<>();
    while (!tokens.atEnd()) {
      all.add(tokens.take());
    }
    return all;
  }

  @Property(tries = 200)
  void aQuotedNameIsTheNameThatSqliteReads(
      @ForAll
          @CharRange(from = ' ', to = '~')
          @Chars({'"', '`', '\'', ']', '\n'})
          @StringLength(min = 1, max = 8)
          String name)
      throws SQLException {
    List<String> quoted =
        new ArrayList<>(
            List.of(
                '"' + name.replace("\"", "\"\"") + '"',
                '`' + name.replace("`", "``") + '`',
                "'" + name.replace("'", "''") + "'"));
    if (name.indexOf(']') < 0) {
      quoted.add("[" + name + "]");
    }
    for (String each : quoted) {
      assertEquals(name, label(each));
      assertEquals(name, tokens("AS " + each).get(1).text());
    }
  }

  private static String label(String quoted) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT 1 AS " + quoted)) {
      return rows.getMetaData().getColumnLabel(1);
    }
  }

  @Test
  void tokensAreTakenInTheirOrder() {
    List<Token> all = tokens("SELECT x'0a', 1.5e3||:a -- end\nFROM \"t\"\"\";");
    assertEquals(
        List.of(
            TokenKind.WORD,
            TokenKind.BLOB,
            TokenKind.SYMBOL,
            TokenKind.NUMBER,
            TokenKind.SYMBOL,
            TokenKind.VARIABLE,
            TokenKind.WORD,
            TokenKind.QUOTED_NAME,
            TokenKind.SYMBOL),
        all.stream().map(Token::kind).toList());
    assertEquals(
        List.of("SELECT", "x'0a'", ",", "1.5e3", "||", ":a", "FROM", "t\"", ";"),
        all.stream().map(Token::text).toList());
    assertEquals(new Token(TokenKind.WORD, "FROM", 31, 35), all.get(6));
  }

  @Test
  void behindTheLastTokenIsTheEnd() {
    SqlTokens tokens = new SqlTokens("a ");
    assertEquals("a", tokens.take().text());
    assertTrue(tokens.atEnd());
    assertEquals(new Token(TokenKind.END, "", 2, 2), tokens.take());
    assertEquals(new Token(TokenKind.END, "", 2, 2), tokens.take());
  }

  @Test
  void aKeywordHasNoQuotesAndAnyCaseOfAscii() {
    SqlTokens tokens = new SqlTokens("\"pragma\" pRaGmA \u0130nto kind");
    assertFalse(tokens.takeWord("PRAGMA"));
    assertEquals("pragma", tokens.take().text());
    assertTrue(tokens.takeWord("PRAGMA"));
    assertFalse(tokens.takeWord("INTO"));
    tokens.take();
    assertFalse(tokens.takeWord("\u212aIND"));
    assertTrue(tokens.takeWord("KIND"));
  }

  @Test
  void aGroupGoesToItsOwnParenthesis() {
    SqlTokens tokens = new SqlTokens("(a, (')'), [)]) b");
    assertEquals(15, tokens.takeGroup().to());
    assertEquals("b", tokens.takeGroup().text());
    assertEquals("(", new SqlTokens("(").takeGroup().text());
  }
}
