package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import org.icsqlite.memory.Durability;
import org.junit.jupiter.api.Test;

class IcSqliteDataSourceTest {

  @Test
  void gettersAnswerWhatTheUrlSays() {
    IcSqliteDataSource source =
        new IcSqliteDataSource(
            "jdbc:icsqlite:a?mode=query&memory_id=3&create=false&bucket_pages=4"
                + "&max_stable_pages=5&busy_timeout=6&cache_size_kib=7"
                + "&durability=relaxed&max_snapshot_bytes=8&redo_log_bytes=65537");
    assertEquals(Mode.QUERY, source.getMode());
    assertTrue(source.isReadOnly());
    assertEquals(3, source.getMemoryId());
    assertFalse(source.isCreate());
    assertEquals(4, source.getBucketPages());
    assertEquals(5, source.getMaxStablePages());
    assertEquals(6, source.getBusyTimeout());
    assertEquals(7, source.getCacheSizeKib());
    assertEquals(Durability.RELAXED, source.getDurability());
    assertEquals(8, source.getMaxSnapshotBytes());
    assertEquals(65_537, source.getRedoLogBytes());
  }

  @Test
  void durabilityDependsOnTheUrlUnlessSet() {
    IcSqliteDataSource source = new IcSqliteDataSource();
    assertEquals(Durability.FULL, source.getDurability(), "without a url");
    assertEquals(67_108_864, source.getMaxSnapshotBytes());
    assertEquals(4_194_304, source.getRedoLogBytes());
    source.setUrl("jdbc:icsqlite:a");
    assertEquals(Durability.FULL, source.getDurability());
    source.setUrl("jdbc:icsqlite:mem:a");
    assertEquals(Durability.NONE, source.getDurability());
    source.setDurability(Durability.RELAXED);
    assertEquals(Durability.RELAXED, source.getDurability(), "as set, though it cannot be opened");
    SQLException refused = assertThrows(SQLException.class, source::getConnection);
    assertEquals("08001", refused.getSQLState());
    assertTrue(refused.getMessage().contains("durability=relaxed"), refused.getMessage());
    source.setDurability(null);
    assertEquals(Durability.NONE, source.getDurability());
    source.setProperty("durability", "nonsense");
    assertEquals(Durability.FULL, source.getDurability());
    source.setProperty("durability", null);
    source.setMaxSnapshotBytes(1L << 40);
    source.setRedoLogBytes(1L << 41);
    assertEquals(1L << 40, source.getMaxSnapshotBytes());
    assertEquals(1L << 41, source.getRedoLogBytes());
  }

  @Test
  void settingReadOnlyToWhatItIsChangesNothing() {
    IcSqliteDataSource source = new IcSqliteDataSource("jdbc:icsqlite:a?mode=query");
    source.setReadOnly(source.isReadOnly());
    assertEquals(Mode.QUERY, source.getMode());
  }

  @Test
  void aSetterWinsOverTheUrlAndOverThePropertyInOtherLetters() {
    IcSqliteDataSource source = new IcSqliteDataSource("jdbc:icsqlite:a?memory_id=3");
    source.setProperty("Memory_ID", "4");
    assertEquals(4, source.getMemoryId());
    source.setMemoryId(5);
    assertEquals(5, source.getMemoryId());
    assertEquals(1, source.getProperties().size());
    source.setProperty("MEMORY_ID", null);
    assertEquals(3, source.getMemoryId());
  }

  @Test
  void anInvalidUrlLeavesThePropertyAndThenTheDefault() {
    IcSqliteDataSource source = new IcSqliteDataSource("jdbc:icsqlite:a?memory_id=3&nonsense=1");
    assertEquals(120, source.getMemoryId());
    source.setMemoryId(5);
    assertEquals(5, source.getMemoryId());
    source.setProperty("memory_id", "five");
    assertEquals(120, source.getMemoryId());
    source.setUrl(null);
    source.setMode(Mode.QUERY);
    assertEquals(Mode.QUERY, source.getMode());
    assertEquals(120, source.getMemoryId());
  }

  @Test
  void defaultsInsideThePropertiesCount() throws SQLException {
    Properties defaults = new Properties();
    defaults.setProperty("memory_id", "9");
    defaults.setProperty("bucket_pages", "2");
    Properties properties = new Properties(defaults);
    properties.put("bucket_pages", 3);
    IcSqliteDataSource source = new IcSqliteDataSource(Urls.fresh());
    source.setProperty("cache_size_kib", "5");
    source.setProperties(properties);
    assertEquals(9, source.getMemoryId());
    assertEquals(3, source.getBucketPages());
    assertEquals(32768, source.getCacheSizeKib(), "what was set before is gone");
    assertEquals("9", source.getProperties().getProperty("memory_id"));
    try (Connection connection = source.getConnection()) {
      assertFalse(connection.isReadOnly());
    }
  }

  @Test
  void aValueThatSqliteJdbcCannotReadIsAnSqlException() {
    for (String key : new String[] {"transaction_mode", "date_class", "date_string_format"}) {
      IcSqliteDataSource source = new IcSqliteDataSource(Urls.fresh());
      source.setProperty(key, "foo");
      SQLException refused = assertThrows(SQLException.class, source::getConnection);
      assertEquals("08001", refused.getSQLState());
      assertTrue(refused.getMessage().contains(key + "=foo"), refused.getMessage());
    }
  }
}
