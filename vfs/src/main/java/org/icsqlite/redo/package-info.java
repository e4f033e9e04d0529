/**
 * The redo log beside a stable-memory file: what every committed message changed, on disk before
 * the file itself is touched, and the replay of it after a crash. Knows files and byte ranges, not
 * what they mean; used by {@code memory} alone.
 */
package org.icsqlite.redo;
