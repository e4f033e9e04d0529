/*
 * What Java and the extension agree on. A change here, in the exports or in the
 * meaning of a callback needs a new ICSQLITE_ABI_VERSION, here and in ExtensionLoader.java.
 *
 * Every function and every callback takes and returns 64-bit integers; an address
 * is such an integer. So Java needs one calling shape and no struct layouts other than the
 * ones below.
 */
#ifndef ICSQLITE_H
#define ICSQLITE_H

#include <stddef.h>
#include <stdint.h>

#include "sqlite3ext.h"
SQLITE_EXTENSION_INIT3

#define ICSQLITE_ABI_VERSION 8

#if defined(_WIN32)
#define ICSQLITE_EXPORT __declspec(dllexport)
#else
#define ICSQLITE_EXPORT __attribute__((visibility("default")))
#endif

_Static_assert(sizeof(void *) == 8, "addresses travel as 64-bit integers");

typedef int64_t (*icsqlite_callback)(int64_t a, int64_t b, int64_t c, int64_t d);

/*
 * The Java side of a VFS: 14 function pointers. The files are main databases: journals and
 * temporary files need no Java.
 *
 *   offset  function             arguments                   result
 *        0  open                 name or 0, flags            handle > 0, or -(result code)
 *        8  close                handle                      result code
 *       16  read                 handle, buffer, n, offset   bytes read, or -(result code)
 *       24  write                handle, writes, count       result code
 *       32  truncate             handle, size                result code
 *       40  size                 handle                      size, or -(result code)
 *       48  lock                 handle, level, facts or 0   result code; level is at most RESERVED
 *                                                            but where RESERVED was not taken first
 *       56  unlock               handle, level               result code
 *       64  reserved             handle                      0 or 1, or -(result code)
 *       72  commit_phase_two     handle, writes, count       result code; writes first, which may
 *                                                            be none
 *       80  pragma               handle, name, arg or 0,     0 SQLite's own, 1 see the reply,
 *                                reply                       or -(result code)
 *       88  randomness           buffer, n                   bytes filled
 *       96  current_time_millis                              Unix time, or INT64_MIN
 *      104  busy                 connection, attempts        1 to try again, else 0
 *
 * INT64_MIN from any of them means: failed, and nothing more is known.
 */
struct icsqlite_callbacks {
  icsqlite_callback open;
  icsqlite_callback close;
  icsqlite_callback read;
  icsqlite_callback write;
  icsqlite_callback truncate;
  icsqlite_callback size;
  icsqlite_callback lock;
  icsqlite_callback unlock;
  icsqlite_callback reserved;
  icsqlite_callback commit_phase_two;
  icsqlite_callback pragma;
  icsqlite_callback randomness;
  icsqlite_callback current_time_millis;
  icsqlite_callback busy;
};
_Static_assert(sizeof(struct icsqlite_callbacks) == 14 * 8, "14 function pointers");

/*
 * One write. The array of them and the bytes live until the callback returns; a later write of the
 * same bytes holds, and the same writes may come again.
 *
 *   offset  size  field
 *        0     8  offset  in the file
 *        8     8  length  at least 1; offset + length is no overflow
 *       16     8  bytes   address of what to write
 */
struct icsqlite_write {
  int64_t offset;
  int64_t length;
  int64_t bytes;
};
_Static_assert(sizeof(struct icsqlite_write) == 24, "a write");

/*
 * What Java may tell about a file that it locks: nobody asks again before the lock is lowered or
 * this connection writes.
 *
 *   offset  size  field
 *        0     8  size     of the file in bytes, or -1 to tell nothing
 *        8    16  version  bytes 24 to 39 of a file that has them
 */
#define ICSQLITE_VERSION_OFFSET 24
#define ICSQLITE_VERSION_BYTES 16
struct icsqlite_facts {
  int64_t size;
  unsigned char version[ICSQLITE_VERSION_BYTES];
};
_Static_assert(offsetof(struct icsqlite_facts, version) == 8, "facts version");

/*
 * Java's answer to a pragma; lives on the stack of the call.
 *
 *   offset  size  field
 *        0     4  kind    1 answer, 2 refusal
 *        4     4  length  bytes of text, or -1 for no text
 *        8  1024  text    UTF-8, no terminator
 */
#define ICSQLITE_REPLY_TEXT 1024
enum { ICSQLITE_REPLY_ANSWER = 1, ICSQLITE_REPLY_REFUSAL = 2 };
struct icsqlite_reply {
  int32_t kind;
  int32_t length;
  char text[ICSQLITE_REPLY_TEXT];
};
_Static_assert(offsetof(struct icsqlite_reply, length) == 4, "reply length");
_Static_assert(offsetof(struct icsqlite_reply, text) == 8, "reply text");

/*
 * What a connection may not do. One block per connection, allocated by icsqlite_policy_new, owned
 * by Java, freed after the connection is closed or its policy removed.
 *
 *   offset  size  field
 *        0     4  flags          ICSQLITE_REFUSE_*
 *        4     4  denied_action  SQLite's action code of the last denial, 0 when there was none
 *        8   256  denied         what it named (file, function, pragma), cut to fit, NUL-terminated
 *      264     4  denied_by      the one of the flags that refused it
 *      268     4  seen           ICSQLITE_SEEN_* since Java wrote 0 there
 *      272     8  functions      0, or names: every other function is refused
 *      280     8  pragmas        0, or names: these pragmas are refused
 *
 * Names are texts one behind the other with an empty one at the end. They outlive the policy.
 */
#define ICSQLITE_DENIED_TEXT 256
enum {
  ICSQLITE_REFUSE_ATTACH = 1,
  ICSQLITE_REFUSE_LOAD_EXTENSION = 2,
  ICSQLITE_REFUSE_PRAGMA_ELSEWHERE = 4,
  /* All but one write statement: no transactions, pragmas, other databases, temporary objects. */
  ICSQLITE_ONE_UPDATE = 256,
  /* Never set: what denied_by says when one of the lists did. */
  ICSQLITE_OTHER_FUNCTION = 512,
  ICSQLITE_OTHER_PRAGMA = 1024
};
enum { ICSQLITE_SEEN_SCHEMA_ACTION = 1, ICSQLITE_SEEN_ALTER_TABLE = 2 };
struct icsqlite_policy {
  uint32_t flags;
  uint32_t denied_action;
  char denied[ICSQLITE_DENIED_TEXT];
  uint32_t denied_by;
  uint32_t seen;
  int64_t functions;
  int64_t pragmas;
};
_Static_assert(offsetof(struct icsqlite_policy, denied_action) == 4, "policy action");
_Static_assert(offsetof(struct icsqlite_policy, denied) == 8, "policy name");
_Static_assert(offsetof(struct icsqlite_policy, denied_by) == 264, "policy refusal");
_Static_assert(offsetof(struct icsqlite_policy, seen) == 268, "policy actions");
_Static_assert(offsetof(struct icsqlite_policy, functions) == 272, "policy functions");
_Static_assert(offsetof(struct icsqlite_policy, pragmas) == 280, "policy pragmas");

/*
 * What stops the statement that runs on a connection.
 *
 *   offset  size  field
 *        0     4  stop            not 0: end with SQLITE_INTERRUPT; written by any thread
 *        4     4  exceeded        1 when the intervals were used up
 *        8     8  intervals_left  of the progress handler, negative for no limit
 *       16     8  looks           how often SQLite has asked
 */
struct icsqlite_guard {
  int32_t stop;
  int32_t exceeded;
  int64_t intervals_left;
  int64_t looks;
};
_Static_assert(offsetof(struct icsqlite_guard, intervals_left) == 8, "guard intervals");
_Static_assert(sizeof(struct icsqlite_guard) == 24, "guard");

/*
 * What SQLite has counted of a statement since it was compiled, each modulo 2^32.
 *
 *   offset  size  field
 *        0     4  full_scan_steps
 *        4     4  sorts
 *        8     4  auto_index_rows
 *       12     4  vm_steps
 *       16     4  reprepares
 *       20     4  runs
 */
struct icsqlite_counters {
  uint32_t full_scan_steps;
  uint32_t sorts;
  uint32_t auto_index_rows;
  uint32_t vm_steps;
  uint32_t reprepares;
  uint32_t runs;
};
_Static_assert(sizeof(struct icsqlite_counters) == 24, "counters");

/*
 * The block through which Java runs statements. Java owns it, fills in what a call asks for, and
 * keeps it where it is while the call lasts; between calls C holds no address into it.
 *
 *   offset  size  field
 *        0     8  db               icsqlite_prepare: the connection
 *        8     8  stmt             the statement, out of icsqlite_prepare and into the others
 *       16     8  capacity         bytes of the block with this header
 *       24     8  length           icsqlite_prepare: bytes of the text, without its NUL
 *       32     8  results          icsqlite_execute_batch: offset of the results
 *       40     4  sets             parameter sets; elsewhere a flag, see the function
 *       44     4  max_rows         rows that a call fetches at most, 1 or more
 *       48     4  max_steps        steps of SQLite's machine after which it stops at the next row
 *       52     4  code             SQLITE_ROW: rows may follow; SQLITE_DONE; or an extended code
 *       56     4  rows             records written
 *       60     4  columns          of the statement
 *       64     8  used             bytes of the records behind the header
 *       72     8  needed           capacity that the row which stands needs, 0 when it did fit
 *       80     8  changes          rows changed by the statement that ended
 *       88     8  last_rowid       of the connection
 *       96     8  tail             icsqlite_prepare: where the next statement begins in the text
 *      104     8  total_before     rows the connection had changed when the statement began
 *      112     4  parameter_count  icsqlite_prepare
 *      116     4  read_only        icsqlite_prepare: 1 writes to no database, 2 EXPLAIN
 *      120     4  autocommit       1 where no BEGIN is open
 *      124     4  reprepares       how often SQLite compiled the statement anew
 *      128     8  stack_floor      calls that run SQLite's machine end at once, with
 *                                 ICSQLITE_DEEPER, where the stack has grown below this address
 *      136     8  stack_here       how far it has grown
 *      144        records, or the text of icsqlite_prepare
 *
 * A record is a row or a set of parameters; the next one follows it:
 *
 *        0     8  length           of the record, a multiple of 8
 *        8  16*n  cells
 *      ...        bytes of texts and blobs
 *
 * A cell:
 *
 *        0     4  type             SQLITE_INTEGER to SQLITE_NULL
 *        4     4  length           bytes of a text or blob
 *        8     8  value            the integer, the bits of the real, or where the bytes begin in
 *                                  the record
 */
#define ICSQLITE_EXCHANGE_HEADER 144
#define ICSQLITE_RECORD_HEADER 8
#define ICSQLITE_CELL 16
#define ICSQLITE_DEEPER (-1)
#define ICSQLITE_MALFORMED (-2) /* a set of parameters or the results do not fit the block */
struct icsqlite_exchange {
  int64_t db;
  int64_t stmt;
  int64_t capacity;
  int64_t length;
  int64_t results;
  int32_t sets;
  int32_t max_rows;
  int32_t max_steps;
  int32_t code;
  int32_t rows;
  int32_t columns;
  int64_t used;
  int64_t needed;
  int64_t changes;
  int64_t last_rowid;
  int64_t tail;
  int64_t total_before;
  int32_t parameter_count;
  int32_t read_only;
  int32_t autocommit;
  int32_t reprepares;
  int64_t stack_floor;
  int64_t stack_here;
};
_Static_assert(offsetof(struct icsqlite_exchange, code) == 52, "exchange code");
_Static_assert(offsetof(struct icsqlite_exchange, tail) == 96, "exchange tail");
_Static_assert(offsetof(struct icsqlite_exchange, stack_floor) == 128, "exchange stack");
_Static_assert(sizeof(struct icsqlite_exchange) == ICSQLITE_EXCHANGE_HEADER, "exchange");

/* A callback's result as a result code: 0, the code it names, or fallback when it names none. */
int icsqlite_status(int64_t result, int fallback);
/* The two must not overlap. */
void icsqlite_copy(void *to, const void *from, int64_t length);
void icsqlite_zero(void *to, int64_t length);

#endif
