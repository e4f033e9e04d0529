package org.icsqlite.image;

import static org.icsqlite.image.TestImages.PAGE;
import static org.icsqlite.image.TestImages.filled;
import static org.icsqlite.image.TestImages.fresh;
import static org.icsqlite.image.TestImages.reopen;
import static org.icsqlite.image.TestImages.update;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.icsqlite.memory.HeapStableMemory;
import org.junit.jupiter.api.Test;

class SchemaVersionTest {

  private final HeapStableMemory memory = new HeapStableMemory();

  @Test
  void raisingItChangesOneFieldOfTheSuperblock() {
    DatabaseImage image = fresh(memory, 4);
    update(image, overlay -> overlay.write(0, filled(PAGE, 7), PAGE));
    Superblock before = image.superblock();
    long version = image.version();
    image.raiseSchemaVersion(30).await();
    assertEquals(before.withSchemaVersion(30), image.superblock());
    assertEquals(before.withSchemaVersion(30), reopen(image).superblock());
    assertEquals(version, image.version());
    assertEquals(version, image.visibleVersion());
  }

  @Test
  void itIsNeverLoweredAndComparedWithoutASign() {
    DatabaseImage image = fresh(memory, 4);
    image.raiseSchemaVersion(5).await();
    byte[] before = memory.toBytes();
    image.raiseSchemaVersion(5).await();
    image.raiseSchemaVersion(4).await();
    assertArrayEquals(before, memory.toBytes());
    image.raiseSchemaVersion(-1).await();
    image.raiseSchemaVersion(Long.MAX_VALUE).await();
    assertEquals(-1, reopen(image).superblock().schemaVersion());
  }

  @Test
  void aTransactionThatHasBegunBeforeCommitsOnTopOfIt() {
    DatabaseImage image = fresh(memory, 4);
    Snapshot base = image.newestSnapshot();
    Overlay overlay = image.beginUpdate(base);
    overlay.write(0, filled(PAGE, 9), PAGE);
    image.raiseSchemaVersion(3).await();
    image.commit(overlay).snapshot().close();
    Superblock after = reopen(image).superblock();
    assertEquals(3, after.schemaVersion());
    assertEquals(1, after.lastTransactionId());
    assertEquals(PAGE, after.databaseSize());
  }
}
