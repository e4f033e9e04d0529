/**
 * The one place that turns result codes and failures into SQLExceptions, and the SQLStates. Used by
 * everything in the driver; uses the VFS and what is below it.
 */
package org.icsqlite.error;
