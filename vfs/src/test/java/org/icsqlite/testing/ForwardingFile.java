package org.icsqlite.testing;

import java.io.IOException;
import org.icsqlite.storage.StorageFile;

/** Hands every call on to another file; for tests to override. */
public class ForwardingFile implements StorageFile {

  protected final StorageFile target;

  public ForwardingFile(StorageFile target) {
    this.target = target;
  }

  @Override
  public long length() throws IOException {
    return target.length();
  }

  @Override
  public void read(long offset, byte[] bytes, int position, int length) throws IOException {
    target.read(offset, bytes, position, length);
  }

  @Override
  public void write(long offset, byte[] bytes, int position, int length) throws IOException {
    target.write(offset, bytes, position, length);
  }

  @Override
  public void setLength(long length) throws IOException {
    target.setLength(length);
  }

  @Override
  public void sync() throws IOException {
    target.sync();
  }

  @Override
  public boolean tryLock(boolean shared) throws IOException {
    return target.tryLock(shared);
  }

  @Override
  public void unlock() throws IOException {
    target.unlock();
  }

  @Override
  public void close() throws IOException {
    target.close();
  }
}
