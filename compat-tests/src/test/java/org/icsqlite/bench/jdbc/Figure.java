package org.icsqlite.bench.jdbc;

/**
 * What one fork measured.
 *
 * @param nanos time of one operation or row
 * @param bytes allocated on the heap for it
 */
record Figure(double nanos, double bytes) {}
