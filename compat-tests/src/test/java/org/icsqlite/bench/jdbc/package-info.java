/**
 * JMH benchmarks of icsqlite's JDBC beside sqlite-jdbc's, started by {@code compat-tests/jmh.sh}
 * and not by the tests; docs/benchmarks.md says what they measure and how.
 *
 * <p>{@link org.icsqlite.bench.jdbc.JdbcBench} has JMH run one fork at a time, of both libraries in
 * turn, and writes what {@link org.icsqlite.bench.jdbc.JdbcReport} makes of the figures.
 */
package org.icsqlite.bench.jdbc;
