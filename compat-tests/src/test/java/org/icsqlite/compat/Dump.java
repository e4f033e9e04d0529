package org.icsqlite.compat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;

/** Everything in a database as the crate reads it; the schema is the columns of sqlite_schema. */
record Dump(
    long databaseSize,
    long imageChecksum,
    String integrityCheck,
    List<List<Cell>> schema,
    List<Table> tables) {

  /** The query that gives {@link #schema}. */
  static final String SCHEMA_SQL =
      "SELECT type, name, tbl_name, rootpage, sql FROM sqlite_schema ORDER BY rowid";

  /** A table with the query that gave its rows in a fixed order. */
  record Table(String name, String sql, List<List<Cell>> rows) {}

  /** Reads the peer's answer to its dump command. */
  static Dump parse(JsonObject json) {
    List<Table> tables = new ArrayList<>();
    for (JsonElement element : json.getAsJsonArray("tables")) {
      JsonObject table = element.getAsJsonObject();
      tables.add(
          new Table(
              table.get("name").getAsString(),
              table.get("sql").getAsString(),
              Fixtures.rows(table.getAsJsonArray("rows"))));
    }
    return new Dump(
        json.get("db_size").getAsLong(),
        Long.parseUnsignedLong(json.get("image_checksum").getAsString()),
        json.get("integrity_check").getAsString(),
        Fixtures.rows(json.getAsJsonArray("schema")),
        tables);
  }
}
