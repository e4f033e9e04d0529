/**
 * Test doubles of storages and memories, and the way to the fixtures, for the tests of this module
 * and of those above: this package alone goes into the module's test jar.
 */
package org.icsqlite.testing;
