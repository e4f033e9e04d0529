/**
 * Migrations of a database: versions and checksums in the two tables of the crate ic-sqlite-vfs,
 * signed manifests, and the runner. Uses JDBC and BouncyCastle, and nothing of the driver; used by
 * the driver's command line and by applications.
 */
package org.icsqlite.migrations;
