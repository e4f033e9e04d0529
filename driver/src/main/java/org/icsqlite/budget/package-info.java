/**
 * Budgets: limits for queries and updates, what exceeding them throws, and the figures of what was
 * done. Uses the session and the packages below it; the JDBC objects use it.
 */
package org.icsqlite.budget;
