/**
 * A connection's native side: the way of every call into SQLite, transactions, compiled statements
 * and their rows. Knows nothing of JDBC's statements and result sets, which use it; uses the
 * cursors and parameters of the packages below, the VFS and the native binding.
 */
package org.icsqlite.session;
