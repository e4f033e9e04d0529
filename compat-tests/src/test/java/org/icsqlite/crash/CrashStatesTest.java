package org.icsqlite.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.icsqlite.storage.StorageFile;
import org.junit.jupiter.api.Test;

/** What a crash can leave, and what it cannot. */
class CrashStatesTest {

  private static final Path DIRECTORY = Path.of("/crash");
  private static final Path A = DIRECTORY.resolve("a");
  private static final Path B = DIRECTORY.resolve("b");

  private final Recording recording = new Recording();
  private final CrashStorage storage = new CrashStorage(Disk.empty(), recording);

  @Test
  void withoutADirectorySyncANameMayBeMissing() throws Exception {
    StorageFile file = storage.create(A);
    write(file, 0, "x");
    file.sync();
    assertEquals("[, a=x]", finalStates());
    storage.syncDirectory(DIRECTORY);
    assertEquals("[a=x]", finalStates());
  }

  @Test
  void withoutASyncAnyOfTheWritesMayBeMissing() throws Exception {
    StorageFile file = created(A, "----");
    write(file, 0, "x");
    write(file, 2, "y");
    assertEquals("[a=----, a=--y-, a=x---, a=x-y-]", finalStates());
    file.sync();
    assertEquals("[a=x-y-]", finalStates());
  }

  @Test
  void theLengthMayBeThereWithoutTheBytes() throws Exception {
    StorageFile file = created(A, "--");
    write(file, 1, "xy");
    assertEquals("[a=--, a=--0, a=-x, a=-xy]", finalStates());
  }

  @Test
  void aCutMayBeMissing() throws Exception {
    StorageFile file = created(A, "abcd");
    file.setLength(2);
    write(file, 0, "x");
    assertEquals("[a=ab, a=abcd, a=xb, a=xbcd]", finalStates());
  }

  @Test
  void aSyncOfOneFileSaysNothingOfAnother() throws Exception {
    StorageFile a = created(A, "-");
    StorageFile b = created(B, "-");
    write(a, 0, "x");
    write(b, 0, "y");
    a.sync();
    assertEquals("[a=x b=-, a=x b=y]", finalStates());
  }

  @Test
  void aRenameIsThereOrNotAndNeverHalf() throws Exception {
    created(A, "new");
    created(B, "old");
    storage.rename(A, B);
    assertEquals("[a=new b=old, b=new]", finalStates());
  }

  @Test
  void aDeletionMayBeMissing() throws Exception {
    created(A, "x");
    storage.delete(A);
    assertEquals("[, a=x]", finalStates());
  }

  @Test
  void aWriteIsTornAtSectors() throws Exception {
    StorageFile file = created(A, "-".repeat(1536));
    write(file, 500, "x".repeat(100));
    String lost = "a=1536 -";
    String first = "a=500 -, 12 x, 1024 -";
    String second = "a=512 -, 88 x, 936 -";
    String whole = "a=500 -, 100 x, 936 -";
    assertEquals(new TreeSet<>(List.of(lost, first, second, whole)).toString(), finalStates());
  }

  @Test
  void aSyncCoversWhatWasWrittenBeforeItBegan() throws Exception {
    UnsyncedDisk disk = new UnsyncedDisk(Disk.empty());
    disk.add(0, new Operation.Create(A, 0, 1));
    disk.add(1, new Operation.SyncDirectory(DIRECTORY));
    disk.add(2, new Operation.SetLength(0, 2));
    disk.add(3, new Operation.Write(0, 0, new byte[] {'x'}));
    disk.add(4, new Operation.Write(0, 1, new byte[] {'y'}));
    disk.add(5, new Operation.Sync(0, 4));
    assertEquals("a=x0", text(disk.crash(change -> false)));
  }

  private StorageFile created(Path path, String text) throws Exception {
    StorageFile file = storage.create(path);
    write(file, 0, text);
    file.sync();
    storage.syncDirectory(DIRECTORY);
    return file;
  }

  private static void write(StorageFile file, long offset, String text) throws Exception {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    file.write(offset, bytes, 0, bytes.length);
  }

  /** Everything that can be left when the crash comes after the last operation. */
  private String finalStates() throws Exception {
    TreeSet<String> states = new TreeSet<>();
    int end = recording.size();
    for (long seed = 0; seed < 20; seed++) {
      new CrashStates(new Random(seed), Integer.MAX_VALUE)
          .visit(
              Disk.empty(),
              recording.operations(),
              state -> {
                if (state.operations() == end) {
                  states.add(text(state.disk()));
                }
              });
    }
    return states.toString();
  }

  private static String text(Disk disk) {
    StringBuilder text = new StringBuilder();
    for (Path path : new TreeSet<>(disk.files().keySet())) {
      Content content = disk.files().get(path);
      byte[] bytes = new byte[(int) content.length()];
      content.read(0, bytes, 0, bytes.length);
      String string = new String(bytes, StandardCharsets.US_ASCII).replace('\0', '0');
      text.append(text.isEmpty() ? "" : " ")
          .append(path.getFileName())
          .append('=')
          .append(string.length() < 100 ? string : runs(string));
    }
    return text.toString();
  }

  private static String runs(String string) {
    StringBuilder text = new StringBuilder();
    int start = 0;
    for (int i = 1; i <= string.length(); i++) {
      if (i == string.length() || string.charAt(i) != string.charAt(start)) {
        text.append(text.isEmpty() ? "" : ", ")
            .append(i - start)
            .append(' ')
            .append(string.charAt(start));
        start = i;
      }
    }
    return text.toString();
  }
}
