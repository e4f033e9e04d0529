/**
 * Tests against images of the Rust crate: the committed fixtures, and images exchanged with the
 * peer program in {@code compat-tests/rust-peer}.
 */
package org.icsqlite.compat;
