/*
 * The two kinds of open files. Both belong to one connection and are used under its mutex alone, so
 * nothing in them needs a lock.
 */
#ifndef ICSQLITE_FILES_H
#define ICSQLITE_FILES_H

#include "icsqlite.h"

enum { ICSQLITE_SECTOR_SIZE = 16384, ICSQLITE_MAX_NAME = 255 };

struct vfs {
  sqlite3_vfs base;
  struct icsqlite_callbacks java;
  int64_t index;         /* in vfs_list */
  int64_t private_files; /* open ones, of all connections: changed by atomic additions only */
  struct vfs *origin;    /* that the files belong to: itself, unless it is a clock's */
  int64_t fixed_millis;  /* Unix time at which its clock stands, or INT64_MIN for Java's clock */
  char name[ICSQLITE_MAX_NAME + 1];
};

/* The bytes of a private file. All zero: an empty one. */
struct contents {
  unsigned char **chunks; /* each NULL, which reads as zeros, or CHUNK bytes */
  int64_t slots;
  int64_t size; /* what a chunk holds beyond it is undefined */
};

struct gathered;

/* The main database of a connection: its bytes are Java's. */
struct main_file {
  sqlite3_file base;
  struct vfs *vfs;
  int64_t handle;
  int lock;
  int powersafe_overwrite;
  struct icsqlite_facts facts;
  struct gathered *gathered; /* NULL until the first write */
  struct contents spare;     /* of the journal that was closed last */
};

/* A journal or a temporary file: its bytes are here, and nobody else can open it. */
struct private_file {
  sqlite3_file base;
  struct vfs *vfs;
  struct main_file *owner; /* of a main journal, whose memory goes there in the end; else NULL */
  struct contents contents;
};

union any_file {
  struct main_file main;
  struct private_file private;
};

int icsqlite_open_main(struct vfs *v, const char *name, struct main_file *f, int flags);
void icsqlite_open_private(struct vfs *v, const char *name, struct private_file *f, int flags);

/* The file if it is an open one of icsqlite_open_main, else NULL. */
struct main_file *icsqlite_as_main(sqlite3_file *file);

void icsqlite_free_contents(struct contents *c);

/* The answers that are the same for both; SQLITE_NOTFOUND when there is none. */
int icsqlite_common_control(const struct vfs *v, int lock, int op, void *argument);

#endif
