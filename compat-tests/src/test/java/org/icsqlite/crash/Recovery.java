package org.icsqlite.crash;

/** What is to bring a disk in order after a crash. */
interface Recovery {

  /** Opens the memory in the storage, which recovers it, and closes it. */
  void recover(CrashStorage storage) throws Exception;
}
