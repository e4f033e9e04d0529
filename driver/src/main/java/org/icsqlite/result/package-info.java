/**
 * JDBC's result sets over any cursor, what describes their columns, and large objects. Uses the
 * values and the cursors; knows no connection.
 */
package org.icsqlite.result;
