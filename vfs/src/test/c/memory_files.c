/*
 * The Java side of the VFS, in C: databases in memory. As in Java, what is written under RESERVED
 * stays when it is committed and vanishes when the lock is lowered without a commit.
 */
#include "harness.h"

#include <stdlib.h>
#include <string.h>

enum { FILES = 64, NAME = 600 };

struct contents {
  char name[NAME];
  unsigned char *bytes;
  int64_t size;
  int64_t writer;          /* handle that holds RESERVED or more, or 0 */
  unsigned char *restored; /* while there is a writer and no commit: what it found */
  int64_t restored_size;
};

struct opened {
  struct contents *contents;
};

int64_t calls[OPERATIONS];
int open_files;
int busy_retries;
int64_t busy_connection;
int tell_nothing;
int64_t now_millis = INT64_C(1700000000123);

static struct contents *databases[FILES];
static struct opened handles[FILES]; /* handle h is handles[h - 1] */

static enum operation fault_operation;
static int64_t fault_skip;
static int64_t fault_count;
static int64_t fault_result;

void inject(enum operation operation, int64_t skip, int64_t count, int64_t result) {
  fault_operation = operation;
  fault_skip = skip;
  fault_count = count;
  fault_result = result;
}

void inject_nothing(void) { fault_count = 0; }

static int faulty(enum operation operation, int64_t *result) {
  calls[operation]++;
  if (fault_count == 0 || operation != fault_operation) return 0;
  if (fault_skip > 0) {
    fault_skip--;
    return 0;
  }
  fault_count--;
  *result = fault_result;
  return 1;
}

static void resize(struct contents *c, int64_t size) {
  unsigned char *bytes = realloc(c->bytes, size > 0 ? (size_t)size : 1);
  if (bytes == NULL) abort();
  if (size > c->size) memset(bytes + c->size, 0, (size_t)(size - c->size));
  c->bytes = bytes;
  c->size = size;
}

static struct contents *contents_of(int64_t handle) {
  if (handle < 1 || handle > FILES || handles[handle - 1].contents == NULL) abort();
  return handles[handle - 1].contents;
}

static void drop_writer(struct contents *c) {
  if (c->restored != NULL) {
    free(c->bytes);
    c->bytes = c->restored;
    c->size = c->restored_size;
    c->restored = NULL;
  }
  c->writer = 0;
}

static int64_t mem_open(int64_t name, int64_t flags, int64_t c, int64_t d) {
  const char *text = (const char *)(intptr_t)name;
  struct contents *found = NULL;
  int64_t result;
  int i;
  (void)c;
  (void)d;
  if (faulty(OPEN, &result)) return result;
  if (text != NULL && strlen(text) >= NAME) abort();
  if ((flags & SQLITE_OPEN_MAIN_DB) == 0) abort();
  for (i = 0; i < FILES && databases[i] != NULL; i++) {
    if (strcmp(databases[i]->name, text) == 0) found = databases[i];
  }
  if (found == NULL) {
    if (i == FILES) abort();
    found = databases[i] = calloc(1, sizeof(struct contents));
    if (found == NULL) abort();
    strcpy(found->name, text);
  }
  for (i = 0; handles[i].contents != NULL; i++) {
    if (i == FILES - 1) abort();
  }
  handles[i].contents = found;
  open_files++;
  return i + 1;
}

static int64_t mem_close(int64_t h, int64_t b, int64_t c, int64_t d) {
  struct contents *contents = contents_of(h);
  int64_t result = 0;
  (void)b;
  (void)c;
  (void)d;
  faulty(CLOSE, &result);
  handles[h - 1].contents = NULL;
  open_files--;
  if (contents->writer == h) drop_writer(contents);
  return result;
}

static int64_t mem_read(int64_t h, int64_t buffer, int64_t n, int64_t offset) {
  struct contents *c = contents_of(h);
  int64_t result;
  int64_t got;
  if (n <= 0 || offset < 0) abort();
  if (faulty(READ, &result)) return result;
  got = offset >= c->size ? 0 : c->size - offset;
  if (got > n) got = n;
  if (got > 0) memcpy((void *)(intptr_t)buffer, c->bytes + offset, (size_t)got);
  return got;
}

static int64_t mem_write(int64_t h, int64_t writes, int64_t count, int64_t d) {
  struct contents *c = contents_of(h);
  int64_t result;
  int64_t i;
  (void)d;
  if (count <= 0) abort();
  for (i = 0; i < count; i++) {
    int64_t write[3]; /* offset, length, address */
    memcpy(write, (const int64_t *)(intptr_t)writes + 3 * i, sizeof write);
    if (write[0] < 0 || write[1] <= 0) abort();
    if (faulty(WRITE, &result)) return result;
    if (write[0] + write[1] > c->size) resize(c, write[0] + write[1]);
    memcpy(c->bytes + write[0], (const void *)(intptr_t)write[2], (size_t)write[1]);
  }
  return 0;
}

static int64_t mem_truncate(int64_t h, int64_t size, int64_t c, int64_t d) {
  int64_t result;
  (void)c;
  (void)d;
  if (size < 0) abort();
  if (faulty(TRUNCATE, &result)) return result;
  resize(contents_of(h), size);
  return 0;
}

static int64_t mem_size(int64_t h, int64_t b, int64_t c, int64_t d) {
  int64_t result;
  (void)b;
  (void)c;
  (void)d;
  return faulty(SIZE, &result) ? result : contents_of(h)->size;
}

static int64_t mem_lock(int64_t h, int64_t level, int64_t facts, int64_t d) {
  struct contents *contents = contents_of(h);
  int64_t result;
  (void)d;
  if (level < SQLITE_LOCK_SHARED || level > SQLITE_LOCK_EXCLUSIVE) abort();
  if (faulty(LOCK, &result)) return result;
  if (level >= SQLITE_LOCK_RESERVED) {
    if (contents->writer != 0 && contents->writer != h) return SQLITE_BUSY;
    if (contents->writer == 0) {
      contents->restored = malloc((size_t)contents->size + 1);
      if (contents->restored == NULL) abort();
      if (contents->size > 0) memcpy(contents->restored, contents->bytes, (size_t)contents->size);
      contents->restored_size = contents->size;
    }
    contents->writer = h;
  }
  if (facts != 0 && !tell_nothing) {
    memcpy((void *)(intptr_t)facts, &contents->size, 8);
    if (contents->size >= 40) memcpy((char *)(intptr_t)facts + 8, contents->bytes + 24, 16);
  }
  return 0;
}

static int64_t mem_unlock(int64_t h, int64_t level, int64_t c, int64_t d) {
  struct contents *contents = contents_of(h);
  int64_t result = 0;
  (void)c;
  (void)d;
  if (level != SQLITE_LOCK_NONE && level != SQLITE_LOCK_SHARED) abort();
  faulty(UNLOCK, &result);
  if (contents->writer == h) drop_writer(contents);
  return result;
}

static int64_t mem_reserved(int64_t h, int64_t b, int64_t c, int64_t d) {
  int64_t result;
  (void)b;
  (void)c;
  (void)d;
  return faulty(RESERVED, &result) ? result : contents_of(h)->writer != 0;
}

static int64_t mem_commit(int64_t h, int64_t writes, int64_t count, int64_t d) {
  struct contents *contents = contents_of(h);
  int64_t result = count == 0 ? 0 : mem_write(h, writes, count, d);
  /* What a commit fails with must be one of these two, see VfsBinding. */
  if (result != 0) return result == SQLITE_FULL || result == -SQLITE_FULL ? result : SQLITE_IOERR_WRITE;
  if (faulty(COMMIT, &result)) return result;
  free(contents->restored);
  contents->restored = NULL;
  return 0;
}

static void reply(int64_t block, int32_t kind, int32_t length, char fill) {
  int32_t head[2];
  head[0] = kind;
  head[1] = length;
  memcpy((void *)(intptr_t)block, head, sizeof head);
  if (length > 0 && length <= 1024) memset((char *)(intptr_t)block + 8, fill, (size_t)length);
}

static int64_t mem_pragma(int64_t h, int64_t name, int64_t argument, int64_t block) {
  const char *text = (const char *)(intptr_t)name;
  int64_t result;
  contents_of(h);
  if (faulty(PRAGMA, &result)) return result;
  if (strcmp(text, "refused") == 0) reply(block, 2, 3, 'r');
  else if (strcmp(text, "refused_silently") == 0) reply(block, 2, -1, 0);
  else if (strcmp(text, "answered") == 0) reply(block, 1, argument == 0 ? 1 : 2, 'a');
  else if (strcmp(text, "empty") == 0) reply(block, 1, -1, 0);
  else if (strcmp(text, "full") == 0) reply(block, 1, 1024, 'f');
  else if (strcmp(text, "too_long") == 0) reply(block, 1, 1025, 'x');
  else if (strcmp(text, "bad_kind") == 0) reply(block, 7, 1, 'x');
  else return 0;
  return 1;
}

static int64_t mem_randomness(int64_t buffer, int64_t n, int64_t c, int64_t d) {
  int64_t result;
  (void)c;
  (void)d;
  if (faulty(RANDOMNESS, &result)) return result;
  memset((void *)(intptr_t)buffer, 7, (size_t)n);
  return n;
}

static int64_t mem_time(int64_t a, int64_t b, int64_t c, int64_t d) {
  int64_t result;
  (void)a;
  (void)b;
  (void)c;
  (void)d;
  return faulty(TIME, &result) ? result : now_millis;
}

static int64_t mem_busy(int64_t connection, int64_t attempts, int64_t c, int64_t d) {
  int64_t result;
  (void)c;
  (void)d;
  if (faulty(BUSY, &result)) return result;
  busy_connection = connection;
  return attempts < busy_retries;
}

const callback memory_callbacks[OPERATIONS] = {
    mem_open,   mem_close,    mem_read,   mem_write,  mem_truncate,   mem_size, mem_lock,
    mem_unlock, mem_reserved, mem_commit, mem_pragma, mem_randomness, mem_time, mem_busy,
};

void forget_files(void) {
  int i;
  if (open_files != 0) abort();
  for (i = 0; i < FILES && databases[i] != NULL; i++) {
    free(databases[i]->bytes);
    free(databases[i]);
    databases[i] = NULL;
  }
}
