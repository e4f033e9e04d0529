package org.icsqlite.tools;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.migration.Context;
import org.flywaydb.core.api.migration.JavaMigration;

/** Version 7 of the shop, in Java: gives each customer a city. */
final class FlywayCities implements JavaMigration {

  @Override
  public MigrationVersion getVersion() {
    return MigrationVersion.fromVersion("7");
  }

  @Override
  public String getDescription() {
    return "cities";
  }

  @Override
  public Integer getChecksum() {
    return 77;
  }

  @Override
  public boolean canExecuteInTransaction() {
    return true;
  }

  @Override
  public void migrate(Context context) throws SQLException {
    Map<Long, String> cities = new LinkedHashMap<>();
    try (Statement statement = context.getConnection().createStatement();
        var rows = statement.executeQuery("SELECT id, name FROM customer ORDER BY id")) {
      while (rows.next()) {
        cities.put(rows.getLong(1), rows.getString(2).length() > 4 ? "Zürich" : "Bern");
      }
    }
    try (PreparedStatement update =
        context.getConnection().prepareStatement("UPDATE customer SET city = ? WHERE id = ?")) {
      for (Map.Entry<Long, String> city : cities.entrySet()) {
        update.setString(1, city.getValue());
        update.setLong(2, city.getKey());
        update.addBatch();
      }
      update.executeBatch();
    }
  }
}
