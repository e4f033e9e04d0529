/**
 * The command line: one class for each command, and what they share. It opens databases through
 * JDBC like any other program; only {@code inspect} looks at the stable memory itself. Nothing else
 * uses this package.
 */
package org.icsqlite.cli;
