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

#define ICSQLITE_ABI_VERSION 2

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
 */
#define ICSQLITE_DENIED_TEXT 256
enum {
  ICSQLITE_REFUSE_ATTACH = 1,
  ICSQLITE_REFUSE_LOAD_EXTENSION = 2,
  ICSQLITE_REFUSE_PRAGMA_ELSEWHERE = 4
};
struct icsqlite_policy {
  uint32_t flags;
  uint32_t denied_action;
  char denied[ICSQLITE_DENIED_TEXT];
};
_Static_assert(offsetof(struct icsqlite_policy, denied_action) == 4, "policy action");
_Static_assert(offsetof(struct icsqlite_policy, denied) == 8, "policy name");

/* A callback's result as a result code: 0, the code it names, or fallback when it names none. */
int icsqlite_status(int64_t result, int fallback);
void icsqlite_copy(void *to, const void *from, int64_t length);
void icsqlite_zero(void *to, int64_t length);

#endif
