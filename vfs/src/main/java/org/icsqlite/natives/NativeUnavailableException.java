package org.icsqlite.natives;

/**
 * The native part of icsqlite cannot be used here. The message names the platform, the file and the
 * fix. A later attempt may succeed, for instance after another directory was set.
 */
public final class NativeUnavailableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public NativeUnavailableException(String message) {
    super(message);
  }

  public NativeUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
