/**
 * SQLite databases inside stable memory: the image of ic-sqlite-vfs with its superblock, zero
 * extents, versions, snapshots and overlay, and the layouts of two other programs, which are only
 * read. Knows stable memory below it; knows nothing of SQLite's VFS, which sits on top.
 */
package org.icsqlite.image;
