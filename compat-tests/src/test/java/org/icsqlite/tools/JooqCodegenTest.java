package org.icsqlite.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringWriter;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.icsqlite.jdbc.IcSqliteDriver;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.SQLDialect;
import org.jooq.Table;
import org.jooq.UniqueKey;
import org.jooq.UpdatableRecord;
import org.jooq.codegen.GenerationTool;
import org.jooq.impl.DSL;
import org.jooq.meta.jaxb.Configuration;
import org.jooq.meta.jaxb.Database;
import org.jooq.meta.jaxb.Generator;
import org.jooq.meta.jaxb.Jdbc;
import org.jooq.meta.jaxb.Logging;
import org.jooq.meta.jaxb.Target;
import org.jooq.meta.sqlite.SQLiteDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** jOOQ's generator reads a schema over an icsqlite URL; what it writes is compiled and used. */
class JooqCodegenTest {

  @TempDir Path directory;
  @TempDir Path sources;
  @TempDir Path classes;

  @Test
  void theGeneratedClassesKnowTheSchemaAndWork() throws Exception {
    FileDatabase database = new FileDatabase(directory);
    database.run(
        "CREATE TABLE author(id INTEGER PRIMARY KEY AUTOINCREMENT,"
            + " full_name TEXT NOT NULL UNIQUE, born DATE, active BOOLEAN DEFAULT TRUE)",
        "CREATE TABLE \"Book\"(isbn TEXT PRIMARY KEY, author_id INTEGER NOT NULL REFERENCES author,"
            + " price NUMERIC(10, 2), words INTEGER GENERATED ALWAYS AS (length(isbn))) WITHOUT ROWID",
        "CREATE INDEX book_author ON \"Book\"(author_id)",
        "CREATE VIEW cheap AS SELECT isbn FROM \"Book\" WHERE price < 5");
    generate(database.url());
    compile();
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {classes.toUri().toURL()}, getClass().getClassLoader())) {
      Table<?> author = table(loader, "Author", "AUTHOR");
      Table<?> book = table(loader, "Book", "BOOK");
      assertEquals(
          List.of("id", "full_name", "born", "active"),
          Stream.of(author.fields()).map(Field::getName).toList());
      assertEquals(
          List.of(Integer.class, String.class, LocalDate.class, Boolean.class),
          Stream.of(author.fields()).map(Field::getType).toList());
      assertNotNull(author.getIdentity());
      UniqueKey<?> key = book.getPrimaryKey();
      assertEquals("isbn", key.getFields().get(0).getName());
      assertEquals(author.getName(), book.getReferences().get(0).getKey().getTable().getName());
      assertEquals(
          List.of("book_author"),
          book.getIndexes().stream().map(index -> index.getName()).toList());
      assertEquals(2, author.getKeys().size(), "the primary key and the unique constraint");
      assertEquals("cheap", table(loader, "Cheap", "CHEAP").getName());
      use(database, author);
    }
    database.assertClosed();
  }

  private static Table<?> table(ClassLoader loader, String type, String constant)
      throws ReflectiveOperationException {
    return (Table<?>) loader.loadClass("generated.tables." + type).getField(constant).get(null);
  }

  /** Stores a record through its generated setters and finds it again. */
  private static void use(FileDatabase database, Table<?> author) throws Exception {
    try (Connection connection = DriverManager.getConnection(database.url())) {
      DSLContext jooq = DSL.using(connection, SQLDialect.SQLITE);
      Record made = jooq.newRecord(author);
      Method setFullName = made.getClass().getMethod("setFullName", String.class);
      setFullName.invoke(made, "Ada");
      made.getClass()
          .getMethod("setBorn", LocalDate.class)
          .invoke(made, LocalDate.of(1815, 12, 10));
      assertEquals(1, ((UpdatableRecord<?>) made).store());
      assertEquals(1, made.getClass().getMethod("getId").invoke(made));
      Record found = jooq.fetchSingle(author);
      assertEquals(LocalDate.of(1815, 12, 10), found.get("born"));
      assertEquals(true, found.get("active"));
      setFullName.invoke(found, "Ada Lovelace");
      assertEquals(1, ((UpdatableRecord<?>) found).store());
    }
    assertEquals(List.of("Ada Lovelace"), database.column("SELECT full_name FROM author"));
  }

  private void generate(String url) throws Exception {
    GenerationTool.generate(
        new Configuration()
            .withLogging(Logging.WARN)
            .withJdbc(new Jdbc().withDriver(IcSqliteDriver.class.getName()).withUrl(url))
            .withGenerator(
                new Generator()
                    .withDatabase(new Database().withName(SQLiteDatabase.class.getName()))
                    .withTarget(
                        new Target()
                            .withPackageName("generated")
                            .withDirectory(sources.toString()))));
  }

  private void compile() throws Exception {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    assertNotNull(compiler, "a JDK runs the tests");
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
        Stream<Path> generated = Files.walk(sources)) {
      List<Path> java = generated.filter(file -> file.toString().endsWith(".java")).toList();
      assertTrue(java.size() > 5, java.toString());
      boolean compiled =
          compiler
              .getTask(
                  messages,
                  files,
                  null,
                  List.of("-proc:none", "-d", classes.toString()),
                  null,
                  files.getJavaFileObjectsFromPaths(java))
              .call();
      assertTrue(compiled, messages.toString());
    }
  }
}
