/* What the checks share: files in memory behind the callbacks, and faults on demand. */
#ifndef HARNESS_H
#define HARNESS_H

#include <stdint.h>
#include <sqlite3.h>

/* The extension's exports, as Java declares them: integers only. */
int64_t icsqlite_abi_version(void);
int64_t icsqlite_api(void);
int64_t icsqlite_call(int64_t function, int64_t a, int64_t b, int64_t c, int64_t d, int64_t e,
                      int64_t f);
int64_t icsqlite_call1(int64_t function, int64_t a);
int64_t icsqlite_call3(int64_t function, int64_t a, int64_t b, int64_t c);
int64_t icsqlite_same(int64_t function);
int64_t icsqlite_allocate(int64_t length);
int64_t icsqlite_release(int64_t memory);
int64_t icsqlite_text_length(int64_t text, int64_t max);
int64_t icsqlite_limit(int64_t db, int64_t id, int64_t value);
int64_t icsqlite_db_config(int64_t db, int64_t op, int64_t value);
int64_t icsqlite_vfs_create(int64_t name, int64_t callbacks);
int64_t icsqlite_set_busy_handler(int64_t db, int64_t connection);
int64_t icsqlite_private_files(int64_t name);
int64_t icsqlite_policy_new(void);
int64_t icsqlite_policy_free(int64_t policy);
int64_t icsqlite_set_policy(int64_t db, int64_t policy);

/* rows_test.c: the number of mismatches. */
int rows_and_guards(void);

/* canister_test.c: the same. */
int canisters(void);

extern int64_t allocations_left; /* before every further one fails; negative: none fails */

#define ADDRESS(p) ((int64_t)(intptr_t)(p))

/* The callbacks in the order of struct icsqlite_callbacks. */
enum operation {
  OPEN, CLOSE, READ, WRITE, TRUNCATE, SIZE, LOCK, UNLOCK, RESERVED, COMMIT, PRAGMA, RANDOMNESS,
  TIME, BUSY, OPERATIONS
};
typedef int64_t (*callback)(int64_t, int64_t, int64_t, int64_t);
extern const callback memory_callbacks[OPERATIONS];

extern int64_t calls[OPERATIONS];
extern int open_files;
extern int busy_retries;           /* how often the busy callback answers "again" */
extern int64_t busy_connection;    /* what it was called with last */
extern int tell_nothing;           /* whether locks come without facts */
extern int64_t now_millis;

/* From the skip-th call on, count calls of the operation give result instead of working. */
void inject(enum operation operation, int64_t skip, int64_t count, int64_t result);
void inject_nothing(void);
void forget_files(void);

#endif
