/**
 * The JDBC driver {@code jdbc:icsqlite:}: URLs and settings, connections, statements, and the one
 * place that turns SQLite's result codes into SQLExceptions. Uses the VFS and the native binding
 * below; the command line above uses it like any other program.
 */
package org.icsqlite.jdbc;
