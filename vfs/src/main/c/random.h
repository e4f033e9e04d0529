/*
 * SQLite's generator of random numbers (ChaCha20, as SQLite uses it since 3.43), with a state of
 * its own: from the same 44 bytes it gives what SQLite gives in a process that its VFS seeds with
 * them.
 *
 *   word  0..3   the constants of ChaCha
 *   word  4..11  bytes 0..31 of the seed
 *   word  12     blocks made, from 1
 *   word  13,14  bytes 36..43 of the seed
 *   word  15     bytes 32..35 of the seed
 *
 * A block of 64 bytes is used up from its end; what a request finds too few of is taken from the
 * block's beginning, and the rest from the end of the next one.
 */
#ifndef ICSQLITE_RANDOM_H
#define ICSQLITE_RANDOM_H

#include "icsqlite.h"

enum { ICSQLITE_SEED_BYTES = 44, ICSQLITE_RANDOM_WORDS = 16, ICSQLITE_RANDOM_BLOCK = 64 };

struct random {
  uint32_t state[ICSQLITE_RANDOM_WORDS];
  unsigned char block[ICSQLITE_RANDOM_BLOCK];
  int left; /* bytes of the block not used yet */
};

void icsqlite_random_seed(struct random *r, const unsigned char *seed);
void icsqlite_random_fill(struct random *r, unsigned char *out, int64_t length);

#endif
