// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pointers and indices that loops around barriers move on.
#include "harness/corpus.h"

namespace weft::kernels {

void addBarrierCounters(Corpus &c) {
  // What is added is the group's, but for `own`; unsigned and short numbers wrap.
  c.add("walking_pointers", R"(
kernel void walking_pointers(global const int *in, global int *out, local int *tmp, int step,
                             int rounds) {
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  global const int *p = in + g, *own = in + g;
  uint place = (uint)g - 1000u;
  short number = (short)(l * 1000);
  int v = 0;
  for (int i = 0; i < rounds; ++i) {
    tmp[l] = p[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    v = v * 3 + tmp[(l + 1) % n];
    p += step;
    v ^= p[1] + own[0] + in[place + 1000u];
    for (int j = 0; j < i; ++j)
      p += 2;
    if (tmp[0] & 1)
      p += 1;
    if (l & 1)
      own += step;
    barrier(CLK_LOCAL_MEM_FENCE);
    place += (uint)step;
    number += 9000;
    v += number - place;
  }
  out[g] = v ^ p[0];
})",
        shapes::grouped(), [](Job &j) {
          constexpr int Rounds = 7, Step = 3;
          auto &in =
              j.random<I32>(j.n() + Rounds * (Step + 1) + Rounds * (Rounds - 1) + 2, -9999, 9999);
          auto &out = j.output<I32>(j.n());
          j.local<I32>(j.localItems());
          j.value<I32>(Step);
          j.value<I32>(Rounds);
          j.forEachGroup([&](const Group &g) {
            const size_t n = g.items();
            std::vector<U32> v(n);
            std::vector<size_t> own(n);
            size_t walked = 0;
            U32 added = 0;
            for (U32 i = 0; i < Rounds; ++i) {
              const size_t before = walked;
              walked += Step + 2 * i + (in[g.base() + before] & 1);
              for (size_t l = 0; l < n; ++l) {
                const size_t at = g.base() + l;
                v[l] = v[l] * 3 + U32(in[g.base() + (l + 1) % n + before]);
                v[l] ^= U32(in[at + before + Step + 1] + in[at + own[l]] + in[at + added]);
                own[l] += l & 1 ? Step : 0;
                const auto number = int16_t(U32(l) * 1000 + (i + 1) * 9000);
                v[l] += U32(number) - (U32(at) - 1000 + added + Step);
              }
              added += Step;
            }
            for (size_t l = 0; l < n; ++l)
              out[g.base() + l] = I32(v[l] ^ U32(in[g.base() + l + walked]));
          });
        });
}

} // namespace weft::kernels
