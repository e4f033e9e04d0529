package org.icsqlite.image;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.Consumer;
import org.icsqlite.memory.StableMemoryException;
import org.icsqlite.memory.StableMemoryException.Kind;
import org.junit.jupiter.api.Test;

class SuperblockTest {

  private static byte[] padded(byte[] block) {
    return Arrays.copyOf(block, 16544);
  }

  private static Superblock golden() {
    return new Superblock(
        16384,
        65536,
        1,
        1,
        2,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        65536,
        0,
        4,
        8,
        ZeroExtents.NONE.add(5, 9).add(2, 3));
  }

  /** Changes fields and puts the checksum right again. */
  private static byte[] changed(Consumer<ByteBuffer> change) {
    byte[] bytes = padded(golden().encode());
    ByteBuffer block = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    change.accept(block);
    long count = Math.max(0, Math.min(1024, block.getLong(144)));
    block.putLong(152, 0);
    block.putLong(152, Fnv1a64.of(bytes, 0, (int) (160 + 16 * count)));
    return bytes;
  }

  private static void assertRefused(Kind kind, String text, byte[] bytes) {
    StableMemoryException refused =
        assertThrows(StableMemoryException.class, () -> Superblock.decode(bytes));
    assertEquals(text, refused.getMessage());
    assertEquals(kind, refused.kind());
  }

  @Test
  void theFreshBlockIsTheGoldenOne() {
    byte[] bytes = Superblock.fresh().encode();
    assertEquals(160, bytes.length);
    assertEquals(
        "4943" + "53514c495445" + "08000000" + "00400000", HexFormat.of().formatHex(bytes, 0, 16));
    assertEquals("dc1b4afe2ed13a30", HexFormat.of().formatHex(bytes, 152, 160));
    assertEquals(0x303ad12efe4a1bdcL, Superblock.fresh().metaChecksum());
  }

  @Test
  void theBlockWithTwoExtentsIsTheGoldenOne() {
    byte[] bytes = golden().encode();
    assertEquals(192, bytes.length);
    assertEquals(0x279d3cdce4d1b60cL, golden().metaChecksum());
    ByteBuffer block = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    assertEquals(2, block.getLong(144));
    assertEquals(2, block.getLong(160));
    assertEquals(3, block.getLong(168));
    assertEquals(5, block.getLong(176));
    assertEquals(9, block.getLong(184));
  }

  @Test
  void everyFieldComesBackFromTheBytesEvenExtremeOnes() {
    Superblock block =
        new Superblock(
            -1,
            -2,
            -3,
            -4,
            0xffff_ffff_ffff_fff8L,
            -6,
            -7,
            -8,
            -9,
            -10,
            -11,
            -12,
            -13,
            -14,
            -15,
            -16,
            8,
            ZeroExtents.NONE.add(Long.MIN_VALUE, -1));
    byte[] bytes = padded(block.encode());
    assertEquals(block, Superblock.decode(bytes));
    assertArrayEquals(block.encode(), Superblock.decode(bytes).encode());
  }

  @Test
  void staleBytesBehindTheListMeanNothing() {
    byte[] bytes = padded(golden().encode());
    Arrays.fill(bytes, 192, bytes.length, (byte) 0xee);
    assertEquals(golden(), Superblock.decode(bytes));
  }

  @Test
  void theFirstFaultInTheCratesOrderIsNamed() {
    String foreign = "non-empty stable memory does not contain an ic-sqlite-vfs image";
    assertRefused(Kind.FOREIGN_STABLE_MEMORY_IMAGE, foreign, new byte[16544]);
    byte[] bytes = padded(golden().encode());
    ByteBuffer block = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    block.put(7, (byte) 'e').putInt(8, -1).putLong(136, -1).putLong(144, 1025);
    assertRefused(Kind.FOREIGN_STABLE_MEMORY_IMAGE, foreign, bytes);
    block.put(7, (byte) 'E');
    assertRefused(
        Kind.UNSUPPORTED_LAYOUT_VERSION, "unsupported stable layout version: 4294967295", bytes);
    block.putInt(8, 8);
    assertRefused(
        Kind.UNSUPPORTED_LAYOUT_VERSION,
        "unsupported stable layout version: 18446744073709551615",
        bytes);
    block.putLong(136, 8);
    String damaged = "superblock metadata checksum mismatch";
    assertRefused(Kind.META_CHECKSUM_MISMATCH, damaged, bytes);
    block.putLong(144, -1);
    assertRefused(Kind.META_CHECKSUM_MISMATCH, damaged, bytes);
    block.putLong(144, 2);
    assertEquals(golden(), Superblock.decode(bytes));
    block.putLong(24, 2);
    assertRefused(Kind.META_CHECKSUM_MISMATCH, damaged, bytes);
  }

  @Test
  void extentsThatAreNotNormalisedAreRefused() {
    String damaged = "superblock metadata checksum mismatch";
    assertRefused(Kind.META_CHECKSUM_MISMATCH, damaged, changed(block -> block.putLong(176, 3)));
    assertRefused(Kind.META_CHECKSUM_MISMATCH, damaged, changed(block -> block.putLong(160, 3)));
    assertRefused(Kind.META_CHECKSUM_MISMATCH, damaged, changed(block -> block.putLong(184, 5)));
    assertRefused(Kind.META_CHECKSUM_MISMATCH, damaged, changed(block -> block.putLong(160, -1)));
    Superblock unsigned = Superblock.decode(changed(block -> block.putLong(184, -1)));
    assertEquals(ZeroExtents.NONE.add(2, 3).add(5, -1), unsigned.zeroExtents());
  }

  @Test
  void whatTheCrateDoesNotCheckIsKept() {
    Superblock block =
        Superblock.decode(
            changed(
                bytes ->
                    bytes.putInt(12, 4096).putLong(128, 77).putLong(120, 5).putLong(40, 1L << 63)));
    assertEquals(4096, block.sqlitePageSize());
    assertEquals(77, block.pageCount());
    assertEquals(5, block.pageTableOffset());
    assertEquals(1L << 63, block.flags());
  }

  @Test
  void aCommitChangesExactlyItsFields() {
    Superblock before =
        new Superblock(
            4096,
            81920,
            7,
            -2,
            0xf0L | Superblock.CHECKSUM_REFRESHING,
            11,
            12,
            13,
            14,
            15,
            16,
            17,
            18,
            131072,
            19,
            20,
            8,
            ZeroExtents.NONE);
    ZeroExtents extents = ZeroExtents.NONE.add(1, 2);
    Superblock after =
        new Superblock(
            4096,
            16385,
            7,
            -1,
            0xf0L | Superblock.CHECKSUM_STALE,
            11,
            12,
            13,
            14,
            15,
            0,
            0,
            0,
            131072,
            0,
            2,
            8,
            extents);
    assertEquals(after, before.committed(16385, extents));
    assertEquals(-1, after.committed(0, extents).lastTransactionId());
  }
}
