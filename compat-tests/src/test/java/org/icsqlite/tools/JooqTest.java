package org.icsqlite.tools;

import static org.jooq.impl.DSL.count;
import static org.jooq.impl.DSL.excluded;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.sum;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLTimeoutException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.icsqlite.jdbc.IcSqliteDataSource;
import org.jooq.Cursor;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Identity;
import org.jooq.Record;
import org.jooq.Record1;
import org.jooq.Result;
import org.jooq.SQLDialect;
import org.jooq.TableField;
import org.jooq.UniqueKey;
import org.jooq.exception.DataAccessException;
import org.jooq.exception.IntegrityConstraintViolationException;
import org.jooq.exception.SQLStateClass;
import org.jooq.impl.DSL;
import org.jooq.impl.Internal;
import org.jooq.impl.SQLDataType;
import org.jooq.impl.TableImpl;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** jOOQ over a file, with tables as its generator writes them. */
class JooqTest {

  private static final class Author extends TableImpl<Record> {
    static final Author AUTHOR = new Author();

    final TableField<Record, Long> id =
        createField(name("id"), SQLDataType.BIGINT.nullable(false).identity(true), this);
    final TableField<Record, String> fullName =
        createField(name("full_name"), SQLDataType.CLOB.nullable(false), this);
    final TableField<Record, LocalDate> born =
        createField(name("born"), SQLDataType.LOCALDATE, this);

    private Author() {
      super(name("author"));
    }

    @Override
    public Identity<Record, Long> getIdentity() {
      return Internal.createIdentity(this, id);
    }

    @Override
    public UniqueKey<Record> getPrimaryKey() {
      return Internal.createUniqueKey(this, name("pk_author"), id);
    }
  }

  private static final class Book extends TableImpl<Record> {
    static final Book BOOK = new Book();

    final TableField<Record, Long> id =
        createField(name("id"), SQLDataType.BIGINT.nullable(false).identity(true), this);
    final TableField<Record, Long> authorId =
        createField(name("author_id"), SQLDataType.BIGINT.nullable(false), this);
    final TableField<Record, String> title =
        createField(name("title"), SQLDataType.CLOB.nullable(false), this);
    final TableField<Record, BigDecimal> price =
        createField(name("price"), SQLDataType.NUMERIC, this);

    private Book() {
      super(name("book"));
    }
  }

  private static final Author AUTHOR = Author.AUTHOR;
  private static final Book BOOK = Book.BOOK;

  @TempDir Path directory;
  private FileDatabase database;
  private Connection connection;
  private DSLContext jooq;

  @BeforeEach
  void open() throws SQLException {
    database = new FileDatabase(directory);
    connection = DriverManager.getConnection(database.url());
    jooq = DSL.using(connection, SQLDialect.SQLITE);
    jooq.execute(
        "CREATE TABLE author(id INTEGER PRIMARY KEY, full_name TEXT NOT NULL UNIQUE, born DATE)");
    jooq.execute(
        "CREATE TABLE book(id INTEGER PRIMARY KEY, author_id INTEGER NOT NULL REFERENCES author,"
            + " title TEXT NOT NULL, price NUMERIC CHECK (price >= 0))");
  }

  @AfterEach
  void close() throws SQLException, IOException {
    connection.close();
    database.assertClosed();
  }

  private long author(String fullName) {
    return jooq.insertInto(AUTHOR)
        .set(AUTHOR.fullName, fullName)
        .returning(AUTHOR.id)
        .fetchSingle(AUTHOR.id);
  }

  @Test
  void typedQueriesJoinGroupAndConvert() {
    long le = author("Ursula K. Le Guin");
    long lem = author("Stanisław Lem");
    jooq.update(AUTHOR)
        .set(AUTHOR.born, LocalDate.of(1921, 9, 12))
        .where(AUTHOR.id.eq(lem))
        .execute();
    int inserted =
        jooq.insertInto(BOOK, BOOK.authorId, BOOK.title, BOOK.price)
            .values(le, "The Dispossessed", new BigDecimal("12.50"))
            .values(lem, "Solaris", new BigDecimal("9.25"))
            .values(lem, "Fiasco", null)
            .execute();
    assertEquals(3, inserted);
    Result<? extends Record> rows =
        jooq.select(AUTHOR.fullName, AUTHOR.born, count(), sum(BOOK.price).as("total"))
            .from(AUTHOR)
            .join(BOOK)
            .on(BOOK.authorId.eq(AUTHOR.id))
            .groupBy(AUTHOR.id)
            .orderBy(AUTHOR.fullName)
            .fetch();
    assertEquals(List.of("Stanisław Lem", "Ursula K. Le Guin"), rows.getValues(AUTHOR.fullName));
    assertEquals(LocalDate.of(1921, 9, 12), rows.get(0).get(AUTHOR.born));
    assertEquals(2, rows.get(0).get(count()));
    assertEquals(0, new BigDecimal("9.25").compareTo(rows.get(0).get("total", BigDecimal.class)));
    assertEquals(
        Map.of(le, 1, lem, 2),
        jooq.select(BOOK.authorId, count())
            .from(BOOK)
            .groupBy(BOOK.authorId)
            .fetchMap(BOOK.authorId, count()));
  }

  @Test
  void everyTypeComesBackAsItWasStored() {
    Map<Field<?>, Object> values =
        Map.of(
            DSL.field(name("d"), SQLDataType.LOCALDATE), LocalDate.of(2024, 2, 29),
            DSL.field(name("t"), SQLDataType.LOCALTIME), LocalTime.of(23, 59, 1),
            DSL.field(name("dt"), SQLDataType.LOCALDATETIME),
                LocalDateTime.of(2024, 2, 29, 1, 2, 3, 456_000_000),
            DSL.field(name("o"), SQLDataType.OFFSETDATETIME),
                OffsetDateTime.of(2024, 2, 29, 1, 2, 3, 0, ZoneOffset.ofHours(5)),
            DSL.field(name("u"), SQLDataType.UUID),
                UUID.fromString("00000000-0000-4000-8000-00000000002a"),
            DSL.field(name("b"), SQLDataType.BOOLEAN), true,
            DSL.field(name("n"), SQLDataType.DECIMAL(30, 3)), new BigDecimal("1234567.125"),
            DSL.field(name("l"), SQLDataType.BIGINT), Long.MIN_VALUE,
            DSL.field(name("r"), SQLDataType.DOUBLE), 0.1);
    Field<byte[]> blob = DSL.field(name("x"), SQLDataType.BLOB);
    jooq.execute("CREATE TABLE typed(d, t, dt, o, u, b, n, l, r, x)");
    jooq.insertInto(DSL.table(name("typed")))
        .set(values)
        .set(blob, new byte[] {0, 1, -1})
        .execute();
    List<Field<?>> fields = new ArrayList<>(values.keySet());
    fields.add(blob);
    Record row = jooq.select(fields).from(DSL.table(name("typed"))).fetchSingle();
    values.forEach((field, value) -> assertEquals(value, row.get(field), field.getName()));
    assertArrayEquals(new byte[] {0, 1, -1}, row.get(blob));
  }

  /** jOOQ asks SQLite for the last rowid where others have RETURNING, so it sees one row. */
  @Test
  void insertsReturnTheirKeys() {
    assertEquals(1, author("a"));
    assertEquals(2, author("b"));
    Record stored =
        jooq.insertInto(AUTHOR)
            .set(AUTHOR.fullName, "c")
            .set(AUTHOR.born, LocalDate.EPOCH)
            .returning()
            .fetchSingle();
    assertEquals(3, stored.get(AUTHOR.id));
    assertEquals(LocalDate.EPOCH, stored.get(AUTHOR.born));
  }

  @Test
  void returningGivesAllRowsOfTheStatement() {
    Result<Record> inserted =
        jooq.fetch(
            "INSERT INTO author(full_name) VALUES (?), (?), (?) RETURNING id", "a", "b", "c");
    assertEquals(List.of(1, 2, 3), inserted.getValues("id"));
    int merged =
        jooq.insertInto(AUTHOR, AUTHOR.fullName, AUTHOR.born)
            .values("b", LocalDate.EPOCH)
            .onConflict(AUTHOR.fullName)
            .doUpdate()
            .set(AUTHOR.born, excluded(AUTHOR.born))
            .execute();
    assertEquals(1, merged);
    assertEquals(
        List.of("a", "c"),
        jooq.fetch("DELETE FROM author WHERE born IS NULL RETURNING full_name")
            .getValues(AUTHOR.fullName));
    assertEquals(2L, jooq.fetchSingle(AUTHOR, AUTHOR.born.eq(LocalDate.EPOCH)).get(AUTHOR.id));
  }

  @Test
  void batchesCountTheirRows() {
    int[] counts =
        jooq.batch(jooq.insertInto(AUTHOR, AUTHOR.fullName).values((String) null))
            .bind("a")
            .bind("b")
            .bind("c")
            .execute();
    assertArrayEquals(new int[] {1, 1, 1}, counts);
    int[] mixed =
        jooq.batch(
                jooq.update(AUTHOR).set(AUTHOR.born, LocalDate.EPOCH),
                jooq.deleteFrom(AUTHOR).where(AUTHOR.fullName.eq("b")),
                jooq.deleteFrom(AUTHOR).where(AUTHOR.fullName.eq("nobody")))
            .execute();
    assertArrayEquals(new int[] {3, 1, 0}, mixed);
    DataAccessException failed =
        assertThrows(
            DataAccessException.class,
            () ->
                jooq.batch(jooq.insertInto(AUTHOR, AUTHOR.fullName).values((String) null))
                    .bind("d")
                    .bind("a")
                    .execute());
    assertEquals(SQLStateClass.C23_INTEGRITY_CONSTRAINT_VIOLATION, failed.sqlStateClass());
    assertEquals("23505", failed.sqlState());
  }

  @Test
  void nestedTransactionsAreSavepoints() {
    jooq.transaction(
        outer -> {
          outer.dsl().insertInto(AUTHOR).set(AUTHOR.fullName, "kept").execute();
          assertThrows(
              IllegalStateException.class,
              () ->
                  outer
                      .dsl()
                      .transaction(
                          inner -> {
                            inner.dsl().insertInto(AUTHOR).set(AUTHOR.fullName, "undone").execute();
                            assertEquals(2, inner.dsl().fetchCount(AUTHOR));
                            throw new IllegalStateException("inner");
                          }));
          outer
              .dsl()
              .transaction(
                  inner -> inner.dsl().insertInto(AUTHOR).set(AUTHOR.fullName, "too").execute());
          assertEquals(2, outer.dsl().fetchCount(AUTHOR));
        });
    assertEquals(
        List.of("kept", "too"),
        jooq.select(AUTHOR.fullName).from(AUTHOR).orderBy(AUTHOR.id).fetch(AUTHOR.fullName));
    assertThrows(
        IllegalStateException.class,
        () ->
            jooq.transaction(
                outer -> {
                  outer.dsl().deleteFrom(AUTHOR).execute();
                  throw new IllegalStateException("outer");
                }));
    assertEquals(2, jooq.fetchCount(AUTHOR));
  }

  @Test
  void aLazyCursorReadsWhileTheTransactionWrites() {
    jooq.execute(
        "WITH RECURSIVE i(v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM i WHERE v < 5000)"
            + " INSERT INTO author SELECT v, 'name ' || v, NULL FROM i");
    jooq.transaction(
        configuration -> {
          int seen = 0;
          try (Cursor<Record1<Long>> cursor =
              configuration
                  .dsl()
                  .select(AUTHOR.id)
                  .from(AUTHOR)
                  .orderBy(AUTHOR.id)
                  .fetchSize(100)
                  .fetchLazy()) {
            while (cursor.hasNext()) {
              long id = cursor.fetchNext().value1();
              assertEquals(++seen, id);
              if (id % 1000 == 0) {
                configuration
                    .dsl()
                    .insertInto(BOOK, BOOK.authorId, BOOK.title)
                    .values(id, "book " + id)
                    .execute();
              }
            }
          }
          assertEquals(5000, seen);
        });
    assertEquals(5, jooq.fetchCount(BOOK, BOOK.id.gt(0L)));
  }

  @Test
  void exceptionsCarryTheirSqlStateClass() {
    author("a");
    IntegrityConstraintViolationException twice =
        assertThrows(IntegrityConstraintViolationException.class, () -> author("a"));
    assertEquals(SQLStateClass.C23_INTEGRITY_CONSTRAINT_VIOLATION, twice.sqlStateClass());
    assertEquals("23505", twice.sqlState());
    assertNotNull(twice.getCause(SQLIntegrityConstraintViolationException.class));
    assertState("23503", () -> insertBook(99, "orphan", BigDecimal.ONE));
    assertState("23514", () -> insertBook(1, "cheap", new BigDecimal("-1")));
    assertState("23502", () -> jooq.update(AUTHOR).set(AUTHOR.fullName, (String) null).execute());
    DataAccessException wrong =
        assertThrows(DataAccessException.class, () -> jooq.fetch("SELECT FROM book"));
    assertEquals(SQLStateClass.C42_SYNTAX_ERROR_OR_ACCESS_RULE_VIOLATION, wrong.sqlStateClass());
    assertState("42S02", () -> jooq.fetch("SELECT * FROM nowhere"));
    assertState("42S22", () -> jooq.fetch("SELECT nowhere FROM book"));
  }

  private int insertBook(long author, String title, BigDecimal price) {
    return jooq.insertInto(BOOK, BOOK.authorId, BOOK.title, BOOK.price)
        .values(author, title, price)
        .execute();
  }

  private static void assertState(String state, Executable statement) {
    assertEquals(state, assertThrows(DataAccessException.class, statement).sqlState());
  }

  @Test
  void aStaleSnapshotIsATransactionRollback() throws SQLException {
    author("a");
    DataAccessException stale =
        assertThrows(
            DataAccessException.class,
            () ->
                jooq.transaction(
                    configuration -> {
                      assertEquals(1, configuration.dsl().fetchCount(AUTHOR));
                      database.run("INSERT INTO author(full_name) VALUES ('b')");
                      configuration.dsl().deleteFrom(AUTHOR).execute();
                    }));
    assertEquals(SQLStateClass.C40_TRANSACTION_ROLLBACK, stale.sqlStateClass());
    assertEquals(2, jooq.fetchCount(AUTHOR));
  }

  @Test
  void aQueryTimeoutEndsTheQuery() {
    DataAccessException slow =
        assertThrows(
            DataAccessException.class,
            () ->
                jooq.resultQuery(
                        "WITH RECURSIVE i(v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM i)"
                            + " SELECT count(*) FROM i")
                    .queryTimeout(1)
                    .fetch());
    assertNotNull(slow.getCause(SQLTimeoutException.class));
    assertEquals(0, jooq.fetchCount(AUTHOR), "the next query runs");
  }

  @Test
  void aDataSourceServesEachStatementWithAConnection() {
    DSLContext pooled = DSL.using(new IcSqliteDataSource(database.url()), SQLDialect.SQLITE);
    pooled.transaction(
        configuration ->
            configuration.dsl().insertInto(AUTHOR).set(AUTHOR.fullName, "a").execute());
    assertEquals("a", pooled.select(AUTHOR.fullName).from(AUTHOR).fetchSingle(AUTHOR.fullName));
  }

  @Test
  void theMetadataDescribesTheTables() {
    List<String> tables = jooq.meta().getTables().stream().map(table -> table.getName()).toList();
    assertTrue(tables.containsAll(List.of("author", "book")), tables.toString());
    assertEquals(
        List.of("author"),
        jooq.meta().getTables("book").get(0).getReferences().stream()
            .map(key -> key.getKey().getTable().getName())
            .toList());
    assertEquals(
        List.of("id"),
        jooq.meta().getTables("book").get(0).getPrimaryKey().getFields().stream()
            .map(Field::getName)
            .toList());
  }
}
