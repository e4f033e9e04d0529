/* ChaCha20 as random.h describes it. */
#include "random.h"

static uint32_t little_endian(const unsigned char *p) {
  return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static uint32_t rotated(uint32_t value, int bits) { return value << bits | value >> (32 - bits); }

static void quarter_round(uint32_t *x, int a, int b, int c, int d) {
  x[a] += x[b];
  x[d] = rotated(x[d] ^ x[a], 16);
  x[c] += x[d];
  x[b] = rotated(x[b] ^ x[c], 12);
  x[a] += x[b];
  x[d] = rotated(x[d] ^ x[a], 8);
  x[c] += x[d];
  x[b] = rotated(x[b] ^ x[c], 7);
}

static void next_block(struct random *r) {
  uint32_t x[ICSQLITE_RANDOM_WORDS];
  int i;
  r->state[12]++;
  icsqlite_copy(x, r->state, sizeof(x));
  for (i = 0; i < 10; i++) {
    int column;
    for (column = 0; column < 4; column++) {
      quarter_round(x, column, 4 + column, 8 + column, 12 + column);
    }
    for (column = 0; column < 4; column++) {
      quarter_round(x, column, 4 + (column + 1) % 4, 8 + (column + 2) % 4, 12 + (column + 3) % 4);
    }
  }
  for (i = 0; i < ICSQLITE_RANDOM_WORDS; i++) {
    uint32_t word = x[i] + r->state[i];
    r->block[4 * i] = (unsigned char)word;
    r->block[4 * i + 1] = (unsigned char)(word >> 8);
    r->block[4 * i + 2] = (unsigned char)(word >> 16);
    r->block[4 * i + 3] = (unsigned char)(word >> 24);
  }
  r->left = ICSQLITE_RANDOM_BLOCK;
}

void icsqlite_random_seed(struct random *r, const unsigned char *seed) {
  static const uint32_t constants[4] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
  int i;
  icsqlite_zero(r, sizeof(struct random));
  for (i = 0; i < 4; i++) r->state[i] = constants[i];
  for (i = 0; i < 8; i++) r->state[4 + i] = little_endian(seed + 4 * i);
  r->state[15] = little_endian(seed + 32);
  r->state[13] = little_endian(seed + 36);
  r->state[14] = little_endian(seed + 40);
}

void icsqlite_random_fill(struct random *r, unsigned char *out, int64_t length) {
  while (length > r->left) {
    icsqlite_copy(out, r->block, r->left);
    out += r->left;
    length -= r->left;
    next_block(r);
  }
  r->left -= (int)length;
  icsqlite_copy(out, r->block + r->left, length);
}
