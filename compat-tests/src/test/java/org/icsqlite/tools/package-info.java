/**
 * The tools that people use above JDBC, each doing real work on a database in a file: jOOQ, Spring,
 * Spring Boot and HikariCP; and the snippets of the README. Uses the driver as a program would.
 */
package org.icsqlite.tools;
