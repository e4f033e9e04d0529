package org.icsqlite.budget;

/**
 * The outcome of an update.
 *
 * @param changes rows inserted, updated or deleted by the statement itself, not by triggers; 0 for
 *     one that changes the schema
 * @param metrics never null
 */
public record UpdateReport(long changes, UpdateMetrics metrics) {}
