/**
 * Test doubles of storages and memories, the way to the fixtures, and documents beside the tests
 * that run their snippets, for the tests of this module and of those above: this package alone goes
 * into the module's test jar.
 */
package org.icsqlite.testing;
