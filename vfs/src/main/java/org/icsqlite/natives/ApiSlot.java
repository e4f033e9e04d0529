package org.icsqlite.natives;

/**
 * Index of an 8-byte slot in sqlite3_api_routines. The same numbers stand in api_slots.h, where
 * they are compared with SQLite's header; a test compares the two lists.
 */
enum ApiSlot {
  BIND_INT64(5),
  BIND_TEXT(10),
  BUSY_HANDLER(13),
  COLUMN_BLOB(19),
  COLUMN_BYTES(20),
  COLUMN_COUNT(22),
  COLUMN_INT64(29),
  COLUMN_TEXT(36),
  COLUMN_TYPE(38),
  DB_HANDLE(49),
  ERRCODE(52),
  ERRMSG(53),
  FINALIZE(57),
  FREE(58),
  GET_AUTOCOMMIT(60),
  INTERRUPTX(64),
  LIBVERSION_NUMBER(67),
  MPRINTF(69),
  RESET(77),
  SET_AUTHORIZER(91),
  STEP(94),
  PREPARE_V2(116),
  FILE_CONTROL(127),
  MEMORY_USED(129),
  OPEN_V2(135),
  VFS_FIND(141),
  VFS_REGISTER(142),
  LIMIT(151),
  NEXT_STMT(152),
  DB_CONFIG(163),
  EXTENDED_ERRCODE(166),
  STMT_STATUS(170),
  CLOSE_V2(179),
  ERRSTR(183),
  STMT_READONLY(185),
  STRICMP(186),
  MALLOC64(197),
  SET_LAST_INSERT_ROWID(216),
  TXN_STATE(252),
  CHANGES64(253),
  ERROR_OFFSET(256);

  /** One more than the highest index. */
  static final int COUNT = ERROR_OFFSET.index + 1;

  private final int index;

  ApiSlot(int index) {
    this.index = index;
  }

  int index() {
    return index;
  }
}
