package org.icsqlite.natives;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.icsqlite.vfs.PragmaReply;
import org.icsqlite.vfs.ResultCode;
import org.icsqlite.vfs.Vfs;
import org.icsqlite.vfs.VfsException;
import org.icsqlite.vfs.VfsFile;

/**
 * Lets SQLite call a {@link Vfs}: one callback per operation, as icsqlite.h lists them, and the
 * open files by handle. No exception leaves a callback: it is reported to the Vfs and becomes a
 * result code, the exception's own or the operation's.
 */
final class VfsBinding {

  /** SQLITE_IOERR_CHECKRESERVEDLOCK. */
  private static final int IOERR_CHECK_RESERVED = ResultCode.IOERR | (14 << 8);

  /** Longer than mxPathname of the extension with the longest suffix SQLite adds. */
  private static final int MAX_NAME_BYTES = 1024;

  private static final int MAX_PRAGMA_BYTES = 1 << 20;

  /** struct icsqlite_write. */
  private static final long WRITE_BYTES = 24;

  private static final int WRITE_LENGTH_OFFSET = 8;
  private static final int WRITE_ADDRESS_OFFSET = 16;

  /** struct icsqlite_facts, and where in a database its version is. */
  private static final int FACTS_VERSION_OFFSET = 8;

  private static final int VERSION_OFFSET = 24;
  private static final int VERSION_BYTES = 16;

  /** struct icsqlite_reply. */
  private static final int REPLY_LENGTH_OFFSET = 4;

  private static final int REPLY_TEXT_OFFSET = 8;
  private static final int REPLY_TEXT_BYTES = 1024;
  private static final int REPLY_ANSWER = 1;
  private static final int REPLY_REFUSAL = 2;

  private final NativeCalls calls;
  private final Vfs vfs;
  private final AtomicLong lastHandle = new AtomicLong();
  private final Map<Long, OpenFile> files = new ConcurrentHashMap<>();

  VfsBinding(NativeCalls calls, Vfs vfs) {
    this.calls = calls;
    this.vfs = vfs;
  }

  /** An open file and the array its reads and writes pass through; one thread at a time. */
  private static final class OpenFile {
    final VfsFile file;
    byte[] buffer = new byte[0];

    OpenFile(VfsFile file) {
      this.file = file;
    }

    byte[] buffer(int length) {
      if (buffer.length < length) {
        buffer = new byte[length];
      }
      return buffer;
    }
  }

  /** An operation on an open file. */
  @FunctionalInterface
  private interface FileOperation {
    long run(OpenFile open, long b, long c, long d);
  }

  /** Makes the callbacks known to SQLite under a name that is free. */
  void register(String name) {
    List<Callback> table =
        List.of(
            this::open,
            this::close,
            onFile(ResultCode.IOERR_READ, this::read),
            onFile(ResultCode.IOERR_WRITE, this::write),
            onFile(
                ResultCode.IOERR_TRUNCATE,
                (open, size, c, d) -> {
                  open.file.truncate(size);
                  return ResultCode.OK;
                }),
            onFile(ResultCode.IOERR_FSTAT, (open, b, c, d) -> size(open.file)),
            onFile(ResultCode.IOERR_LOCK, this::lock),
            onFile(
                ResultCode.IOERR_UNLOCK,
                (open, level, c, d) -> {
                  open.file.unlock((int) level);
                  return ResultCode.OK;
                }),
            onFile(IOERR_CHECK_RESERVED, (open, b, c, d) -> open.file.reserved() ? 1 : 0),
            onFile(ResultCode.IOERR, this::commitPhaseTwo),
            onFile(ResultCode.ERROR, this::pragma),
            this::randomness,
            this::currentTimeMillis,
            this::busy);
    long addresses = 0;
    long text = 0;
    try {
      addresses = calls.allocate(8L * table.size());
      text = calls.allocateUtf8(name);
      for (int i = 0; i < table.size(); i++) {
        calls.putLong(addresses + 8L * i, calls.callback(table.get(i)));
      }
      int rc = (int) calls.call(calls.symbol("icsqlite_vfs_create"), text, addresses);
      if (rc != ResultCode.OK) {
        throw new VfsException(rc, "SQLite refused the VFS " + name + ", result code " + rc);
      }
    } finally {
      calls.free(text);
      calls.free(addresses);
    }
  }

  /** How many files SQLite holds open. */
  int openFiles() {
    return files.size();
  }

  private Callback onFile(int ownCode, FileOperation operation) {
    return (handle, b, c, d) -> {
      VfsFile file = null;
      try {
        OpenFile open = files.get(handle);
        if (open == null) {
          throw new IllegalStateException("no open file has the handle " + handle);
        }
        file = open.file;
        return operation.run(open, b, c, d);
      } catch (Throwable failure) {
        return -(long) failed(file, failure, ownCode);
      }
    };
  }

  private long open(long name, long flags, long c, long d) {
    try {
      String path = calls.utf8(name, MAX_NAME_BYTES);
      VfsFile file = vfs.open(path, (int) flags);
      if (file == null) {
        throw new IllegalStateException("the VFS opened nothing for " + path);
      }
      return keep(file);
    } catch (Throwable failure) {
      return -(long) failed(null, failure, ResultCode.CANTOPEN);
    }
  }

  /** A file that cannot be kept is closed, since SQLite will never learn of it. */
  private long keep(VfsFile file) {
    try {
      long handle = lastHandle.incrementAndGet();
      files.put(handle, new OpenFile(file));
      return handle;
    } catch (Throwable failure) {
      file.close();
      throw failure;
    }
  }

  private long close(long handle, long b, long c, long d) {
    OpenFile open = files.remove(handle);
    try {
      if (open == null) {
        throw new IllegalStateException("no open file has the handle " + handle);
      }
      open.file.close();
      return ResultCode.OK;
    } catch (Throwable failure) {
      return failed(open == null ? null : open.file, failure, ResultCode.IOERR_CLOSE);
    }
  }

  private long read(OpenFile open, long address, long length, long offset) {
    int wanted = Math.toIntExact(length);
    byte[] buffer = open.buffer(wanted);
    int got = open.file.read(offset, buffer, wanted);
    if (got < 0 || got > wanted) {
      throw new IllegalStateException("read gave " + got + " of " + wanted + " bytes");
    }
    calls.copyToNative(buffer, 0, address, got);
    return got;
  }

  /** Writes what the extension gathered, in its order. */
  private long write(OpenFile open, long writes, long count, long d) {
    for (long i = 0; i < count; i++) {
      long write = writes + i * WRITE_BYTES;
      long offset = calls.getLong(write);
      int length = Math.toIntExact(calls.getLong(write + WRITE_LENGTH_OFFSET));
      byte[] buffer = open.buffer(length);
      calls.copyFromNative(calls.getLong(write + WRITE_ADDRESS_OFFSET), buffer, 0, length);
      open.file.write(offset, buffer, length);
    }
    return ResultCode.OK;
  }

  /**
   * SQLite drops its cache only after SQLITE_FULL or an SQLITE_IOERR, so a write that fails this
   * late must not have another code.
   */
  private long commitPhaseTwo(OpenFile open, long writes, long count, long d) {
    try {
      write(open, writes, count, d);
    } catch (Throwable failure) {
      if (failure instanceof VfsException known
          && (known.resultCode() == ResultCode.FULL
              || (known.resultCode() & 0xff) == ResultCode.IOERR)) {
        throw known;
      }
      throw new VfsException(ResultCode.IOERR_WRITE, failure.toString(), failure);
    }
    open.file.commitPhaseTwo();
    return ResultCode.OK;
  }

  /** Raises the lock; where the extension has room for them, tells size and version as well. */
  private long lock(OpenFile open, long level, long facts, long d) {
    open.file.lock((int) level);
    if (facts == 0) {
      return ResultCode.OK;
    }
    int ownCode = ResultCode.IOERR_FSTAT;
    try {
      long size = size(open.file);
      if (size >= VERSION_OFFSET + VERSION_BYTES) {
        ownCode = ResultCode.IOERR_READ;
        tellVersion(open, facts);
      }
      calls.putLong(facts, size);
      return ResultCode.OK;
    } catch (Throwable failure) {
      int code = failed(open.file, failure, ownCode);
      // SQLite takes a lock that failed for not taken.
      open.file.unlock(VfsFile.LOCK_NONE);
      return code;
    }
  }

  private void tellVersion(OpenFile open, long facts) {
    byte[] buffer = open.buffer(VERSION_BYTES);
    int got = open.file.read(VERSION_OFFSET, buffer, VERSION_BYTES);
    if (got != VERSION_BYTES) {
      throw new IllegalStateException("read gave " + got + " of " + VERSION_BYTES + " bytes");
    }
    calls.copyToNative(buffer, 0, facts + FACTS_VERSION_OFFSET, VERSION_BYTES);
  }

  private static long size(VfsFile file) {
    long size = file.size();
    if (size < 0) {
      throw new IllegalStateException("negative file size: " + size);
    }
    return size;
  }

  private long pragma(OpenFile open, long name, long argument, long reply) {
    String pragma = calls.utf8(name, MAX_PRAGMA_BYTES);
    String value = calls.utf8(argument, MAX_PRAGMA_BYTES);
    PragmaReply answer;
    try {
      answer = open.file.pragma(pragma, value);
    } catch (Throwable failure) {
      failed(open.file, failure, ResultCode.ERROR);
      answer =
          PragmaReply.refuse(
              failure instanceof VfsException known && known.getMessage() != null
                  ? known.getMessage()
                  : "PRAGMA " + pragma + " failed: " + failure);
    }
    if (answer == null) {
      return 0;
    }
    byte[] text = answer.text() == null ? null : answer.text().getBytes(StandardCharsets.UTF_8);
    boolean refused = answer.refused();
    if (text != null && text.length > REPLY_TEXT_BYTES) {
      if (!refused) {
        text = ("the answer to PRAGMA " + pragma + " is too long").getBytes(StandardCharsets.UTF_8);
      }
      refused = true;
    }
    calls.putInt(reply, refused ? REPLY_REFUSAL : REPLY_ANSWER);
    int length = text == null ? -1 : cut(text, REPLY_TEXT_BYTES);
    calls.putInt(reply + REPLY_LENGTH_OFFSET, length);
    if (length > 0) {
      calls.copyToNative(text, 0, reply + REPLY_TEXT_OFFSET, length);
    }
    return 1;
  }

  /** The longest length up to {@code max} that splits no character of the UTF-8 text. */
  private static int cut(byte[] text, int max) {
    if (text.length <= max) {
      return text.length;
    }
    int length = max;
    while (length > 0 && (text[length] & 0xc0) == 0x80) {
      length--;
    }
    return length;
  }

  private long randomness(long address, long length, long c, long d) {
    try {
      byte[] bytes = new byte[Math.toIntExact(length)];
      vfs.randomness(bytes);
      calls.copyToNative(bytes, 0, address, bytes.length);
      return bytes.length;
    } catch (Throwable failure) {
      failed(null, failure, ResultCode.ERROR);
      return 0;
    }
  }

  private long currentTimeMillis(long a, long b, long c, long d) {
    try {
      return vfs.currentTimeMillis();
    } catch (Throwable failure) {
      failed(null, failure, ResultCode.ERROR);
      return Callback.FAILED;
    }
  }

  private long busy(long connection, long attempts, long c, long d) {
    try {
      return vfs.retryAfterBusy(connection, (int) attempts) ? 1 : 0;
    } catch (Throwable failure) {
      failed(null, failure, ResultCode.BUSY);
      return 0;
    }
  }

  /** Reports a failure and gives its result code. */
  private int failed(VfsFile file, Throwable failure, int ownCode) {
    report(file, failure);
    if (failure instanceof OutOfMemoryError) {
      return ResultCode.NOMEM;
    }
    if (failure instanceof VfsException known && known.resultCode() > 0) {
      return known.resultCode();
    }
    return ownCode;
  }

  private void report(VfsFile file, Throwable failure) {
    try {
      vfs.report(file, failure);
    } catch (Throwable unreported) {
      // The result code still tells SQLite.
      return;
    }
  }
}
