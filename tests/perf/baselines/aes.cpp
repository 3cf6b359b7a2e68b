// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"

namespace weft::perf {

void aesBaseline(const uint32_t *in, uint32_t *out, const uint32_t *keys, const uint32_t *tables,
                 size_t blocks) {
  const uint32_t *t0 = tables, *t1 = tables + 256, *t2 = tables + 512, *t3 = tables + 768;
#pragma omp parallel for schedule(static)
  for (size_t block = 0; block < blocks; ++block) {
    const uint32_t *from = in + block * 4;
    uint32_t a = from[0] ^ keys[0], b = from[1] ^ keys[1];
    uint32_t c = from[2] ^ keys[2], d = from[3] ^ keys[3];
    auto mixed = [&](uint32_t i, uint32_t j, uint32_t k, uint32_t l, uint32_t key) {
      return t0[i >> 24] ^ t1[j >> 16 & 255] ^ t2[k >> 8 & 255] ^ t3[l & 255] ^ key;
    };
    for (int round = 1; round < 10; ++round) {
      const uint32_t *key = keys + round * 4;
      uint32_t na = mixed(a, b, c, d, key[0]), nb = mixed(b, c, d, a, key[1]);
      uint32_t nc = mixed(c, d, a, b, key[2]), nd = mixed(d, a, b, c, key[3]);
      a = na, b = nb, c = nc, d = nd;
    }
    auto box = [&](uint32_t x) { return t0[x & 255] >> 8 & 255; };
    auto last = [&](uint32_t i, uint32_t j, uint32_t k, uint32_t l, uint32_t key) {
      return (box(i >> 24) << 24 | box(j >> 16) << 16 | box(k >> 8) << 8 | box(l)) ^ key;
    };
    out[block * 4] = last(a, b, c, d, keys[40]);
    out[block * 4 + 1] = last(b, c, d, a, keys[41]);
    out[block * 4 + 2] = last(c, d, a, b, keys[42]);
    out[block * 4 + 3] = last(d, a, b, c, keys[43]);
  }
}

} // namespace weft::perf
