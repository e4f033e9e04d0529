package org.icsqlite.damage;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.GZIPInputStream;
import org.icsqlite.image.Superblock;
import org.icsqlite.image.ZeroExtents;
import org.icsqlite.memory.HeapStableMemory;
import org.icsqlite.memory.MemoryManager;
import org.icsqlite.memory.Message;
import org.icsqlite.memory.VirtualMemory;

/** The images that are damaged: those of the crate, and some made here with richer databases. */
final class Specimens {

  /** One image; where the memory id has no database, only the layout around it is damaged. */
  record Specimen(String name, SparseBytes bytes, int memoryId) {}

  private static final int MEMORY_ID = 120;

  private final List<Specimen> specimens = new ArrayList<>();
  private final List<Integer> drawn = new ArrayList<>();

  private Specimens() {}

  /** Reads the fixtures and makes the rest; the same ones every time. */
  static Specimens load(Path fixtures, Path scratch) throws IOException {
    Specimens all = new Specimens();
    all.addFixtures(fixtures);
    all.addSamples(scratch);
    return all;
  }

  private void addFixtures(Path directory) throws IOException {
    List<Path> files;
    try (var found = Files.list(directory)) {
      files = found.filter(file -> file.toString().endsWith(".bin.gz")).sorted().toList();
    }
    if (files.isEmpty()) {
      throw new IOException("no fixtures in " + directory);
    }
    for (Path file : files) {
      SparseBytes bytes;
      try (InputStream in = new GZIPInputStream(Files.newInputStream(file), 1 << 16)) {
        bytes = SparseBytes.read(in);
      }
      String name = String.valueOf(file.getFileName()).replace(".bin.gz", "");
      boolean heavy = bytes.pageNumbers().length > 100;
      int weight = heavy ? 1 : name.startsWith("08") ? 2 : 12;
      add(new Specimen(name, bytes, MEMORY_ID), weight);
      if (name.startsWith("07a")) {
        add(new Specimen(name, bytes, 121), 1);
      }
    }
  }

  private void addSamples(Path scratch) {
    byte[] standard = SampleDatabase.create(scratch, "page_size=16384");
    byte[] small = SampleDatabase.create(scratch, "page_size=512", "encoding='UTF-16le'");
    byte[] tracked = SampleDatabase.create(scratch, "page_size=4096", "auto_vacuum=INCREMENTAL");
    byte[] full = SampleDatabase.create(scratch, "page_size=1024", "auto_vacuum=FULL");
    byte[] large = SampleDatabase.create(scratch, "page_size=65536", "encoding='UTF-16be'");
    add("sample-16384", image(standard, 128, 65536), 60);
    add("sample-16384-buckets-1", image(standard, 1, 65536), 20);
    add("sample-512-buckets-2", image(small, 2, 65536), 20);
    add("sample-4096-base-ragged", image(tracked, 7, 81921), 30);
    add("sample-1024", image(full, 16, 65536), 30);
    add("sample-65536", image(large, 3, 131072), 20);
    add("rusqlite-4096", rusqlite(tracked, 128), 15);
    add("rusqlite-512", rusqlite(small, 1), 10);
    add("ic-sqlite-4096", icSqlite(tracked), 15);
    add("ic-sqlite-1024", icSqlite(full), 10);
  }

  private void add(String name, SparseBytes bytes, int weight) {
    add(new Specimen(name, bytes, MEMORY_ID), weight);
  }

  private void add(Specimen specimen, int weight) {
    for (int i = 0; i < weight; i++) {
      drawn.add(specimens.size());
    }
    specimens.add(specimen);
  }

  Specimen draw(SplittableRandom random) {
    return specimens.get(drawn.get(random.nextInt(drawn.size())));
  }

  /** Buckets lie between those of another memory id when they are small. */
  private static SparseBytes image(byte[] database, int bucketPages, long base) {
    HeapStableMemory memory = new HeapStableMemory();
    MemoryManager manager = MemoryManager.open(memory, bucketPages);
    VirtualMemory virtual = grown(manager, base + database.length);
    Message message = new Message(memory);
    Superblock fresh = Superblock.fresh();
    byte[] block =
        new Superblock(
                fresh.sqlitePageSize(),
                database.length,
                1,
                5,
                Superblock.CHECKSUM_STALE,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                base,
                0,
                (database.length + 16383L) / 16384,
                Superblock.VERSION,
                ZeroExtents.NONE)
            .encode();
    virtual.write(message, 0, block, 0, block.length);
    virtual.write(message, base, database, 0, database.length);
    memory.commit(message);
    return SparseBytes.of(memory);
  }

  private static SparseBytes rusqlite(byte[] database, int bucketPages) {
    HeapStableMemory memory = new HeapStableMemory();
    VirtualMemory virtual = grown(MemoryManager.open(memory, bucketPages), database.length);
    Message message = new Message(memory);
    virtual.write(message, 0, database, 0, database.length);
    memory.commit(message);
    return SparseBytes.of(memory);
  }

  private static VirtualMemory grown(MemoryManager manager, long bytes) {
    VirtualMemory virtual = manager.memory(MEMORY_ID);
    for (long pages = (bytes + 65535) / 65536; pages > 0; pages--) {
      Message message = new Message(manager.backing());
      virtual.grow(message, 1);
      if (pages % 3 == 0) {
        manager.grow(message, 7, 1);
      }
      manager.backing().commit(message);
    }
    return virtual;
  }

  private static SparseBytes icSqlite(byte[] database) {
    SparseBytes bytes = new SparseBytes(0);
    bytes.write(0, ByteBuffer.allocate(8).putLong(0, database.length).array(), 8);
    bytes.write(8, database, database.length);
    bytes.setLength((bytes.length() + 65535) / 65536 * 65536);
    return bytes;
  }
}
