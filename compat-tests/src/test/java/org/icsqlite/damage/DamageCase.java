package org.icsqlite.damage;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * One damaged image and how it is opened; all of it follows from the seed and the number.
 *
 * @param random the source of chance for what is done with the image
 * @param inFile whether the image is a file opened by its URL, else a memory in the heap
 */
record DamageCase(
    long number,
    String description,
    SparseBytes bytes,
    int memoryId,
    String options,
    boolean inFile,
    SplittableRandom random) {

  static DamageCase make(Specimens specimens, long seed, long number) {
    SplittableRandom random =
        new SplittableRandom(seed * 0x9e3779b97f4a7c15L + number * 0xd1342543de82ef95L);
    Specimens.Specimen specimen = specimens.draw(random);
    SparseBytes bytes = specimen.bytes().copy();
    Layout layout = Layout.of(bytes, specimen.memoryId());
    Damage.Target target = new Damage.Target(bytes, layout, random);
    List<String> done = new ArrayList<>();
    int count = random.nextInt(10) < 5 ? 1 : 2 + random.nextInt(3);
    for (int attempt = 0; done.size() < count && attempt < 20; attempt++) {
      String one = kind(layout, random).apply(target);
      if (one != null) {
        done.add(one);
      }
    }
    boolean inFile = random.nextInt(20) == 0 && bytes.pageNumbers().length < 100;
    if (inFile && random.nextInt(10) == 0) {
      bytes.setLength(bytes.length() + 1 + random.nextInt(65535));
      done.add("ragged length");
    } else {
      bytes.setLength(bytes.length() / SparseBytes.PAGE * SparseBytes.PAGE);
    }
    int memoryId = specimen.memoryId();
    if (random.nextInt(40) == 0) {
      memoryId = List.of(0, 5, 7, 121, 254).get(random.nextInt(5));
    }
    String options = options(random, memoryId, bytes.length() / SparseBytes.PAGE);
    String description =
        specimen.name() + (inFile ? " in a file" : "") + " [" + options + "]: " + done;
    return new DamageCase(number, description, bytes, memoryId, options, inFile, random);
  }

  /** Most damage is SQLite's, as most of an image is. */
  private static Damage kind(Layout layout, SplittableRandom random) {
    List<Damage> list =
        switch (random.nextInt(20)) {
          case 0 -> ManagerDamage.ALL;
          case 1, 2, 3 ->
              layout.format() == Layout.Format.IC_SQLITE
                  ? RawDamage.LENGTH_BEFORE_FILE
                  : SuperblockDamage.ALL;
          case 4 -> RawDamage.ALL;
          default -> SqliteDamage.ALL;
        };
    return list.get(random.nextInt(list.size()));
  }

  private static String options(SplittableRandom random, int memoryId, long pages) {
    StringBuilder options = new StringBuilder("memory_id=").append(memoryId);
    if (random.nextInt(8) == 0) {
      options.append("&cell_size_check=false");
    }
    if (random.nextInt(8) == 0) {
      options.append("&defensive=false&trusted_schema=true");
    }
    if (random.nextInt(5) == 0) {
      options.append("&cache_size_kib=16");
    }
    if (random.nextInt(10) == 0) {
      options.append("&max_stable_pages=").append(Math.max(1, pages + random.nextInt(4) - 1));
    }
    if (random.nextInt(6) == 0) {
      options.append("&create=false");
    }
    return options.toString();
  }
}
