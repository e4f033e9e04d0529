package org.icsqlite.session;

import java.sql.SQLException;

/**
 * Where a batch ended early.
 *
 * @param index of the set that failed, from 0; those before it were run
 * @param cause why
 */
public record BatchFailure(int index, SQLException cause) {}
