/* The little that a C library would give. */
#include "icsqlite.h"

enum { WORD = 8, BLOCK = 16, BLOCKS = 64 };

static void copy_block(char *to, const char *from) { __builtin_memcpy(to, from, BLOCK); }

/* The few bytes of a text and pages of 16 KiB alike: blocks, the last of which overlaps the one before. */
void icsqlite_copy(void *to, const void *from, int64_t length) {
  char *t = to;
  const char *f = from;
  int64_t at = 0;
  if (length < BLOCK) {
    if (length >= WORD) {
      int64_t first;
      int64_t last;
      __builtin_memcpy(&first, f, WORD);
      __builtin_memcpy(&last, f + length - WORD, WORD);
      __builtin_memcpy(t, &first, WORD);
      __builtin_memcpy(t + length - WORD, &last, WORD);
    } else {
      while (length-- > 0) *t++ = *f++;
    }
    return;
  }
  for (; length - at >= BLOCKS; at += BLOCKS) {
    copy_block(t + at, f + at);
    copy_block(t + at + BLOCK, f + at + BLOCK);
    copy_block(t + at + 2 * BLOCK, f + at + 2 * BLOCK);
    copy_block(t + at + 3 * BLOCK, f + at + 3 * BLOCK);
  }
  for (; length - at > BLOCK; at += BLOCK) copy_block(t + at, f + at);
  copy_block(t + length - BLOCK, f + length - BLOCK);
}

void icsqlite_zero(void *to, int64_t length) {
  char *t = to;
  while (length-- > 0) *t++ = 0;
}

#ifndef ICSQLITE_HOSTED
/* The compiler may call these three whatever the source says. */
void *memcpy(void *to, const void *from, size_t length) {
  icsqlite_copy(to, from, (int64_t)length);
  return to;
}

void *memmove(void *to, const void *from, size_t length) {
  char *t = to;
  const char *f = from;
  if (t <= f) {
    while (length-- > 0) *t++ = *f++;
  } else {
    while (length-- > 0) t[length] = f[length];
  }
  return to;
}

void *memset(void *to, int value, size_t length) {
  char *t = to;
  while (length-- > 0) *t++ = (char)value;
  return to;
}

#ifdef _WIN32
/* Named by every object that uses floating point. */
int _fltused = 0;
#endif
#endif
