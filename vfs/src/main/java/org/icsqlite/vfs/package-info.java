/**
 * What SQLite's VFS {@code icstable} does, in plain Java: one file object per open SQLite file,
 * locks, snapshots, publication of a transaction, temporary files in the heap. Knows images and
 * memories below it; knows nothing of native code, which binds it to SQLite from above.
 */
package org.icsqlite.vfs;
