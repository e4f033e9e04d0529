package org.icsqlite.migrations.flyway;

import java.util.List;
import org.flywaydb.core.api.configuration.Configuration;
import org.flywaydb.core.internal.database.sqlite.SQLiteParser;
import org.flywaydb.core.internal.parser.ParsingContext;
import org.flywaydb.core.internal.parser.Token;

/** Flyway's parser of SQLite scripts, which also knows that VACUUM runs outside transactions. */
final class FlywayParser extends SQLiteParser {

  FlywayParser(Configuration configuration, ParsingContext context) {
    super(configuration, context);
  }

  @Override
  protected Boolean detectCanExecuteInTransaction(String firstKeywords, List<Token> keywords) {
    if (firstKeywords.equals("VACUUM") || firstKeywords.startsWith("VACUUM ")) {
      return false;
    }
    return super.detectCanExecuteInTransaction(firstKeywords, keywords);
  }
}
