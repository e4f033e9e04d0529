/*
 * The sqlite3_vfs whose databases live in Java.
 *
 * No shared memory and no memory mapping (io_methods version 1), so SQLite refuses WAL; the open of
 * a -wal file is refused as well.
 */
#include "files.h"

enum {
  MAX_PATH = 512,
  MAX_VFS = 4096,
  CONNECTION_BITS = 48
};

/* Milliseconds from the start of the Julian day count to the start of Unix time. */
#define UNIX_EPOCH_JULIAN INT64_C(210866760000000)
#define MILLIS_PER_DAY 86400000.0

/* Every VFS made here; none is ever taken away, since connections may still use it. */
static struct vfs *vfs_list[MAX_VFS];
static int64_t vfs_count;

static int64_t address(const void *pointer) { return (int64_t)(intptr_t)pointer; }

int icsqlite_common_control(const struct vfs *v, int lock, int op, void *argument) {
  int *number = argument;
  switch (op) {
    case SQLITE_FCNTL_SYNC: /* also sent by a rollback after a cache spill: publishes nothing */
    case SQLITE_FCNTL_SIZE_HINT:
    case SQLITE_FCNTL_CHUNK_SIZE:
      return SQLITE_OK;
    case SQLITE_FCNTL_LOCKSTATE:
      if (number != NULL) *number = lock;
      return SQLITE_OK;
    case SQLITE_FCNTL_HAS_MOVED:
      if (number != NULL) *number = 0;
      return SQLITE_OK;
    case SQLITE_FCNTL_VFSNAME:
      if (argument != NULL) *(char **)argument = sqlite3_mprintf("%s", v->name);
      return SQLITE_OK;
    default:
      return SQLITE_NOTFOUND;
  }
}

static int vfs_open(sqlite3_vfs *base, const char *name, sqlite3_file *file, int flags,
                    int *out_flags) {
  struct vfs *v = ((struct vfs *)base)->origin;
  int rc = SQLITE_OK;
  file->pMethods = NULL;
  if ((flags & SQLITE_OPEN_WAL) != 0) return SQLITE_CANTOPEN;
  if ((flags & SQLITE_OPEN_MAIN_DB) != 0) {
    rc = icsqlite_open_main(v, name, (struct main_file *)file, flags);
  } else {
    icsqlite_open_private(v, name, (struct private_file *)file, flags);
  }
  if (rc == SQLITE_OK && out_flags != NULL) *out_flags = flags;
  return rc;
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
  int64_t millis =
      v->fixed_millis != INT64_MIN ? v->fixed_millis : v->java.current_time_millis(0, 0, 0, 0);
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
  while (length <= ICSQLITE_MAX_NAME && text[length] != 0) length++;
  if (length == 0 || length > ICSQLITE_MAX_NAME) return SQLITE_MISUSE;
  if (vfs_count == MAX_VFS) return SQLITE_FULL;
  v = sqlite3_malloc64(sizeof(struct vfs));
  if (v == NULL) return SQLITE_NOMEM;
  icsqlite_zero(v, sizeof(struct vfs));
  icsqlite_copy(v->name, text, length);
  icsqlite_copy(&v->java, (const void *)(intptr_t)callbacks, sizeof(struct icsqlite_callbacks));
  v->index = vfs_count;
  v->origin = v;
  v->fixed_millis = INT64_MIN;
  v->base.iVersion = 2;
  v->base.szOsFile = sizeof(union any_file);
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

/*
 * Registers a VFS that is another one but for its clock, which stands still. It serves one
 * connection, for SQLite asks the VFS what time it is and does not say for whom. Returns 0 when the
 * other one is not made here, a name is too long or there is no memory.
 */
ICSQLITE_EXPORT int64_t icsqlite_clock_create(int64_t origin, int64_t name, int64_t millis) {
  sqlite3_vfs *base = origin == 0 ? NULL : sqlite3_vfs_find((const char *)(intptr_t)origin);
  const char *text = (const char *)(intptr_t)name;
  struct vfs *v;
  int64_t length = 0;
  if (base == NULL || base->xOpen != vfs_open || text == NULL) return 0;
  while (length <= ICSQLITE_MAX_NAME && text[length] != 0) length++;
  if (length == 0 || length > ICSQLITE_MAX_NAME) return 0;
  v = sqlite3_malloc64(sizeof(struct vfs));
  if (v == NULL) return 0;
  icsqlite_copy(v, base, sizeof(struct vfs));
  icsqlite_zero(v->name, sizeof(v->name));
  icsqlite_copy(v->name, text, length);
  v->base.zName = v->name;
  v->base.pNext = NULL;
  v->fixed_millis = millis;
  if (sqlite3_vfs_register(&v->base, 0) != SQLITE_OK) {
    sqlite3_free(v);
    return 0;
  }
  return address(v);
}

/* Frees what icsqlite_clock_create made; its connection is closed. */
ICSQLITE_EXPORT int64_t icsqlite_clock_free(int64_t clock) {
  struct vfs *v = (struct vfs *)(intptr_t)clock;
  if (v == NULL || v->origin == v) return SQLITE_MISUSE;
  sqlite3_vfs_unregister(&v->base);
  sqlite3_free(v);
  return SQLITE_OK;
}

/* Journals and temporary files that are open in the VFS of that name; 0 when it is not made here. */
ICSQLITE_EXPORT int64_t icsqlite_private_files(int64_t name) {
  sqlite3_vfs *base = name == 0 ? NULL : sqlite3_vfs_find((const char *)(intptr_t)name);
  if (base == NULL || base->xOpen != vfs_open) return 0;
  return __atomic_load_n(&((struct vfs *)base)->private_files, __ATOMIC_RELAXED);
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
