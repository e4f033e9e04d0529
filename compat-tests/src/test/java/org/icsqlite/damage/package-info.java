/**
 * An image is untrusted input: thousands of images with random damage, each opened, read, updated
 * and checked in a child JVM, so that a crash or a hang of native code is seen and named.
 *
 * <p>A case is a function of a seed and a number: {@code -Dicsqlite.damage.seed} and {@code
 * -Dicsqlite.damage.case} run one again, {@code -Dicsqlite.damage.cases} runs more or fewer.
 */
package org.icsqlite.damage;
