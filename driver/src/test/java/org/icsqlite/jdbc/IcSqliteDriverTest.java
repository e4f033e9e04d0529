package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.Arrays;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class IcSqliteDriverTest {

  private static DriverPropertyInfo info(String url, Properties properties, String key) {
    return Arrays.stream(new IcSqliteDriver().getPropertyInfo(url, properties))
        .filter(property -> property.name.equals(key))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void propertyInfoTellsWhatAConnectionWouldGet() {
    String url = "jdbc:icsqlite:a?memory_id=7&durability=relaxed&date_string_format=yyyy-MM-dd HH";
    Properties properties = new Properties();
    properties.setProperty("durability", "none");

    assertEquals("7", info(url, properties, "memory_id").value);
    assertEquals("none", info(url, properties, "durability").value);
    assertEquals("relaxed", info(url, null, "durability").value);
    assertEquals("yyyy-MM-dd HH", info(url, null, "date_string_format").value);
    assertEquals("5000", info(url, null, "busy_timeout").value);
    assertArrayEquals(
        new String[] {"full", "relaxed", "none"}, info(url, null, "durability").choices);
    assertNull(info(url, null, "memory_id").choices);
    for (DriverPropertyInfo property : new IcSqliteDriver().getPropertyInfo(url, null)) {
      assertNotNull(property.description, property.name);
    }
  }

  @Test
  void propertyInfoOfAUrlThatIsNotValidHasThePropertiesAndTheDefaults() {
    Properties properties = new Properties();
    properties.setProperty("memory_id", "8");

    assertEquals("8", info("jdbc:icsqlite:a?no_such_key=1", properties, "memory_id").value);
    assertEquals("120", info("jdbc:sqlite:a", new Properties(), "memory_id").value);
  }

  @Test
  void aUrlOfAnotherDriverIsLeftToIt() throws SQLException {
    IcSqliteDriver driver = new IcSqliteDriver();

    assertFalse(driver.acceptsURL("jdbc:sqlite:a"));
    assertNull(driver.connect("jdbc:sqlite:a", new Properties()));
    assertTrue(driver.acceptsURL("JDBC:icsqlite:a"));
  }

  @Test
  void aNullUrlIsAnSqlException() {
    IcSqliteDriver driver = new IcSqliteDriver();

    assertEquals(
        "08001",
        assertThrows(SQLNonTransientConnectionException.class, () -> driver.acceptsURL(null))
            .getSQLState());
    assertEquals(
        "08001",
        assertThrows(
                SQLNonTransientConnectionException.class,
                () -> driver.connect(null, new Properties()))
            .getSQLState());
  }
}
