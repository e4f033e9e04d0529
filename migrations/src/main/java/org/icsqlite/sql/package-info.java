/**
 * SQL text as SQLite's tokenizer sees it: the tokens of a statement, and scripts cut into
 * statements. Depends on the JDK alone; used by the migrations, the driver and the command line.
 */
package org.icsqlite.sql;
