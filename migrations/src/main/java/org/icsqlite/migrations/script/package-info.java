/**
 * Cuts SQL scripts into statements the way SQLite's tokenizer does. Depends on the JDK alone; used
 * by the migrations and by the command line.
 */
package org.icsqlite.migrations.script;
