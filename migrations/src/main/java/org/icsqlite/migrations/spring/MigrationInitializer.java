package org.icsqlite.migrations.spring;

import java.sql.SQLException;
import javax.sql.DataSource;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.icsqlite.migrations.MigrationReport;
import org.icsqlite.migrations.MigrationRunner;
import org.springframework.beans.factory.InitializingBean;

/** Runs migrations once, when the bean is made. */
public final class MigrationInitializer implements InitializingBean {

  private static final Log LOG = LogFactory.getLog(MigrationInitializer.class);

  private final MigrationRunner runner;
  private final DataSource dataSource;
  private MigrationReport report;

  MigrationInitializer(MigrationRunner runner, DataSource dataSource) {
    this.runner = runner;
    this.dataSource = dataSource;
  }

  @Override
  public void afterPropertiesSet() throws SQLException {
    report = runner.migrate(dataSource);
    for (MigrationReport.Applied applied : report.applied()) {
      LOG.info(
          "applied "
              + applied.migration().origin()
              + " in "
              + applied.elapsed().toMillis()
              + " ms");
    }
    LOG.info(
        "migrations: "
            + report.applied().size()
            + " applied, "
            + report.present().size()
            + " there before");
  }

  /** What the run did. */
  public MigrationReport report() {
    return report;
  }
}
