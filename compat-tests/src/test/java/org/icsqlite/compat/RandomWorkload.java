package org.icsqlite.compat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random steps in plain SQL that only depend on the seed, so that both sides can run the same.
 * Every statement works on any state that earlier steps, of this or another seed, can have left.
 */
final class RandomWorkload {
  /** How a step is to be run. */
  enum Kind {
    /** All statements in one transaction. */
    UPDATE,
    /** One transaction whose last statement breaks a constraint; rolled back. */
    REFUSED,
    /** One statement outside a transaction. */
    VACUUM
  }

  record Step(Kind kind, List<String> statements) {}

  /** Creates the tables where they do not exist. */
  static final List<String> TABLES =
      List.of(
          """
          CREATE TABLE IF NOT EXISTS doc(
            id INTEGER PRIMARY KEY, title TEXT NOT NULL UNIQUE, score REAL, body BLOB,
            size INTEGER AS (length(body)) STORED)\
          """,
          """
          CREATE TABLE IF NOT EXISTS pair(
            k TEXT COLLATE NOCASE, n INTEGER, v, PRIMARY KEY(k, n)) WITHOUT ROWID\
          """,
          "CREATE TABLE IF NOT EXISTS event(at INTEGER, doc INTEGER, note TEXT)",
          "CREATE INDEX IF NOT EXISTS event_at ON event(at DESC, note)",
          """
          CREATE TRIGGER IF NOT EXISTS doc_deleted AFTER DELETE ON doc BEGIN
            INSERT INTO event VALUES(-1, old.id, 'deleted ' || old.title);
          END\
          """);

  private static final String NUMBERS =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) ";
  private static final String NEXT_ID = "(SELECT coalesce(max(id), 0) FROM doc)";

  private final Random random;
  private int words;

  RandomWorkload(long seed) {
    random = new Random(seed);
  }

  /** The next step; never one of kind VACUUM. */
  Step next() {
    List<String> sql = new ArrayList<>();
    int choice = random.nextInt(100);
    if (choice < 30) {
      insertDocs(sql, 1 + random.nextInt(40), random.nextInt(400));
    } else if (choice < 45) {
      putPairs(sql);
    } else if (choice < 57) {
      change(sql);
    } else if (choice < 67) {
      delete(sql);
    } else if (choice < 73) {
      insertDocs(sql, 1 + random.nextInt(4), random.nextInt(200_000));
    } else if (choice < 79) {
      sql.add(
          NUMBERS.formatted(200 + random.nextInt(2_000))
              + "INSERT INTO event SELECT i * 7919 %% %d, i, %s || i FROM n"
                  .formatted(1 + random.nextInt(999), literal()));
    } else if (choice < 86) {
      changeSchema(sql);
    } else if (choice < 91) {
      insertDocs(sql, 5, 60_000 + random.nextInt(60_000));
      sql.add("DELETE FROM doc WHERE id > (SELECT max(id) FROM doc) - 4");
    } else if (choice < 96) {
      putPairs(sql);
      sql.add("SAVEPOINT here");
      insertDocs(sql, 30, 3_000);
      sql.add("DELETE FROM pair");
      sql.add("ROLLBACK TO here");
      sql.add("RELEASE here");
      change(sql);
    } else {
      insertDocs(sql, 10, 20_000);
      sql.add("INSERT INTO doc(title) SELECT title FROM doc ORDER BY id LIMIT 1");
      return new Step(Kind.REFUSED, sql);
    }
    return new Step(Kind.UPDATE, sql);
  }

  /** The next steps, with a VACUUM now and then. */
  List<Step> withVacuum(int steps) {
    List<Step> list = new ArrayList<>();
    for (int step = 0; step < steps; step++) {
      list.add(random.nextInt(20) == 0 ? new Step(Kind.VACUUM, List.of("VACUUM")) : next());
    }
    return list;
  }

  private void insertDocs(List<String> sql, int rows, int bytes) {
    String unit = "%08x".formatted(random.nextInt());
    sql.add(
        NUMBERS.formatted(rows)
            + """
              INSERT INTO doc(id, title, score, body)
              SELECT i + %1$s, %2$s || (i + %1$s), i * %3$s,
                CAST(substr(replace(printf('%%.*c', %4$d, 'x'), 'x', '%5$s'), 1, %6$d) AS BLOB)
              FROM n\
              """
                .formatted(
                    NEXT_ID,
                    literal(),
                    Double.toString(random.nextGaussian() * 1e6),
                    bytes / 8 + 1,
                    unit,
                    bytes));
  }

  private void putPairs(List<String> sql) {
    for (int pair = random.nextInt(8); pair >= 0; pair--) {
      String value =
          switch (random.nextInt(5)) {
            case 0 -> Long.toString(random.nextLong());
            case 1 -> Double.toString(random.nextDouble());
            case 2 -> "zeroblob(%d)".formatted(random.nextInt(40_000));
            case 3 -> "NULL";
            default -> literal();
          };
      sql.add(
          "INSERT INTO pair VALUES(%s, %d, %s) ON CONFLICT DO UPDATE SET v = excluded.v"
              .formatted(literal(), random.nextInt(5), value));
    }
  }

  private void change(List<String> sql) {
    int modulus = 2 + random.nextInt(20);
    sql.add(
        "UPDATE doc SET score = score * 0.5 + id, body = zeroblob(%d) WHERE id %% %d = %d"
            .formatted(random.nextInt(3_000), modulus, random.nextInt(modulus)));
    sql.add("UPDATE event SET note = upper(note) WHERE at %% %d = 0".formatted(modulus));
  }

  private void delete(List<String> sql) {
    int modulus = 3 + random.nextInt(12);
    sql.add("DELETE FROM doc WHERE id %% %d = 1".formatted(modulus));
    sql.add("DELETE FROM pair WHERE k > %s".formatted(literal()));
    sql.add("DELETE FROM event WHERE at > %d".formatted(random.nextInt(1_500)));
  }

  private void changeSchema(List<String> sql) {
    String table = "extra_" + random.nextInt(4);
    switch (random.nextInt(4)) {
      case 0 -> sql.add("DROP TABLE IF EXISTS " + table);
      case 1 -> {
        sql.add("DROP TABLE IF EXISTS " + table);
        sql.add("CREATE TABLE %s(a INTEGER PRIMARY KEY AUTOINCREMENT, b)".formatted(table));
        sql.add("INSERT INTO %s(b) SELECT title FROM doc LIMIT 100".formatted(table));
        sql.add("ALTER TABLE %s ADD COLUMN c TEXT DEFAULT %s".formatted(table, literal()));
        sql.add("ALTER TABLE %s RENAME COLUMN b TO d".formatted(table));
      }
      case 2 -> {
        sql.add("DROP INDEX IF EXISTS doc_score");
        sql.add("CREATE INDEX doc_score ON doc(score) WHERE score > 0");
      }
      default -> {
        sql.add("DROP VIEW IF EXISTS titles");
        sql.add(
            "CREATE VIEW titles AS SELECT title, size FROM doc WHERE size > %d"
                .formatted(random.nextInt(100)));
        sql.add("PRAGMA user_version = " + random.nextInt(1_000));
      }
    }
  }

  private String literal() {
    String[] syllables = {"ka", "Lo", "mi", "né", "日本", "ρ", "x''y", "🂡"};
    StringBuilder word = new StringBuilder("'");
    for (int length = random.nextInt(8); length >= 0; length--) {
      word.append(syllables[random.nextInt(syllables.length)]);
    }
    words++;
    return word.append(words).append(random.nextInt(1_000)).append(" '").toString();
  }
}
