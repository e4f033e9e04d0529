package org.icsqlite.image;

/**
 * How far a refresh of the checksum is after a call. Immutable.
 *
 * @param complete whether the checksum is that of all bytes, and was stored as such
 * @param checksum the hash of the bytes scanned so far, 64 bits of which the sign means nothing;
 *     when complete, the checksum of the database
 * @param scannedBytes bytes of the database that were scanned, by this call and those before
 * @param databaseBytes the size of the database in bytes
 */
public record ChecksumProgress(
    boolean complete, long checksum, long scannedBytes, long databaseBytes) {}
