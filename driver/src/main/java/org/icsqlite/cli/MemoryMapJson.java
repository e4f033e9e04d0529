package org.icsqlite.cli;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.icsqlite.image.Superblock;
import org.icsqlite.image.ZeroExtents;
import org.icsqlite.memory.StableMemory;

/** A memory map as one JSON object; what does not apply is null. */
final class MemoryMapJson {

  private static final Gson GSON =
      new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().serializeNulls().create();

  private MemoryMapJson() {}

  static String text(MemoryMap map) {
    JsonObject root = new JsonObject();
    root.addProperty("file", map.file().toString());
    root.addProperty("raw_bytes", map.bytes());
    root.addProperty("raw_pages", map.bytes() / StableMemory.PAGE_BYTES);
    root.addProperty("layout", map.layout());
    root.addProperty("note", map.note());
    root.add("error", failure(map.failure()));
    root.add("manager", map.manager() == null ? JsonNull.INSTANCE : manager(map.manager()));
    JsonArray databases = new JsonArray();
    map.databases().forEach(database -> databases.add(database(database)));
    root.add("databases", databases);
    return GSON.toJson(root);
  }

  private static JsonElement failure(Failure failure) {
    if (failure == null) {
      return JsonNull.INSTANCE;
    }
    JsonObject object = new JsonObject();
    object.addProperty("message", failure.message());
    object.addProperty("kind", failure.kind());
    object.addProperty("sql_state", failure.sqlState());
    return object;
  }

  private static JsonObject manager(MemoryMap.Manager manager) {
    JsonObject object = new JsonObject();
    object.addProperty("version", 1);
    object.addProperty("bucket_pages", manager.bucketPages());
    object.addProperty("allocated_buckets", manager.allocatedBuckets());
    JsonArray memories = new JsonArray();
    for (MemoryMap.Memory memory : manager.memories()) {
      JsonObject entry = new JsonObject();
      entry.addProperty("id", memory.id());
      entry.addProperty("pages", memory.pages());
      JsonArray buckets = new JsonArray();
      memory.buckets().forEach(range -> buckets.add(pair(range.first(), range.last())));
      entry.add("bucket_ranges", buckets);
      entry.addProperty("contents", memory.contents());
      memories.add(entry);
    }
    object.add("memories", memories);
    return object;
  }

  private static JsonArray pair(Number first, Number second) {
    JsonArray pair = new JsonArray();
    pair.add(first);
    pair.add(second);
    return pair;
  }

  private static JsonObject database(MemoryMap.Database database) {
    JsonObject object = new JsonObject();
    object.addProperty("memory_id", database.memoryId() < 0 ? null : database.memoryId());
    object.addProperty("layout", database.layout());
    object.add("error", failure(database.failure()));
    object.add("superblock", superblock(database.superblock()));
    Superblock block = database.superblock();
    object.addProperty("active_bytes", block == null ? null : SuperblockFields.activeBytes(block));
    object.addProperty("allocated_bytes", database.allocatedBytes());
    object.addProperty(
        "orphan_bytes",
        block == null ? null : SuperblockFields.orphanBytes(block, database.allocatedBytes()));
    object.add("sqlite", header(database.header()));
    object.add("tables", tables(database.tables()));
    return object;
  }

  private static JsonElement superblock(Superblock block) {
    if (block == null) {
      return JsonNull.INSTANCE;
    }
    JsonObject object = new JsonObject();
    for (Map.Entry<String, Object> field : SuperblockFields.of(block).entrySet()) {
      if (field.getValue() instanceof BigInteger number) {
        object.addProperty(field.getKey(), number);
      } else {
        object.addProperty(field.getKey(), field.getValue().toString());
      }
    }
    JsonArray flags = new JsonArray();
    SuperblockFields.flags(block).forEach(flags::add);
    object.add("flag_names", flags);
    ZeroExtents extents = block.zeroExtents();
    JsonArray ranges = new JsonArray();
    for (int i = 0; i < extents.count(); i++) {
      ranges.add(
          pair(
              SuperblockFields.unsigned(extents.start(i)),
              SuperblockFields.unsigned(extents.end(i))));
    }
    object.add("zero_extents", ranges);
    return object;
  }

  private static JsonElement header(SqliteHeader header) {
    if (header == null) {
      return JsonNull.INSTANCE;
    }
    JsonObject object = new JsonObject();
    object.addProperty("page_size", header.pageSize());
    object.addProperty("pages", header.pages());
    object.addProperty("free_pages", header.freePages());
    object.addProperty("change_counter", header.changeCounter());
    object.addProperty("encoding", header.encoding());
    object.addProperty("user_version", header.userVersion());
    object.addProperty("application_id", header.applicationId());
    object.addProperty("written_by", header.writer());
    return object;
  }

  private static JsonArray tables(List<MemoryMap.Table> tables) {
    JsonArray array = new JsonArray();
    for (MemoryMap.Table table : tables) {
      JsonObject object = new JsonObject();
      object.addProperty("name", table.name());
      object.addProperty("rows", table.rows());
      object.add("error", failure(table.failure()));
      array.add(object);
    }
    return array;
  }
}
