/**
 * JDBC's description of a database: tables, columns, keys, indexes, types. Uses any connection and
 * the result sets.
 */
package org.icsqlite.metadata;
