package org.icsqlite.cli;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.icsqlite.image.Superblock;

/** The fields of a superblock by name, and what follows from them. */
final class SuperblockFields {

  private SuperblockFields() {}

  /** In the order of the bytes; a checksum is hexadecimal text, everything else a BigInteger. */
  static Map<String, Object> of(Superblock block) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("version", BigInteger.valueOf(Superblock.VERSION));
    fields.put("sqlite_page_size", unsigned(Integer.toUnsignedLong(block.sqlitePageSize())));
    fields.put("db_size", unsigned(block.databaseSize()));
    fields.put("schema_version", unsigned(block.schemaVersion()));
    fields.put("last_tx_id", unsigned(block.lastTransactionId()));
    fields.put("flags", unsigned(block.flags()));
    fields.put("checksum", hex(block.checksum()));
    fields.put("import_expected_checksum", hex(block.importExpectedChecksum()));
    fields.put("import_written_until", unsigned(block.importWrittenUntil()));
    fields.put("import_total_size", unsigned(block.importTotalSize()));
    fields.put("import_base_offset", unsigned(block.importBaseOffset()));
    fields.put("checksum_refresh_offset", unsigned(block.refreshOffset()));
    fields.put("checksum_refresh_hash", hex(block.refreshHash()));
    fields.put("checksum_refresh_tx_id", unsigned(block.refreshTransactionId()));
    fields.put("db_base_offset", unsigned(block.baseOffset()));
    fields.put("page_table_offset", unsigned(block.pageTableOffset()));
    fields.put("page_count", unsigned(block.pageCount()));
    fields.put("layout_version", unsigned(block.layoutVersion()));
    fields.put("zero_extent_count", BigInteger.valueOf(block.zeroExtents().count()));
    fields.put("meta_checksum", hex(block.metaChecksum()));
    return fields;
  }

  /** The names of the flags that are set; a bit without a name as a number. */
  static List<String> flags(Superblock block) {
    List<String> names = new ArrayList<>();
    long rest = block.flags();
    rest = take(names, rest, Superblock.IMPORTING, "IMPORTING");
    rest = take(names, rest, Superblock.CHECKSUM_STALE, "CHECKSUM_STALE");
    rest = take(names, rest, Superblock.CHECKSUM_REFRESHING, "CHECKSUM_REFRESHING");
    if (rest != 0) {
      names.add(String.format("0x%x", rest));
    }
    return names;
  }

  private static long take(List<String> names, long rest, long flag, String name) {
    if ((rest & flag) != 0) {
      names.add(name);
    }
    return rest & ~flag;
  }

  /** Bytes that the superblock and the database take. */
  static BigInteger activeBytes(Superblock block) {
    return unsigned(block.databaseSize()).add(BigInteger.valueOf(Superblock.RESERVED_BYTES));
  }

  /** Bytes of the memory beyond those, never negative. */
  static BigInteger orphanBytes(Superblock block, long allocatedBytes) {
    return BigInteger.valueOf(allocatedBytes).subtract(activeBytes(block)).max(BigInteger.ZERO);
  }

  static BigInteger unsigned(long value) {
    return new BigInteger(Long.toUnsignedString(value));
  }

  private static String hex(long value) {
    return String.format("0x%016x", value);
  }
}
