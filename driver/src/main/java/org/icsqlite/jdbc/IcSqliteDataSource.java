package org.icsqlite.jdbc;

import java.sql.Connection;
import java.sql.ConnectionBuilder;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.icsqlite.error.SqlErrors;

/**
 * A data source for one database in stable memory; each connection is opened when it is asked for
 * and closed for good. See {@link IcSqliteCommonDataSource} for how it is set up and shared.
 */
public class IcSqliteDataSource extends IcSqliteCommonDataSource implements DataSource {

  /** A data source without a URL; {@link #setUrl} before the first connection. */
  public IcSqliteDataSource() {
    super(null);
  }

  /** A data source for a {@code jdbc:icsqlite:} URL. */
  public IcSqliteDataSource(String url) {
    super(url);
  }

  /** Opens a connection; SQLState 08001 when URL or properties are wrong or the image is. */
  @Override
  public Connection getConnection() throws SQLException {
    return open();
  }

  /** As {@link #getConnection()}: SQLite knows no users, so both arguments are ignored. */
  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    return getConnection();
  }

  /** Refused: a builder sets what is not known here, users and shards. */
  @Override
  public ConnectionBuilder createConnectionBuilder() throws SQLException {
    throw Refusals.notSupported("a ConnectionBuilder: there are no users and no shards");
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    if (isWrapperFor(type)) {
      return type.cast(this);
    }
    throw SqlErrors.notWrapped(type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type != null && type.isInstance(this);
  }
}
