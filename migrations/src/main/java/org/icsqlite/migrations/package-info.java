/**
 * Migrations of a database: so far the history that the crate ic-sqlite-vfs keeps in two tables,
 * read through any JDBC connection. Uses nothing of the driver but JDBC.
 */
package org.icsqlite.migrations;
