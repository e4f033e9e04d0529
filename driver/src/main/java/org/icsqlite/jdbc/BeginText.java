package org.icsqlite.jdbc;

import java.util.function.Supplier;

/** The BEGIN of a connection's transactions, as transaction_mode says. */
final class BeginText implements Supplier<String> {

  private final String begin;
  private volatile boolean readOnly;

  BeginText(ConnectionSettings settings, boolean readOnly) {
    this.begin = "begin " + settings.transactionMode();
    this.readOnly = readOnly;
  }

  void setReadOnly(boolean readOnly) {
    this.readOnly = readOnly;
  }

  /** A read-only transaction takes no write lock, whatever transaction_mode says. */
  @Override
  public String get() {
    return readOnly ? "begin deferred" : begin;
  }
}
