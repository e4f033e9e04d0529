/**
 * Stable memory as the Internet Computer defines it: 64 KiB pages that only grow, messages whose
 * writes are applied together, and the MemoryManager that shares one memory among up to 255 virtual
 * memories. Depends on nothing but the JDK; everything above may use it.
 */
package org.icsqlite.memory;
