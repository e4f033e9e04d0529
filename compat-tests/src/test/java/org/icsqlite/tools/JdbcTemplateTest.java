package org.icsqlite.tools;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.icsqlite.jdbc.IcSqliteDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.DataClassRowMapper;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.namedparam.SqlParameterSourceUtils;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.SimpleJdbcInsert;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.jdbc.support.JdbcUtils;
import org.springframework.jdbc.support.KeyHolder;

/** Spring's templates over a file; each statement has a connection of its own. */
class JdbcTemplateTest {

  /** A row as a record, which Spring maps by the names of the columns. */
  record Item(long id, String label, BigDecimal price, LocalDate since, boolean active) {}

  @TempDir Path directory;
  private FileDatabase database;
  private JdbcTemplate template;
  private NamedParameterJdbcTemplate named;

  @BeforeEach
  void create() throws SQLException {
    database = new FileDatabase(directory);
    database.run(
        "CREATE TABLE item(id INTEGER PRIMARY KEY, label TEXT NOT NULL UNIQUE, price NUMERIC,"
            + " since DATE, active BOOLEAN NOT NULL DEFAULT TRUE)");
    template = new JdbcTemplate(new IcSqliteDataSource(database.url()));
    named = new NamedParameterJdbcTemplate(template);
  }

  @AfterEach
  void nothingIsLeftOpen() throws IOException {
    database.assertClosed();
  }

  @Test
  void updatesCountAndQueriesMapRows() {
    assertEquals(
        1,
        template.update(
            "INSERT INTO item(label, price, since) VALUES (?, ?, ?)",
            "a",
            new BigDecimal("2.50"),
            LocalDate.of(2024, 2, 29)));
    assertEquals(1, template.update("INSERT INTO item(label, active) VALUES (?, ?)", "b", false));
    List<Item> items =
        template.query("SELECT * FROM item ORDER BY id", new DataClassRowMapper<>(Item.class));
    assertEquals(2, items.size());
    assertEquals("a", items.get(0).label());
    assertEquals(0, new BigDecimal("2.5").compareTo(items.get(0).price()));
    assertEquals(LocalDate.of(2024, 2, 29), items.get(0).since());
    assertTrue(items.get(0).active());
    assertEquals(new Item(2, "b", null, null, false), items.get(1));
    assertEquals(2, template.queryForObject("SELECT count(*) FROM item", Integer.class));
    Map<String, Object> row = template.queryForMap("SELECT id, label FROM item WHERE id = 2");
    assertEquals("b", row.get("LABEL"), "the map does not mind the case");
    assertEquals(2, ((Number) row.get("id")).intValue());
  }

  @Test
  void javaTimeUuidAndBytesGoThroughBothWays() {
    UUID uuid = UUID.fromString("00000000-0000-4000-8000-00000000002a");
    LocalDateTime at = LocalDateTime.of(2024, 2, 29, 1, 2, 3, 456_000_000);
    template.execute("CREATE TABLE typed(u, at, x)");
    template.update("INSERT INTO typed VALUES (?, ?, ?)", uuid, at, new byte[] {0, -1});
    assertEquals(uuid, template.queryForObject("SELECT u FROM typed", UUID.class));
    assertEquals(at, template.queryForObject("SELECT at FROM typed", LocalDateTime.class));
    assertArrayEquals(
        new byte[] {0, -1}, template.queryForObject("SELECT x FROM typed", byte[].class));
  }

  @Test
  void aBatchCountsEachRow() {
    int[][] counts =
        template.batchUpdate(
            "INSERT INTO item(label) VALUES (?)",
            List.of("a", "b", "c", "d", "e"),
            2,
            (statement, label) -> statement.setString(1, label));
    assertArrayEquals(new int[][] {{1, 1}, {1, 1}, {1}}, counts);
    assertArrayEquals(
        new int[] {5, 1, 0},
        template.batchUpdate(
            "UPDATE item SET active = FALSE",
            "DELETE FROM item WHERE label = 'a'",
            "DELETE FROM item WHERE label = 'a'"));
  }

  @Test
  void namedParametersTakeListsAndBatches() {
    int[] counts =
        named.batchUpdate(
            "INSERT INTO item(label, price) VALUES (:label, :price)",
            SqlParameterSourceUtils.createBatch(
                List.of(
                    Map.of("label", "a", "price", 1),
                    Map.of("label", "b", "price", 2),
                    Map.of("label", "c", "price", 3))));
    assertArrayEquals(new int[] {1, 1, 1}, counts);
    assertEquals(
        List.of("a", "c"),
        named.queryForList(
            "SELECT label FROM item WHERE label IN (:labels) ORDER BY label",
            Map.of("labels", List.of("a", "c", "z")),
            String.class));
  }

  @Test
  void keyHoldersGetTheKeysOfOneAndOfManyRows() {
    KeyHolder one = new GeneratedKeyHolder();
    template.update(
        connection -> {
          PreparedStatement insert =
              connection.prepareStatement(
                  "INSERT INTO item(label) VALUES ('a')", Statement.RETURN_GENERATED_KEYS);
          return insert;
        },
        one);
    assertEquals(1, one.getKey().intValue());
    KeyHolder byName = new GeneratedKeyHolder();
    named.update(
        "INSERT INTO item(label, price) VALUES (:label, 2)",
        new MapSqlParameterSource("label", "b"),
        byName,
        new String[] {"id", "price"});
    assertEquals(2, ((Number) byName.getKeys().get("id")).intValue());
    assertEquals(2, ((Number) byName.getKeys().get("price")).intValue());
    KeyHolder many = new GeneratedKeyHolder();
    template.update(
        connection ->
            connection.prepareStatement(
                "INSERT INTO item(label) VALUES ('c'), ('d'), ('e')", new String[] {"id"}),
        many);
    assertEquals(
        List.of(3, 4, 5),
        many.getKeyList().stream().map(key -> ((Number) key.get("id")).intValue()).toList());
    KeyHolder batch = new GeneratedKeyHolder();
    template.batchUpdate(
        connection ->
            connection.prepareStatement(
                "INSERT INTO item(label) VALUES (?)", Statement.RETURN_GENERATED_KEYS),
        new org.springframework.jdbc.core.BatchPreparedStatementSetter() {
          @Override
          public void setValues(PreparedStatement statement, int i) throws SQLException {
            statement.setString(1, "batch " + i);
          }

          @Override
          public int getBatchSize() {
            return 3;
          }
        },
        batch);
    assertEquals(
        List.of(6, 7, 8),
        batch.getKeyList().stream()
            .map(key -> ((Number) key.values().iterator().next()).intValue())
            .toList());
  }

  @Test
  void simpleJdbcInsertFindsTheColumnsByItself() {
    SimpleJdbcInsert insert =
        new SimpleJdbcInsert(template).withTableName("item").usingGeneratedKeyColumns("id");
    Number key =
        insert.executeAndReturnKey(
            Map.of("label", "a", "price", new BigDecimal("1.5"), "active", true));
    assertEquals(1, key.intValue());
    assertEquals(
        1.5, template.queryForObject("SELECT price FROM item WHERE id = ?", Double.class, key));
    assertEquals(
        2,
        new SimpleJdbcInsert(template)
            .withTableName("item")
            .usingColumns("label")
            .usingGeneratedKeyColumns("id")
            .executeAndReturnKey(Map.of("label", "b"))
            .intValue());
  }

  @Test
  void aStreamOfRowsIsReadAsItGoes() {
    template.execute(
        "INSERT INTO item(label) WITH RECURSIVE i(v) AS"
            + " (SELECT 1 UNION ALL SELECT v + 1 FROM i WHERE v < 3000) SELECT v FROM i");
    template.setFetchSize(100);
    try (Stream<Long> ids =
        template.queryForStream("SELECT id FROM item ORDER BY id", (row, n) -> row.getLong(1))) {
      assertEquals(5050, ids.limit(100).mapToLong(Long::longValue).sum());
    }
    AtomicInteger rows = new AtomicInteger();
    template.query(
        "SELECT id FROM item",
        row -> {
          rows.incrementAndGet();
        });
    assertEquals(3000, rows.get());
    template.setMaxRows(7);
    assertEquals(7, template.queryForList("SELECT id FROM item").size());
  }

  @Test
  void jdbcClientBindsAndReturns() {
    JdbcClient client = JdbcClient.create(template);
    KeyHolder key = new GeneratedKeyHolder();
    assertEquals(
        1,
        client
            .sql("INSERT INTO item(label, since) VALUES (:label, :since)")
            .param("label", "a")
            .param("since", LocalDate.EPOCH)
            .update(key));
    assertEquals(1, key.getKey().intValue());
    Item item = client.sql("SELECT * FROM item WHERE id = ?").param(1).query(Item.class).single();
    assertEquals(LocalDate.EPOCH, item.since());
    assertEquals(
        List.of("a"), client.sql("DELETE FROM item RETURNING label").query(String.class).list());
    assertEquals(0, template.queryForObject("SELECT count(*) FROM item", Integer.class));
  }

  @Test
  void springRecognisesTheProduct() throws Exception {
    assertEquals(
        "SQLite",
        JdbcUtils.extractDatabaseMetaData(
            template.getDataSource(), metaData -> metaData.getDatabaseProductName()));
  }
}
