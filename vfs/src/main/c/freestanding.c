/* The little that a C library would give. */
#include "icsqlite.h"

void icsqlite_copy(void *to, const void *from, int64_t length) {
  char *t = to;
  const char *f = from;
  while (length-- > 0) *t++ = *f++;
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
    icsqlite_copy(to, from, (int64_t)length);
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
