package org.icsqlite.cli.verify;

import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.CRC32;

/**
 * What the writers write. Each writer numbers its transactions from 1, and everything a transaction
 * writes follows from the seed, the writer and the number; so the numbers a file has come to tell
 * every row that must be in it.
 *
 * <pre>
 *   counter   one row a writer: the newest transaction and the oldest one that is kept
 *   txn       one row a kept transaction: how many entries it has, and their checksum
 *   entry     the entries, in the table and in a unique index
 *   account   a transaction moves an amount from one to another, so the sum never changes
 * </pre>
 */
final class Workload {

  static final int ACCOUNTS = 64;
  static final long OPENING_BALANCE = 1_000_000;

  static final List<String> SCHEMA =
      List.of(
          "CREATE TABLE counter(writer INTEGER PRIMARY KEY, high INTEGER NOT NULL, "
              + "low INTEGER NOT NULL)",
          "CREATE TABLE txn(writer INTEGER, number INTEGER, entries INTEGER NOT NULL, "
              + "checksum INTEGER NOT NULL, PRIMARY KEY(writer, number)) WITHOUT ROWID",
          "CREATE TABLE entry(id INTEGER PRIMARY KEY, writer INTEGER NOT NULL, "
              + "number INTEGER NOT NULL, ordinal INTEGER NOT NULL, payload BLOB NOT NULL)",
          "CREATE UNIQUE INDEX entry_of ON entry(writer, number, ordinal)",
          "CREATE TABLE account(id INTEGER PRIMARY KEY, balance INTEGER NOT NULL)",
          "CREATE INDEX account_balance ON account(balance)");

  private static final int PHASE = 64;
  private static final int LARGEST_KEEP = 200;

  private final long seed;

  /**
   * One transaction.
   *
   * @param sizes the length of each entry in bytes
   * @param keep how many transactions before this one the writer keeps; older ones are deleted
   */
  record Transaction(
      int writer, long number, List<Integer> sizes, int payer, int payee, int amount, int keep) {

    /** The oldest transaction that is kept after this one. */
    long low(long lowBefore) {
      return Math.max(lowBefore, number - keep);
    }
  }

  Workload(long seed) {
    this.seed = seed;
  }

  Transaction transaction(int writer, long number) {
    SplittableRandom random = random(writer, number, 0);
    int payer = random.nextInt(ACCOUNTS);
    int payee = (payer + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
    int amount = 1 + random.nextInt(100);
    int keep = 4 + random(writer, -1 - number / PHASE, 0).nextInt(LARGEST_KEEP);
    return new Transaction(writer, number, sizes(random), payer, payee, amount, keep);
  }

  /** Mostly small ones, a few that do not fit a small page cache. */
  private static List<Integer> sizes(SplittableRandom random) {
    int kind = random.nextInt(200);
    if (kind < 140) {
      return sizes(random, random.nextInt(1, 5), 10, 200);
    } else if (kind < 180) {
      return sizes(random, random.nextInt(1, 20), 100, 2000);
    } else if (kind < 199) {
      return sizes(random, random.nextInt(10, 60), 500, 4000);
    }
    return sizes(random, random.nextInt(100, 300), 1000, 8000);
  }

  private static List<Integer> sizes(SplittableRandom random, int count, int least, int most) {
    return random.ints(count, least, most).boxed().toList();
  }

  byte[] payload(Transaction transaction, int ordinal) {
    byte[] bytes = new byte[transaction.sizes().get(ordinal)];
    random(transaction.writer(), transaction.number(), 1 + ordinal).nextBytes(bytes);
    return bytes;
  }

  /** The checksum of all entries of a transaction. */
  long checksum(Transaction transaction) {
    CRC32 crc = new CRC32();
    for (int i = 0; i < transaction.sizes().size(); i++) {
      crc.update(payload(transaction, i));
    }
    return crc.getValue();
  }

  private SplittableRandom random(int writer, long number, int part) {
    long mixed = seed;
    for (long value : new long[] {writer, number, part}) {
      mixed = (mixed ^ value) * 0x9E3779B97F4A7C15L;
      mixed ^= mixed >>> 32;
    }
    return new SplittableRandom(mixed);
  }
}
