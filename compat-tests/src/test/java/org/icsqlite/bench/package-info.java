/**
 * Benchmarks of icsqlite beside sqlite-jdbc, started by {@code compat-tests/bench.sh} and not by
 * the tests; docs/benchmarks.md says what they measure and how.
 *
 * <p>{@link org.icsqlite.bench.Bench} starts a fresh JVM for each measurement, {@link
 * org.icsqlite.bench.BenchFork} is what runs in it. Both libraries take turns in one fork, so that
 * a slow moment of the machine meets both.
 */
package org.icsqlite.bench;
