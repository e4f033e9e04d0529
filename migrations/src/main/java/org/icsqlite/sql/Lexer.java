package org.icsqlite.sql;

/**
 * SQLite's lexical rules: finds one token after the other, space and comments between them passed
 * over. Any text can be read; what SQLite does not recognize is a token as well, {@link
 * TokenKind#ILLEGAL}, of the length that SQLite's message about it shows. A NUL character ends the
 * text, as it does for SQLite. Looks at most two characters ahead of a token's end.
 */
final class Lexer {

  private static final char BYTE_ORDER_MARK = '\ufeff';

  private final Characters text;
  private TokenKind kind = TokenKind.END;
  private int start;
  private int end;

  /** Before the first token. */
  Lexer(Characters text) {
    this.text = text;
  }

  TokenKind kind() {
    return kind;
  }

  /** Where the present token begins. */
  int start() {
    return start;
  }

  /** Behind its last character. */
  int end() {
    return end;
  }

  /** Continues at an offset. */
  void moveTo(int offset) {
    end = offset;
  }

  /** Moves to the next token; false at the end of the text. */
  boolean next() {
    start = behindSpace(end);
    int first = at(start);
    if (first == Characters.END) {
      end = start;
      kind = TokenKind.END;
      return false;
    }
    end = behind(first);
    return true;
  }

  private int at(int offset) {
    int one = text.at(offset);
    return one == 0 ? Characters.END : one;
  }

  // ---- between tokens -------------------------------------------------------------------------

  private int behindSpace(int from) {
    int at = from;
    while (true) {
      int one = at(at);
      if (beginsSpace(one)) {
        do {
          at++;
        } while (isSpace(at(at)));
      } else if (one == BYTE_ORDER_MARK) {
        at++;
      } else if (one == '-' && at(at + 1) == '-') {
        at = behindLine(at + 2);
      } else if (one == '/' && at(at + 1) == '*' && at(at + 2) != Characters.END) {
        at = behindBlock(at + 2);
      } else {
        return at;
      }
    }
  }

  private int behindLine(int from) {
    int at = from;
    while (at(at) != '\n' && at(at) != Characters.END) {
      at++;
    }
    return at;
  }

  private int behindBlock(int from) {
    int at = from;
    while (at(at) != Characters.END) {
      if (at(at) == '*' && at(at + 1) == '/') {
        return at + 2;
      }
      at++;
    }
    return at;
  }

  private static boolean isSpace(int one) {
    return one == ' ' || (one >= '\t' && one <= '\r');
  }

  /** A vertical tab is space, but not at the beginning of it. */
  private static boolean beginsSpace(int one) {
    return isSpace(one) && one != '\u000b';
  }

  // ---- tokens ---------------------------------------------------------------------------------

  private int behind(int first) {
    if (first == ';') {
      return found(TokenKind.SYMBOL, start + 1); // a script is read no further than that
    }
    int second = at(start + 1);
    if ((first == 'x' || first == 'X') && second == '\'') {
      return behindBlob();
    }
    if (isDigit(first) || (first == '.' && isDigit(second))) {
      return behindNumber();
    }
    return switch (first) {
      case '\'' -> behindQuotes(first, TokenKind.STRING);
      case '"', '`' -> behindQuotes(first, TokenKind.QUOTED_NAME);
      case '[' -> behindBrackets();
      case '?' -> found(TokenKind.VARIABLE, behindDigits(start + 1));
      case '$', '@', ':', '#' -> behindVariable();
      default ->
          isNamePart(first)
              ? found(TokenKind.WORD, behindName(start + 1))
              : behindSymbol(first, second);
    };
  }

  private int found(TokenKind found, int behind) {
    kind = found;
    return behind;
  }

  private int behindSymbol(int first, int second) {
    int length =
        switch (first) {
          case '-' -> second == '>' ? (at(start + 2) == '>' ? 3 : 2) : 1;
          case '=' -> second == '=' ? 2 : 1;
          case '<' -> second == '=' || second == '>' || second == '<' ? 2 : 1;
          case '>' -> second == '=' || second == '>' ? 2 : 1;
          case '|' -> second == '|' ? 2 : 1;
          case '!' -> second == '=' ? 2 : 0;
          case '(', ')', ',', '.', '+', '*', '/', '%', '&', '~' -> 1;
          default -> 0;
        };
    return length == 0
        ? found(TokenKind.ILLEGAL, start + 1)
        : found(TokenKind.SYMBOL, start + length);
  }

  /** A quote that is doubled stands for itself. */
  private int behindQuotes(int quote, TokenKind closed) {
    int at = start + 1;
    while (at(at) != Characters.END) {
      if (at(at) == quote) {
        if (at(at + 1) != quote) {
          return found(closed, at + 1);
        }
        at++;
      }
      at++;
    }
    return found(TokenKind.ILLEGAL, at);
  }

  private int behindBrackets() {
    int at = start + 1;
    while (at(at) != ']') {
      if (at(at) == Characters.END) {
        return found(TokenKind.ILLEGAL, at);
      }
      at++;
    }
    return found(TokenKind.QUOTED_NAME, at + 1);
  }

  private int behindBlob() {
    int at = start + 2;
    while (isHexDigit(at(at))) {
      at++;
    }
    boolean legal = at(at) == '\'' && (at - start) % 2 == 0;
    while (at(at) != '\'' && at(at) != Characters.END) {
      at++;
    }
    return found(
        legal ? TokenKind.BLOB : TokenKind.ILLEGAL, at(at) == Characters.END ? at : at + 1);
  }

  /** Digits may have underscores among them, which are for the parser to judge. */
  private int behindNumber() {
    int at = start;
    if (at(at) == '0' && (at(at + 1) == 'x' || at(at + 1) == 'X') && isHexDigit(at(at + 2))) {
      at += 3;
      while (isHexDigit(at(at)) || at(at) == '_') {
        at++;
      }
    } else {
      at = behindSeparatedDigits(at);
      if (at(at) == '.') {
        at = behindSeparatedDigits(at + 1);
      }
      if (beginsExponent(at)) {
        at = behindSeparatedDigits(at + 2);
      }
    }
    int behind = behindName(at);
    return found(behind == at ? TokenKind.NUMBER : TokenKind.ILLEGAL, behind);
  }

  private int behindSeparatedDigits(int from) {
    int at = from;
    while (isDigit(at(at)) || at(at) == '_') {
      at++;
    }
    return at;
  }

  private boolean beginsExponent(int at) {
    if (at(at) != 'e' && at(at) != 'E') {
      return false;
    }
    int next = at(at + 1);
    return isDigit(next) || ((next == '+' || next == '-') && isDigit(at(at + 2)));
  }

  /** A name, which may have {@code ::} in it and a suffix in parentheses behind it. */
  private int behindVariable() {
    int at = start + 1;
    boolean named = false;
    while (true) {
      int one = at(at);
      if (isNamePart(one)) {
        named = true;
        at++;
      } else if (one == ':' && at(at + 1) == ':') {
        at += 2;
      } else if (one == '(' && named) {
        return behindSuffix(at + 1);
      } else {
        return found(named ? TokenKind.VARIABLE : TokenKind.ILLEGAL, at);
      }
    }
  }

  private int behindSuffix(int from) {
    int at = from;
    while (at(at) != ')') {
      if (at(at) == Characters.END || isSpace(at(at))) {
        return found(TokenKind.ILLEGAL, at);
      }
      at++;
    }
    return found(TokenKind.VARIABLE, at + 1);
  }

  private int behindName(int from) {
    int at = from;
    while (isNamePart(at(at))) {
      at++;
    }
    return at;
  }

  private int behindDigits(int from) {
    int at = from;
    while (isDigit(at(at))) {
      at++;
    }
    return at;
  }

  private static boolean isDigit(int one) {
    return one >= '0' && one <= '9';
  }

  private static boolean isHexDigit(int one) {
    return isDigit(one) || (one >= 'a' && one <= 'f') || (one >= 'A' && one <= 'F');
  }

  /** Every character beyond ASCII may be part of a name. */
  private static boolean isNamePart(int one) {
    return (one >= 'a' && one <= 'z')
        || (one >= 'A' && one <= 'Z')
        || isDigit(one)
        || one == '_'
        || one == '$'
        || one >= 0x80;
  }
}
