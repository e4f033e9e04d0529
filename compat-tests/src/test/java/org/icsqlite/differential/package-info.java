/**
 * Runs one script of JDBC calls on sqlite-jdbc and on icsqlite and compares what comes out. Every
 * difference stands in differences.tsv among the test resources with the id of its reason; the
 * reasons are in docs/differences.md.
 */
package org.icsqlite.differential;
