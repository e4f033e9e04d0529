package org.icsqlite.jdbc;

import java.sql.SQLException;
import java.sql.SQLNonTransientException;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import org.icsqlite.error.SqlErrors;
import org.icsqlite.error.SqlState;
import org.icsqlite.image.ChecksumProgress;
import org.icsqlite.image.ChecksumState;
import org.icsqlite.image.ChecksumVerification;
import org.icsqlite.image.ScanListener;
import org.icsqlite.memory.StableMemoryException;
import org.icsqlite.session.Session;
import org.icsqlite.vfs.ConnectionChecksum;
import org.icsqlite.vfs.VfsException;

/**
 * The image checksum through JDBC: runs as the other calls of the connection do, one after the
 * other, and outside of transactions where it writes.
 */
final class Checksums {

  private final Session session;
  private final ConnectionChecksum checksum;

  Checksums(Session session, ConnectionChecksum checksum) {
    this.session = session;
    this.checksum = checksum;
  }

  ChecksumState state() throws SQLException {
    session.requireOpen();
    return translated(checksum::state);
  }

  ChecksumVerification verify(ScanListener listener) throws SQLException {
    return session.finish(() -> translated(() -> checksum.verify(listener)));
  }

  ChecksumProgress refresh(ScanListener listener) throws SQLException {
    return outsideTransaction(() -> checksum.refresh(listener));
  }

  ChecksumProgress refreshChunk(long bytes, ScanListener listener) throws SQLException {
    return outsideTransaction(() -> checksum.refreshChunk(bytes, listener));
  }

  private ChecksumProgress outsideTransaction(Supplier<ChecksumProgress> work) throws SQLException {
    return session.finish(
        () -> {
          if (session.insideTransaction()) {
            throw new SQLNonTransientException(
                "a refresh of the checksum inside a transaction; commit or roll back first",
                SqlState.ACTIVE_TRANSACTION);
          }
          return translated(work);
        });
  }

  private <T> T translated(Supplier<T> work) throws SQLException {
    try {
      return work.get();
    } catch (StableMemoryException e) {
      throw SqlErrors.ofMemory(e);
    } catch (VfsException e) {
      throw SqlErrors.ofVfs(e);
    } catch (CancellationException e) {
      throw session.isClosed() ? SqlErrors.closed() : SqlErrors.cancelled(e);
    }
  }
}
