package org.icsqlite.metadata;

import java.sql.DatabaseMetaData;
import java.util.ArrayList;
import java.util.List;
import org.icsqlite.sql.AsciiCase;
import org.icsqlite.sql.SqlTokens;

/**
 * What only the text of a CREATE TABLE says: names of constraints, AUTOINCREMENT, DEFERRABLE. A
 * text that is not understood says nothing; what it says is to be compared with the pragmas, which
 * know the columns and keys.
 */
final class CreateTableText {

  /** A primary key or a unique constraint; the name is null when it has none. */
  record Key(String name, List<String> columns) {}

  /**
   * A foreign key.
   *
   * @param name its name, or null
   * @param columns the referencing columns
   * @param parent the referenced table
   * @param deferrability one of DatabaseMetaData's constants
   */
  record ForeignKey(String name, List<String> columns, String parent, int deferrability) {}

  private static final List<String> TABLE_CONSTRAINTS =
      List.of("CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN");
  private static final List<String> OTHER_COLUMN_CONSTRAINTS =
      List.of("NULL", "CHECK", "COLLATE", "GENERATED", "AS");

  private final SqlTokens tokens;
  private final List<Key> uniqueKeys = new ArrayList<>();
  private final List<ForeignKey> foreignKeys = new ArrayList<>();
  private Key primaryKey;
  private boolean autoIncrement;
  private String pendingName;

  private CreateTableText(String sql) {
    tokens = new SqlTokens(sql);
  }

  /** Reads a text; null, as tables of SQLite itself have it, says nothing. */
  static CreateTableText parse(String sql) {
    CreateTableText text = new CreateTableText(sql == null ? "" : sql);
    text.read();
    return text;
  }

  /** The name of the primary key over these columns, in this order, or null. */
  String primaryKeyName(List<String> columns) {
    return primaryKey != null && AsciiCase.same(primaryKey.columns(), columns)
        ? primaryKey.name()
        : null;
  }

  /** The name of a unique constraint over these columns, in any order, or null. */
  String uniqueName(List<String> columns) {
    for (Key key : uniqueKeys) {
      if (key.name() != null && AsciiCase.sameSet(key.columns(), columns)) {
        return key.name();
      }
    }
    return null;
  }

  /** In the order of the text. */
  List<ForeignKey> foreignKeys() {
    return List.copyOf(foreignKeys);
  }

  boolean autoIncrement() {
    return autoIncrement;
  }

  private void read() {
    if (!tokens.takeWord("CREATE")) {
      return;
    }
    if (!tokens.takeWord("TEMP")) {
      tokens.takeWord("TEMPORARY");
    }
    if (!tokens.takeWord("TABLE")) {
      return;
    }
    while (!tokens.atEnd() && !tokens.peek().isSymbol('(')) {
      tokens.take();
    }
    tokens.take();
    do {
      pendingName = null;
      if (isAt(TABLE_CONSTRAINTS)) {
        readTableConstraints();
      } else {
        readColumn();
      }
    } while (tokens.takeSymbol(','));
  }

  private boolean isAt(List<String> words) {
    return words.stream().anyMatch(tokens.peek()::isWord);
  }

  private void readColumn() {
    List<String> column = List.of(tokens.take().text());
    while (!tokens.atEndOfItem()) {
      if (tokens.takeWord("CONSTRAINT")) {
        pendingName = tokens.take().text();
      } else if (tokens.takeWord("PRIMARY")) {
        primaryKey = new Key(takeName(), column);
      } else if (tokens.takeWord("UNIQUE")) {
        uniqueKeys.add(new Key(takeName(), column));
      } else if (tokens.takeWord("REFERENCES")) {
        readReference(column);
      } else if (tokens.takeWord("AUTOINCREMENT")) {
        autoIncrement = true;
      } else if (tokens.takeWord("DEFAULT")) {
        takeName();
        readDefault();
      } else if (tokens.takeWord("ON")) {
        takeConflict();
      } else if (!readDeferrable()) {
        if (isAt(OTHER_COLUMN_CONSTRAINTS)) {
          pendingName = null;
        }
        tokens.takeGroup();
      }
    }
  }

  private void readDefault() {
    if (!tokens.takeSymbol('-')) {
      tokens.takeSymbol('+');
    }
    tokens.takeGroup();
  }

  private void takeConflict() {
    tokens.takeWord("CONFLICT");
    tokens.take();
  }

  private void readTableConstraints() {
    while (!tokens.atEndOfItem()) {
      if (tokens.takeWord("CONSTRAINT")) {
        pendingName = tokens.take().text();
      } else if (tokens.takeWord("PRIMARY")) {
        tokens.takeWord("KEY");
        primaryKey = new Key(takeName(), readColumns());
      } else if (tokens.takeWord("UNIQUE")) {
        uniqueKeys.add(new Key(takeName(), readColumns()));
      } else if (tokens.takeWord("FOREIGN")) {
        tokens.takeWord("KEY");
        List<String> columns = readColumns();
        if (tokens.takeWord("REFERENCES")) {
          readReference(columns);
        }
      } else if (tokens.takeWord("ON")) {
        takeConflict();
      } else if (!readDeferrable()) {
        if (tokens.takeWord("CHECK")) {
          pendingName = null;
        }
        tokens.takeGroup();
      }
    }
  }

  private String takeName() {
    String name = pendingName;
    pendingName = null;
    return name;
  }

  /** The first token of each item in parentheses. */
  private List<String> readColumns() {
    List<String> columns = new ArrayList<>();
    if (tokens.takeSymbol('(')) {
      do {
        columns.add(tokens.take().text());
        while (!tokens.atEndOfItem()) {
          autoIncrement |= tokens.peek().isWord("AUTOINCREMENT");
          tokens.takeGroup();
        }
      } while (tokens.takeSymbol(','));
      tokens.takeSymbol(')');
    }
    return columns;
  }

  private void readReference(List<String> columns) {
    String parent = tokens.take().text();
    if (tokens.peek().isSymbol('(')) {
      tokens.takeGroup();
    }
    foreignKeys.add(
        new ForeignKey(takeName(), columns, parent, DatabaseMetaData.importedKeyNotDeferrable));
    while (true) {
      if (tokens.takeWord("MATCH")) {
        tokens.take();
      } else if (tokens.takeWord("ON")) {
        tokens.take();
        if (!tokens.takeWord("SET")) {
          tokens.takeWord("NO");
        }
        tokens.take();
      } else if (!readDeferrable()) {
        return;
      }
    }
  }

  /** Reads {@code [NOT] DEFERRABLE [INITIALLY ...]} or one word NOT. */
  private boolean readDeferrable() {
    boolean not = tokens.takeWord("NOT");
    if (!tokens.takeWord("DEFERRABLE")) {
      if (not) {
        pendingName = null;
        tokens.takeWord("NULL");
      }
      return not;
    }
    boolean deferred = false;
    if (tokens.takeWord("INITIALLY")) {
      deferred = tokens.take().isWord("DEFERRED");
    }
    if (!foreignKeys.isEmpty()) {
      int last = foreignKeys.size() - 1;
      ForeignKey key = foreignKeys.get(last);
      foreignKeys.set(
          last,
          new ForeignKey(key.name(), key.columns(), key.parent(), deferrability(not, deferred)));
    }
    return true;
  }

  private static int deferrability(boolean not, boolean deferred) {
    if (not) {
      return DatabaseMetaData.importedKeyNotDeferrable;
    }
    return deferred
        ? DatabaseMetaData.importedKeyInitiallyDeferred
        : DatabaseMetaData.importedKeyInitiallyImmediate;
  }
}
