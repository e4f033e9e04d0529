/**
 * The plug-in for Flyway: {@code jdbc:icsqlite:} as a database of its own beside Flyway's SQLite.
 * Flyway finds it through the service file, and it needs the driver only by name. Uses Flyway and
 * JDBC, and nothing of the runner; used by Flyway alone.
 */
package org.icsqlite.migrations.flyway;
