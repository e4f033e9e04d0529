/**
 * The row path: compiled statements, parameters and rows in one native call for each batch of them.
 * Knows nothing of JDBC's statements and result sets, which use it; uses the native binding below.
 */
package org.icsqlite.row;
