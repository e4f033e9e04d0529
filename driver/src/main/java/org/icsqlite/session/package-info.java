/**
 * A connection's native side; {@link org.icsqlite.session.Session} is its root and puts the parts
 * together. Each knows only those that stand above it here:
 *
 * <pre>
 * Policy              what is refused when a statement is compiled; Restriction
 * NativeConnection    sqlite3, policy, guard, exchange, and their freeing
 * SerializedCalls     how calls get in, one after the other, until the connection closes
 * RunningCalls        the call that runs: cancel, timeout, interrupt
 * TransactionState    how JDBC's transaction stands; Failures notes it when a call fails
 * CompiledStatements  from compiling to finalizing; StatementCache, ColumnNames
 * OwnStatements       BEGIN, COMMIT and the like, for Transactions
 * Gauges, GuardPlace  the limits of a Meter around one call
 * UnfinishedStatements  ends one that stands at a row and may not go on
 * StatementExecutor   runs statements, BatchExecutor batches; Outcomes says what came of it
 * UpdateTransaction   one budgeted update; uses the session
 * </pre>
 *
 * <p>Values cross as records: Parameters and ParameterBatch write them, NativeCursor and
 * BufferedCursor read them, RecordBytes knows their layout. Knows nothing of JDBC's statements and
 * result sets, which use it; uses the cursors and parameters of the packages below, the VFS and the
 * native binding.
 */
package org.icsqlite.session;
