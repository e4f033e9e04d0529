/**
 * The files under a stable memory: opening, positional reads and writes, bringing them to disk,
 * locks between processes, and who in this JVM has which file open. Everything that touches a disk
 * goes through {@link org.icsqlite.storage.Storage}, so that tests can record and fail each
 * operation. The lowest layer: it knows nothing of pages, messages or databases.
 */
package org.icsqlite.storage;
