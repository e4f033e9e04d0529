package org.icsqlite.budget;

import java.util.List;

/**
 * The rows of a query and what it has done.
 *
 * @param rows what the mapper made of each, in their order; a null of the mapper stays one
 * @param metrics never null
 */
public record QueryReport<T>(List<T> rows, QueryMetrics metrics) {}
