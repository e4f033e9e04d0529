package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JdbcEscapesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "SELECT {d '2024-02-29'}             | SELECT  '2024-02-29'",
        "SELECT {ts '2024-02-29 10:00:00'}   | SELECT  '2024-02-29 10:00:00'",
        "SELECT {T '10:00'}                  | SELECT  '10:00'",
        "SELECT {fn upper({fn lower('A')})}  | SELECT  upper( lower('A'))",
        "SELECT * FROM {oj a LEFT JOIN b}    | SELECT * FROM  a LEFT JOIN b",
        "SELECT 1 LIKE 'a' {escape '!'}      | SELECT 1 LIKE 'a' ESCAPE '!'",
        "SELECT 1 {limit 3}                  | SELECT 1 LIMIT 3",
      })
  void anEscapeBecomesWhatSqliteUnderstands(String escaped, String translated) {
    assertEquals(translated, JdbcEscapes.translate(escaped));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 1",
        "SELECT '{d ''2024-02-29''}', \"{d}\", [{fn}] -- {d '1'}",
        "SELECT {d '2024-02-29'",
        "SELECT {fn upper({d '2024-02-29'})",
        "SELECT {call f}",
        "SELECT }{",
        "{"
      })
  void whatIsNoWholeEscapeStaysAsItIs(String sql) {
    assertEquals(sql, JdbcEscapes.translate(sql));
  }

  @Test
  void aTextWithoutBracesIsNotCopied() {
    String sql = "SELECT 1";
    assertSame(sql, JdbcEscapes.translate(sql));
    assertNull(JdbcEscapes.translate(null));
  }
}
