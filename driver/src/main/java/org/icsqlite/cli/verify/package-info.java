/**
 * The self-check behind {@code icsqlite verify}: child JVMs that write, read and are killed, and
 * the comparison of what they leave with a model. Works on databases through JDBC like any other
 * program; used by the command line alone.
 */
package org.icsqlite.cli.verify;
