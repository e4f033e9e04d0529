/*
 * Journals and temporary files, in chunks from SQLite's allocator. They need no Java.
 *
 * The journal of a main database is opened and closed with every transaction that writes; its
 * memory, up to KEPT_SLOTS chunks, waits for the next one in the main file of its connection.
 */
#include "files.h"

enum { CHUNK = 65536, KEPT_SLOTS = 16, MAX_SLOTS = 1 << 27 };

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

/* Frees the chunks from the slot on. */
static void release_from(struct contents *c, int64_t slot) {
  unsigned char **smaller;
  int64_t i;
  if (slot >= c->slots) return;
  for (i = slot; i < c->slots; i++) sqlite3_free(c->chunks[i]);
  c->slots = slot;
  smaller = slot == 0 ? NULL
                      : sqlite3_realloc64(c->chunks, (sqlite3_uint64)slot * sizeof(c->chunks[0]));
  if (smaller != NULL) c->chunks = smaller;
}

void icsqlite_free_contents(struct contents *c) {
  release_from(c, 0);
  sqlite3_free(c->chunks);
  icsqlite_zero(c, sizeof(*c));
}

/* Makes slots and chunks for the bytes from start to end. What fails leaves the bytes as they are. */
static int reserve(struct contents *c, int64_t start, int64_t end) {
  int64_t needed = (end - 1) / CHUNK + 1;
  int64_t i;
  if (needed > MAX_SLOTS) return SQLITE_FULL;
  if (needed > c->slots) {
    int64_t slots = c->slots * 2 < KEPT_SLOTS ? KEPT_SLOTS : least(c->slots * 2, MAX_SLOTS);
    unsigned char **chunks;
    if (slots < needed) slots = needed;
    chunks = sqlite3_realloc64(c->chunks, (sqlite3_uint64)slots * sizeof(chunks[0]));
    if (chunks == NULL) return SQLITE_IOERR_NOMEM;
    icsqlite_zero(chunks + c->slots, (slots - c->slots) * (int64_t)sizeof(chunks[0]));
    c->chunks = chunks;
    c->slots = slots;
  }
  for (i = start / CHUNK; i < needed; i++) {
    if (c->chunks[i] != NULL) continue;
    c->chunks[i] = sqlite3_malloc64(CHUNK);
    if (c->chunks[i] == NULL) return SQLITE_IOERR_NOMEM;
    icsqlite_zero(c->chunks[i], CHUNK);
  }
  return SQLITE_OK;
}

static void zero_between(struct contents *c, int64_t start, int64_t end) {
  end = least(end, c->slots * CHUNK);
  while (start < end) {
    unsigned char *chunk = c->chunks[start / CHUNK];
    int64_t part = least(CHUNK - start % CHUNK, end - start);
    if (chunk != NULL) icsqlite_zero(chunk + start % CHUNK, part);
    start += part;
  }
}

static int private_close(sqlite3_file *base) {
  struct private_file *f = (struct private_file *)base;
  if (f->owner != NULL && f->owner->spare.chunks == NULL) {
    release_from(&f->contents, KEPT_SLOTS);
    f->contents.size = 0;
    f->owner->spare = f->contents;
  } else {
    icsqlite_free_contents(&f->contents);
  }
  __atomic_sub_fetch(&f->vfs->private_files, 1, __ATOMIC_RELAXED);
  f->base.pMethods = NULL;
  return SQLITE_OK;
}

static int private_read(sqlite3_file *base, void *buffer, int amount, sqlite3_int64 offset) {
  struct contents *c = &((struct private_file *)base)->contents;
  unsigned char *to = buffer;
  int64_t left;
  if (amount < 0 || offset < 0 || offset > INT64_MAX - amount) return SQLITE_IOERR_READ;
  left = offset >= c->size ? 0 : least(amount, c->size - offset);
  icsqlite_zero(to + left, amount - left);
  amount -= (int)left;
  while (left > 0) {
    int64_t part = least(CHUNK - offset % CHUNK, left);
    const unsigned char *chunk = offset / CHUNK < c->slots ? c->chunks[offset / CHUNK] : NULL;
    if (chunk == NULL) icsqlite_zero(to, part);
    else icsqlite_copy(to, chunk + offset % CHUNK, part);
    to += part;
    offset += part;
    left -= part;
  }
  return amount == 0 ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

static int private_write(sqlite3_file *base, const void *buffer, int amount, sqlite3_int64 offset) {
  struct contents *c = &((struct private_file *)base)->contents;
  const unsigned char *from = buffer;
  int64_t end;
  int rc;
  if (amount < 0 || offset < 0 || offset > INT64_MAX - amount) return SQLITE_IOERR_WRITE;
  if (amount == 0) return SQLITE_OK;
  end = offset + amount;
  rc = reserve(c, offset, end);
  if (rc != SQLITE_OK) return rc;
  if (offset > c->size) zero_between(c, c->size, offset);
  while (offset < end) {
    int64_t part = least(CHUNK - offset % CHUNK, end - offset);
    icsqlite_copy(c->chunks[offset / CHUNK] + offset % CHUNK, from, part);
    from += part;
    offset += part;
  }
  if (end > c->size) c->size = end;
  return SQLITE_OK;
}

static int private_truncate(sqlite3_file *base, sqlite3_int64 size) {
  struct contents *c = &((struct private_file *)base)->contents;
  int64_t used;
  if (size < 0) return SQLITE_IOERR_TRUNCATE;
  if (size > c->size) zero_between(c, c->size, size);
  c->size = size;
  used = size == 0 ? 0 : (size - 1) / CHUNK + 1;
  release_from(c, used < KEPT_SLOTS ? KEPT_SLOTS : used);
  return SQLITE_OK;
}

static int private_sync(sqlite3_file *base, int flags) {
  (void)base;
  (void)flags;
  return SQLITE_OK;
}

static int private_size(sqlite3_file *base, sqlite3_int64 *size) {
  *size = ((struct private_file *)base)->contents.size;
  return SQLITE_OK;
}

static int private_lock(sqlite3_file *base, int level) {
  (void)base;
  (void)level;
  return SQLITE_OK;
}

static int private_reserved(sqlite3_file *base, int *out) {
  (void)base;
  *out = 0;
  return SQLITE_OK;
}

static int private_control(sqlite3_file *base, int op, void *argument) {
  struct private_file *f = (struct private_file *)base;
  return icsqlite_common_control(f->vfs, SQLITE_LOCK_NONE, op, argument);
}

static int private_sector_size(sqlite3_file *base) {
  (void)base;
  return ICSQLITE_SECTOR_SIZE;
}

static int private_device_characteristics(sqlite3_file *base) {
  (void)base;
  return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

static const sqlite3_io_methods private_methods = {
    .iVersion = 1,
    .xClose = private_close,
    .xRead = private_read,
    .xWrite = private_write,
    .xTruncate = private_truncate,
    .xSync = private_sync,
    .xFileSize = private_size,
    .xLock = private_lock,
    .xUnlock = private_lock,
    .xCheckReservedLock = private_reserved,
    .xFileControl = private_control,
    .xSectorSize = private_sector_size,
    .xDeviceCharacteristics = private_device_characteristics,
};

void icsqlite_open_private(struct vfs *v, const char *name, struct private_file *f, int flags) {
  icsqlite_zero(f, sizeof(*f));
  f->vfs = v;
  /* SQLite's pager opens a main journal while it holds its main file open, and closes it first. */
  if (name != NULL && (flags & SQLITE_OPEN_MAIN_JOURNAL) != 0) {
    f->owner = icsqlite_as_main(sqlite3_database_file_object(name));
    if (f->owner != NULL) {
      f->contents = f->owner->spare;
      icsqlite_zero(&f->owner->spare, sizeof(f->owner->spare));
    }
  }
  __atomic_add_fetch(&v->private_files, 1, __ATOMIC_RELAXED);
  f->base.pMethods = &private_methods;
}
