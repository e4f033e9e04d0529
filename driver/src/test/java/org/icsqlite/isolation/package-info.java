/**
 * Tests of what connections see of each other: interleavings against a serial model, recorded
 * histories of threads, and the same file from several processes and class loaders.
 */
package org.icsqlite.isolation;
