package org.icsqlite.isolation;

/**
 * One operation of an interleaving.
 *
 * @param session the connection that does it, taken modulo their number
 * @param first a first row, a savepoint or a flavour, as the kind has it
 * @param count how many rows
 * @param length bytes of text in each row written
 */
record Step(Kind kind, int session, int first, int count, int length) {

  enum Kind {
    /** Closes the connection whatever it is at, or opens it again. */
    OPEN_OR_CLOSE,
    BEGIN,
    BEGIN_IMMEDIATE,
    COMMIT,
    ROLLBACK,
    SAVEPOINT,
    ROLLBACK_TO,
    RELEASE,
    READ_ALL,
    READ_SUMS,
    READ_BY_KEY,
    /** Leaves a query open after a few rows, or reads on in it. */
    CURSOR,
    CURSOR_CLOSE,
    INSERT,
    UPDATE,
    DELETE,
    DELETE_ALL,
    VACUUM,
    /** Creates the index, or drops it where the connection sees it. */
    INDEX,
    TEMP_WRITE,
    TEMP_COPY,
    TEMP_READ
  }
}
