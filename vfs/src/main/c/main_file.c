/*
 * The main database file of a connection. Its bytes are Java's; here is checked what SQLite passes,
 * and answered or gathered what needs no call of Java:
 *
 *   - With a lock taken from NONE, Java tells size and version. Both hold, since SQLite reads one
 *     snapshot under a lock, until this connection writes, commits or lowers the lock.
 *   - Locks above RESERVED exclude nobody: readers have snapshots.
 *   - Writes under RESERVED wait here until the commit takes them along, or until something could
 *     tell that Java lacks them. A write that Java then refuses stays gathered until the lock is
 *     lowered, so that no later commit can miss it.
 *
 * A file exists in Java exactly while pMethods is set.
 */
#include "files.h"

enum { GATHERED_WRITES = 256, GATHERED_BYTES = 1 << 20, KEPT_BYTES = 1 << 18 };

struct gathered {
  int64_t count;
  int64_t used; /* of bytes */
  int64_t most; /* the highest used since it was allocated */
  struct icsqlite_write writes[GATHERED_WRITES];
  unsigned char bytes[GATHERED_BYTES];
};

static int64_t address(const void *pointer) { return (int64_t)(intptr_t)pointer; }

static void forget_facts(struct main_file *f) { f->facts.size = -1; }

static void forget_writes(struct main_file *f) {
  if (f->gathered == NULL) return;
  f->gathered->count = 0;
  f->gathered->used = 0;
}

static void free_writes(struct main_file *f) {
  sqlite3_free(f->gathered);
  f->gathered = NULL;
}

/* Hands what was gathered to Java. When that fails it stays gathered: handing it on again is fine. */
static int flush(struct main_file *f) {
  struct gathered *g = f->gathered;
  int rc;
  if (g == NULL || g->count == 0) return SQLITE_OK;
  rc = icsqlite_status(f->vfs->java.write(f->handle, address(g->writes), g->count, 0),
                       SQLITE_IOERR_WRITE);
  if (rc == SQLITE_OK) forget_writes(f);
  return rc;
}

static int gathered_between(const struct main_file *f, int64_t start, int64_t end) {
  const struct gathered *g = f->gathered;
  int64_t i;
  if (g == NULL) return 0;
  for (i = 0; i < g->count; i++) {
    if (g->writes[i].offset < end && start < g->writes[i].offset + g->writes[i].length) return 1;
  }
  return 0;
}

static int file_close(sqlite3_file *base) {
  struct main_file *f = (struct main_file *)base;
  int64_t result = f->vfs->java.close(f->handle, 0, 0, 0);
  free_writes(f);
  icsqlite_free_contents(&f->spare);
  f->base.pMethods = NULL;
  return icsqlite_status(result, SQLITE_IOERR_CLOSE);
}

static int read_java(struct main_file *f, void *buffer, int amount, int64_t offset) {
  int64_t got = f->vfs->java.read(f->handle, address(buffer), amount, offset);
  int rc;
  if (got == amount) return SQLITE_OK;
  if (got >= 0 && got < amount) {
    icsqlite_zero((char *)buffer + got, amount - got);
    return SQLITE_IOERR_SHORT_READ;
  }
  if (got > amount) return SQLITE_IOERR_READ;
  rc = icsqlite_status(got, SQLITE_IOERR_READ);
  /* To SQLite a short read is no failure: it would go on with whatever the buffer holds. */
  return rc == SQLITE_IOERR_SHORT_READ ? SQLITE_IOERR_READ : rc;
}

static int file_read(sqlite3_file *base, void *buffer, int amount, sqlite3_int64 offset) {
  struct main_file *f = (struct main_file *)base;
  int rc;
  if (amount < 0 || offset < 0 || offset > INT64_MAX - amount) return SQLITE_IOERR_READ;
  if (amount == 0) return SQLITE_OK;
  if (offset == ICSQLITE_VERSION_OFFSET && amount == ICSQLITE_VERSION_BYTES &&
      f->facts.size >= ICSQLITE_VERSION_OFFSET + ICSQLITE_VERSION_BYTES) {
    icsqlite_copy(buffer, f->facts.version, amount);
    return SQLITE_OK;
  }
  if (gathered_between(f, offset, offset + amount)) {
    rc = flush(f);
    if (rc != SQLITE_OK) return rc;
  }
  rc = read_java(f, buffer, amount, offset);
  if (rc == SQLITE_IOERR_SHORT_READ && f->gathered != NULL && f->gathered->count > 0) {
    /* What was gathered may have moved the end of the file. */
    rc = flush(f);
    if (rc == SQLITE_OK) rc = read_java(f, buffer, amount, offset);
  }
  return rc;
}

static int write_java(struct main_file *f, const void *buffer, int amount, int64_t offset) {
  struct icsqlite_write one;
  one.offset = offset;
  one.length = amount;
  one.bytes = address(buffer);
  return icsqlite_status(f->vfs->java.write(f->handle, address(&one), 1, 0), SQLITE_IOERR_WRITE);
}

static int file_write(sqlite3_file *base, const void *buffer, int amount, sqlite3_int64 offset) {
  struct main_file *f = (struct main_file *)base;
  struct gathered *g;
  struct icsqlite_write *next;
  int rc;
  if (amount < 0 || offset < 0 || offset > INT64_MAX - amount) return SQLITE_IOERR_WRITE;
  if (amount == 0) return SQLITE_OK;
  forget_facts(f);
  /* Without the lock Java says at once what is wrong. */
  if (f->lock < SQLITE_LOCK_RESERVED) return write_java(f, buffer, amount, offset);
  if (f->gathered == NULL) {
    f->gathered = sqlite3_malloc64(sizeof(struct gathered));
    if (f->gathered == NULL) return write_java(f, buffer, amount, offset);
    f->gathered->most = 0;
    forget_writes(f);
  }
  g = f->gathered;
  if (g->count == GATHERED_WRITES || amount > GATHERED_BYTES - g->used) {
    rc = flush(f);
    if (rc != SQLITE_OK) return rc;
    if (amount > GATHERED_BYTES) return write_java(f, buffer, amount, offset);
  }
  next = &g->writes[g->count];
  next->offset = offset;
  next->length = amount;
  next->bytes = address(g->bytes + g->used);
  icsqlite_copy(g->bytes + g->used, buffer, amount);
  g->used += amount;
  g->count++;
  if (g->used > g->most) g->most = g->used;
  return SQLITE_OK;
}

static int file_truncate(sqlite3_file *base, sqlite3_int64 size) {
  struct main_file *f = (struct main_file *)base;
  int rc;
  if (size < 0) return SQLITE_IOERR_TRUNCATE;
  forget_facts(f);
  rc = flush(f);
  if (rc != SQLITE_OK) return rc;
  return icsqlite_status(f->vfs->java.truncate(f->handle, size, 0, 0), SQLITE_IOERR_TRUNCATE);
}

static int file_sync(sqlite3_file *base, int flags) {
  (void)base;
  (void)flags;
  return SQLITE_OK;
}

static int file_size(sqlite3_file *base, sqlite3_int64 *size) {
  struct main_file *f = (struct main_file *)base;
  int64_t result = f->facts.size;
  if (result < 0) {
    int rc = flush(f);
    if (rc != SQLITE_OK) return rc;
    result = f->vfs->java.size(f->handle, 0, 0, 0);
  }
  if (result < 0) return icsqlite_status(result, SQLITE_IOERR_FSTAT);
  *size = result;
  return SQLITE_OK;
}

static int file_lock(sqlite3_file *base, int level) {
  struct main_file *f = (struct main_file *)base;
  int64_t facts = 0;
  int rc;
  if (level < SQLITE_LOCK_NONE || level > SQLITE_LOCK_EXCLUSIVE) return SQLITE_IOERR_LOCK;
  if (level <= f->lock) return SQLITE_OK;
  if (f->lock >= SQLITE_LOCK_RESERVED) {
    f->lock = level;
    return SQLITE_OK;
  }
  if (f->lock == SQLITE_LOCK_NONE) {
    forget_facts(f);
    facts = address(&f->facts);
  }
  rc = icsqlite_status(f->vfs->java.lock(f->handle, level, facts, 0), SQLITE_IOERR_LOCK);
  if (rc == SQLITE_OK) f->lock = level;
  else forget_facts(f);
  return rc;
}

static int file_unlock(sqlite3_file *base, int level) {
  struct main_file *f = (struct main_file *)base;
  int flushed;
  int rc;
  if (level != SQLITE_LOCK_NONE && level != SQLITE_LOCK_SHARED) return SQLITE_IOERR_UNLOCK;
  if (level >= f->lock) return SQLITE_OK;
  /* A rollback that had to put pages back: to Java they are writes like others. */
  flushed = flush(f);
  forget_writes(f);
  forget_facts(f);
  if (f->gathered != NULL && f->gathered->most > KEPT_BYTES) free_writes(f);
  /* SQLite's pager takes the lock for lowered even when it gets an error. */
  f->lock = level;
  rc = icsqlite_status(f->vfs->java.unlock(f->handle, level, 0, 0), SQLITE_IOERR_UNLOCK);
  return rc == SQLITE_OK ? flushed : rc;
}

static int file_reserved(sqlite3_file *base, int *out) {
  struct main_file *f = (struct main_file *)base;
  int64_t result = f->vfs->java.reserved(f->handle, 0, 0, 0);
  *out = result > 0;
  return result >= 0 ? SQLITE_OK : icsqlite_status(result, SQLITE_IOERR_CHECKRESERVEDLOCK);
}

static int commit_phase_two(struct main_file *f) {
  struct gathered *g = f->gathered;
  int64_t count = g == NULL ? 0 : g->count;
  int64_t writes = count == 0 ? 0 : address(g->writes);
  int rc = icsqlite_status(f->vfs->java.commit_phase_two(f->handle, writes, count, 0), SQLITE_IOERR);
  forget_writes(f);
  forget_facts(f);
  /* SQLite takes NOTFOUND for "this VFS has no such hook" and reports a successful commit. */
  return rc == SQLITE_NOTFOUND ? SQLITE_IOERR : rc;
}

/* arguments: in [1] the pragma, in [2] its argument or NULL; out [0] the text for SQLite to free. */
static int pragma(struct main_file *f, char **arguments) {
  struct icsqlite_reply reply;
  int64_t result;
  int rc = flush(f);
  if (rc != SQLITE_OK) return rc;
  reply.kind = 0;
  reply.length = -1;
  result = f->vfs->java.pragma(f->handle, address(arguments[1]), address(arguments[2]),
                               address(&reply));
  if (result == 0) return SQLITE_NOTFOUND;
  if (result < 0) {
    rc = icsqlite_status(result, SQLITE_ERROR);
    return rc == SQLITE_NOTFOUND ? SQLITE_ERROR : rc;
  }
  if (reply.kind != ICSQLITE_REPLY_ANSWER && reply.kind != ICSQLITE_REPLY_REFUSAL) {
    return SQLITE_ERROR;
  }
  if (reply.length > ICSQLITE_REPLY_TEXT) return SQLITE_ERROR;
  if (reply.length >= 0) {
    char *text = sqlite3_malloc64((sqlite3_uint64)reply.length + 1);
    if (text == NULL) return SQLITE_NOMEM;
    icsqlite_copy(text, reply.text, reply.length);
    text[reply.length] = 0;
    arguments[0] = text;
  }
  return reply.kind == ICSQLITE_REPLY_REFUSAL ? SQLITE_ERROR : SQLITE_OK;
}

static int file_control(sqlite3_file *base, int op, void *argument) {
  struct main_file *f = (struct main_file *)base;
  int *number = argument;
  switch (op) {
    case SQLITE_FCNTL_COMMIT_PHASETWO:
      return commit_phase_two(f);
    case SQLITE_FCNTL_PRAGMA:
      return argument == NULL ? SQLITE_NOTFOUND : pragma(f, argument);
    case SQLITE_FCNTL_POWERSAFE_OVERWRITE:
      if (number != NULL) {
        if (*number >= 0) f->powersafe_overwrite = *number != 0;
        *number = f->powersafe_overwrite;
      }
      return SQLITE_OK;
    default:
      return icsqlite_common_control(f->vfs, f->lock, op, argument);
  }
}

static int file_sector_size(sqlite3_file *base) {
  (void)base;
  return ICSQLITE_SECTOR_SIZE;
}

static int file_device_characteristics(sqlite3_file *base) {
  return ((struct main_file *)base)->powersafe_overwrite ? SQLITE_IOCAP_POWERSAFE_OVERWRITE : 0;
}

static const sqlite3_io_methods main_methods = {
    .iVersion = 1,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_reserved,
    .xFileControl = file_control,
    .xSectorSize = file_sector_size,
    .xDeviceCharacteristics = file_device_characteristics,
};

struct main_file *icsqlite_as_main(sqlite3_file *file) {
  return file != NULL && file->pMethods == &main_methods ? (struct main_file *)file : NULL;
}

int icsqlite_open_main(struct vfs *v, const char *name, struct main_file *f, int flags) {
  int64_t handle = v->java.open(address(name), flags, 0, 0);
  if (handle <= 0) {
    int rc = icsqlite_status(handle, SQLITE_CANTOPEN);
    return rc == SQLITE_OK ? SQLITE_CANTOPEN : rc;
  }
  icsqlite_zero(f, sizeof(*f));
  f->vfs = v;
  f->handle = handle;
  f->lock = SQLITE_LOCK_NONE;
  f->powersafe_overwrite = 1;
  forget_facts(f);
  f->base.pMethods = &main_methods;
  return SQLITE_OK;
}
