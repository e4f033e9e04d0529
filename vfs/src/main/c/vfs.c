/*
 * The sqlite3_vfs whose files live in Java.
 *
 * This side owns sqlite3_vfs, sqlite3_io_methods and the open file's struct; it checks what SQLite
 * passes, answers what needs no Java, and fills the rest of a short read with zeros. A file exists
 * in Java exactly while pMethods is set.
 *
 * No shared memory and no memory mapping (io_methods version 1), so SQLite refuses WAL; the open of
 * a -wal file is refused as well.
 */
#include "icsqlite.h"

enum {
  MAX_PATH = 512,
  MAX_NAME = 255,
  MAX_VFS = 4096,
  SECTOR_SIZE = 16384,
  CONNECTION_BITS = 48
};

/* Milliseconds from the start of the Julian day count to the start of Unix time. */
#define UNIX_EPOCH_JULIAN INT64_C(210866760000000)
#define MILLIS_PER_DAY 86400000.0

struct vfs {
  sqlite3_vfs base;
  struct icsqlite_callbacks java;
  int64_t index; /* in vfs_list */
  char name[MAX_NAME + 1];
};

struct file {
  sqlite3_file base;
  const struct icsqlite_callbacks *java;
  const char *vfs_name;
  int64_t handle;
  int lock;
  int powersafe_overwrite;
};

/* Every VFS made here; none is ever taken away, since connections may still use it. */
static struct vfs *vfs_list[MAX_VFS];
static int64_t vfs_count;

static int64_t address(const void *pointer) { return (int64_t)(intptr_t)pointer; }

static int file_close(sqlite3_file *base) {
  struct file *f = (struct file *)base;
  int64_t result = f->java->close(f->handle, 0, 0, 0);
  f->base.pMethods = NULL;
  return icsqlite_status(result, SQLITE_IOERR_CLOSE);
}

static int file_read(sqlite3_file *base, void *buffer, int amount, sqlite3_int64 offset) {
  struct file *f = (struct file *)base;
  int64_t got;
  int rc;
  if (amount < 0 || offset < 0 || offset > INT64_MAX - amount) return SQLITE_IOERR_READ;
  if (amount == 0) return SQLITE_OK;
  got = f->java->read(f->handle, address(buffer), amount, offset);
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

static int file_write(sqlite3_file *base, const void *buffer, int amount, sqlite3_int64 offset) {
  struct file *f = (struct file *)base;
  if (amount < 0 || offset < 0 || offset > INT64_MAX - amount) return SQLITE_IOERR_WRITE;
  if (amount == 0) return SQLITE_OK;
  return icsqlite_status(f->java->write(f->handle, address(buffer), amount, offset),
                         SQLITE_IOERR_WRITE);
}

static int file_truncate(sqlite3_file *base, sqlite3_int64 size) {
  struct file *f = (struct file *)base;
  if (size < 0) return SQLITE_IOERR_TRUNCATE;
  return icsqlite_status(f->java->truncate(f->handle, size, 0, 0), SQLITE_IOERR_TRUNCATE);
}

static int file_sync(sqlite3_file *base, int flags) {
  (void)base;
  (void)flags;
  return SQLITE_OK;
}

static int file_size(sqlite3_file *base, sqlite3_int64 *size) {
  struct file *f = (struct file *)base;
  int64_t result = f->java->size(f->handle, 0, 0, 0);
  if (result < 0) return icsqlite_status(result, SQLITE_IOERR_FSTAT);
  *size = result;
  return SQLITE_OK;
}

static int file_lock(sqlite3_file *base, int level) {
  struct file *f = (struct file *)base;
  int rc;
  if (level < SQLITE_LOCK_NONE || level > SQLITE_LOCK_EXCLUSIVE) return SQLITE_IOERR_LOCK;
  if (level <= f->lock) return SQLITE_OK;
  rc = icsqlite_status(f->java->lock(f->handle, level, 0, 0), SQLITE_IOERR_LOCK);
  if (rc == SQLITE_OK) f->lock = level;
  return rc;
}

static int file_unlock(sqlite3_file *base, int level) {
  struct file *f = (struct file *)base;
  if (level != SQLITE_LOCK_NONE && level != SQLITE_LOCK_SHARED) return SQLITE_IOERR_UNLOCK;
  if (level >= f->lock) return SQLITE_OK;
  /* SQLite's pager takes the lock for lowered even when it gets an error. */
  f->lock = level;
  return icsqlite_status(f->java->unlock(f->handle, level, 0, 0), SQLITE_IOERR_UNLOCK);
}

static int file_reserved(sqlite3_file *base, int *out) {
  struct file *f = (struct file *)base;
  int64_t result = f->java->reserved(f->handle, 0, 0, 0);
  *out = result > 0;
  return result >= 0 ? SQLITE_OK : icsqlite_status(result, SQLITE_IOERR_CHECKRESERVEDLOCK);
}

static int commit_phase_two(struct file *f) {
  int rc = icsqlite_status(f->java->commit_phase_two(f->handle, 0, 0, 0), SQLITE_IOERR);
  /* SQLite takes NOTFOUND for "this VFS has no such hook" and reports a successful commit. */
  return rc == SQLITE_NOTFOUND ? SQLITE_IOERR : rc;
}

/* arguments: in [1] the pragma, in [2] its argument or NULL; out [0] the text for SQLite to free. */
static int pragma(struct file *f, char **arguments) {
  struct icsqlite_reply reply;
  int64_t result;
  int rc;
  reply.kind = 0;
  reply.length = -1;
  result = f->java->pragma(f->handle, address(arguments[1]), address(arguments[2]), address(&reply));
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
  struct file *f = (struct file *)base;
  int *number = argument;
  switch (op) {
    case SQLITE_FCNTL_SYNC: /* also sent by a rollback after a cache spill: publishes nothing */
    case SQLITE_FCNTL_SIZE_HINT:
    case SQLITE_FCNTL_CHUNK_SIZE:
      return SQLITE_OK;
    case SQLITE_FCNTL_COMMIT_PHASETWO:
      return commit_phase_two(f);
    case SQLITE_FCNTL_PRAGMA:
      return argument == NULL ? SQLITE_NOTFOUND : pragma(f, argument);
    case SQLITE_FCNTL_LOCKSTATE:
      if (number != NULL) *number = f->lock;
      return SQLITE_OK;
    case SQLITE_FCNTL_HAS_MOVED:
      if (number != NULL) *number = 0;
      return SQLITE_OK;
    case SQLITE_FCNTL_POWERSAFE_OVERWRITE:
      if (number != NULL) {
        if (*number >= 0) f->powersafe_overwrite = *number != 0;
        *number = f->powersafe_overwrite;
      }
      return SQLITE_OK;
    case SQLITE_FCNTL_VFSNAME:
      if (argument != NULL) *(char **)argument = sqlite3_mprintf("%s", f->vfs_name);
      return SQLITE_OK;
    default:
      return SQLITE_NOTFOUND;
  }
}

static int file_sector_size(sqlite3_file *base) {
  (void)base;
  return SECTOR_SIZE;
}

static int file_device_characteristics(sqlite3_file *base) {
  return ((struct file *)base)->powersafe_overwrite ? SQLITE_IOCAP_POWERSAFE_OVERWRITE : 0;
}

static const sqlite3_io_methods file_methods = {
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

static int vfs_open(sqlite3_vfs *base, const char *name, sqlite3_file *file, int flags,
                    int *out_flags) {
  struct vfs *v = (struct vfs *)base;
  struct file *f = (struct file *)file;
  int64_t handle;
  int rc;
  f->base.pMethods = NULL;
  if ((flags & SQLITE_OPEN_WAL) != 0) return SQLITE_CANTOPEN;
  handle = v->java.open(address(name), flags, 0, 0);
  if (handle <= 0) {
    rc = icsqlite_status(handle, SQLITE_CANTOPEN);
    return rc == SQLITE_OK ? SQLITE_CANTOPEN : rc;
  }
  f->java = &v->java;
  f->vfs_name = v->name;
  f->handle = handle;
  f->lock = SQLITE_LOCK_NONE;
  f->powersafe_overwrite = 1;
  f->base.pMethods = &file_methods;
  if (out_flags != NULL) *out_flags = flags;
  return SQLITE_OK;
}

/* Files of this VFS other than databases vanish when they are closed: nothing to delete or find. */
static int vfs_delete(sqlite3_vfs *base, const char *name, int sync_directory) {
  (void)base;
  (void)name;
  (void)sync_directory;
  return SQLITE_OK;
}

static int vfs_access(sqlite3_vfs *base, const char *name, int flags, int *out) {
  (void)base;
  (void)name;
  (void)flags;
  *out = 0;
  return SQLITE_OK;
}

static int vfs_full_pathname(sqlite3_vfs *base, const char *name, int size, char *out) {
  int64_t length = 0;
  (void)base;
  if (name == NULL || size <= 0) return SQLITE_CANTOPEN;
  while (length < size && name[length] != 0) length++;
  if (length == size) return SQLITE_CANTOPEN;
  icsqlite_copy(out, name, length + 1);
  return SQLITE_OK;
}

/* SQLite calls these four without looking whether they are there. */
static void *vfs_dlopen(sqlite3_vfs *base, const char *name) {
  (void)base;
  (void)name;
  return NULL;
}

static void vfs_dlerror(sqlite3_vfs *base, int size, char *out) {
  static const char text[] = "this file system loads no extensions";
  int64_t length = (int64_t)sizeof(text) - 1;
  (void)base;
  if (size <= 0) return;
  if (length > size - 1) length = size - 1;
  icsqlite_copy(out, text, length);
  out[length] = 0;
}

static void (*vfs_dlsym(sqlite3_vfs *base, void *library, const char *symbol))(void) {
  (void)base;
  (void)library;
  (void)symbol;
  return NULL;
}

static void vfs_dlclose(sqlite3_vfs *base, void *library) {
  (void)base;
  (void)library;
}

static int vfs_randomness(sqlite3_vfs *base, int size, char *out) {
  struct vfs *v = (struct vfs *)base;
  int64_t filled;
  if (size <= 0) return 0;
  filled = v->java.randomness(address(out), size, 0, 0);
  return filled < 0 || filled > size ? 0 : (int)filled;
}

/* Sleeping needs the operating system, which SQLite's own VFS has. */
static int vfs_sleep(sqlite3_vfs *base, int microseconds) {
  sqlite3_vfs *system = sqlite3_vfs_find(NULL);
  return system == NULL || system == base ? 0 : system->xSleep(system, microseconds);
}

static int vfs_current_time_int64(sqlite3_vfs *base, sqlite3_int64 *out) {
  struct vfs *v = (struct vfs *)base;
  int64_t millis = v->java.current_time_millis(0, 0, 0, 0);
  if (millis < -UNIX_EPOCH_JULIAN || millis > INT64_MAX - UNIX_EPOCH_JULIAN) return SQLITE_ERROR;
  *out = millis + UNIX_EPOCH_JULIAN;
  return SQLITE_OK;
}

static int vfs_current_time(sqlite3_vfs *base, double *out) {
  sqlite3_int64 millis = 0;
  int rc = vfs_current_time_int64(base, &millis);
  if (rc == SQLITE_OK) *out = (double)millis / MILLIS_PER_DAY;
  return rc;
}

static int vfs_last_error(sqlite3_vfs *base, int size, char *out) {
  (void)base;
  if (size > 0) out[0] = 0;
  return 0;
}

/*
 * Makes and registers a VFS, not as the default one; copies the name and the callbacks. The caller
 * sees to it that no two threads are in here at once and that the name is not taken. The functions
 * behind the callbacks must live as long as the process.
 */
ICSQLITE_EXPORT int64_t icsqlite_vfs_create(int64_t name, int64_t callbacks) {
  const char *text = (const char *)(intptr_t)name;
  struct vfs *v;
  int64_t length = 0;
  int rc;
  if (text == NULL || callbacks == 0) return SQLITE_MISUSE;
  while (length <= MAX_NAME && text[length] != 0) length++;
  if (length == 0 || length > MAX_NAME) return SQLITE_MISUSE;
  if (vfs_count == MAX_VFS) return SQLITE_FULL;
  v = sqlite3_malloc64(sizeof(struct vfs));
  if (v == NULL) return SQLITE_NOMEM;
  icsqlite_zero(v, sizeof(struct vfs));
  icsqlite_copy(v->name, text, length);
  icsqlite_copy(&v->java, (const void *)(intptr_t)callbacks, sizeof(struct icsqlite_callbacks));
  v->index = vfs_count;
  v->base.iVersion = 2;
  v->base.szOsFile = sizeof(struct file);
  v->base.mxPathname = MAX_PATH;
  v->base.zName = v->name;
  v->base.xOpen = vfs_open;
  v->base.xDelete = vfs_delete;
  v->base.xAccess = vfs_access;
  v->base.xFullPathname = vfs_full_pathname;
  v->base.xDlOpen = vfs_dlopen;
  v->base.xDlError = vfs_dlerror;
  v->base.xDlSym = (void (*(*)(sqlite3_vfs *, void *, const char *))(void))vfs_dlsym;
  v->base.xDlClose = vfs_dlclose;
  v->base.xRandomness = vfs_randomness;
  v->base.xSleep = vfs_sleep;
  v->base.xCurrentTime = vfs_current_time;
  v->base.xGetLastError = vfs_last_error;
  v->base.xCurrentTimeInt64 = vfs_current_time_int64;
  rc = sqlite3_vfs_register(&v->base, 0);
  if (rc != SQLITE_OK) {
    sqlite3_free(v);
    return rc;
  }
  vfs_list[vfs_count++] = v;
  return SQLITE_OK;
}

static int busy(void *argument, int attempts) {
  uint64_t packed = (uint64_t)(uintptr_t)argument;
  const struct vfs *v = vfs_list[packed >> CONNECTION_BITS];
  int64_t connection = (int64_t)(packed & ((UINT64_C(1) << CONNECTION_BITS) - 1));
  return v->java.busy(connection, attempts, 0, 0) > 0;
}

/*
 * Lets Java decide what a connection does when a lock is refused. The main database must be a file
 * of a VFS made here; the number goes back to that VFS's busy callback. A negative number removes
 * the handler. VFS and number share the handler's argument, so that nothing has to be freed.
 */
ICSQLITE_EXPORT int64_t icsqlite_set_busy_handler(int64_t db, int64_t connection) {
  sqlite3 *handle = (sqlite3 *)(intptr_t)db;
  sqlite3_vfs *base = NULL;
  uint64_t packed;
  int rc;
  if (handle == NULL || connection >> CONNECTION_BITS > 0) return SQLITE_MISUSE;
  if (connection < 0) return sqlite3_busy_handler(handle, NULL, NULL);
  rc = sqlite3_file_control(handle, "main", SQLITE_FCNTL_VFS_POINTER, &base);
  if (rc != SQLITE_OK) return rc;
  if (base == NULL || base->xOpen != vfs_open) return SQLITE_MISUSE;
  packed = (uint64_t)((struct vfs *)base)->index << CONNECTION_BITS | (uint64_t)connection;
  return sqlite3_busy_handler(handle, busy, (void *)(uintptr_t)packed);
}
