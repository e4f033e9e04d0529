package org.icsqlite.memory;

/**
 * What a checkpoint did.
 *
 * @param logBytes bytes of the redo log that are not needed any more
 * @param nanos how long it took, in nanoseconds
 */
public record CheckpointResult(long logBytes, long nanos) {}
