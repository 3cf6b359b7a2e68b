// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private arrays that only loops' counters index, so that unrolling turns them into values.
#include "harness/corpus.h"

#include <array>
#include <utility>

namespace weft::kernels {
namespace {

void addTriangle(Corpus &c) {
  // Loops as long as others' counters say, up and down; the work-item's number decides nothing.
  c.add("triangle", R"(
kernel void triangle(global const uint *in, global uint *out) {
  size_t g = get_global_id(0);
  uint low[7][7];
  for (int i = 0; i < 7; ++i)
    for (int k = 0; k <= i; ++k) {
      uint sum = in[g] * (i + 1) + k;
      for (int m = 0; m < k; ++m)
        sum -= low[i][m] * low[k][m];
      low[i][k] = sum;
    }
  uint result = 0;
  for (int i = 6; i >= 0; i -= 2)
    for (int k = i; k >= 0; --k)
      result = result * 31 + low[i][k];
  out[g] = result;
})",
        shapes::flat(), [](Job &j) {
          auto &in = j.bits<U32>(j.n());
          auto &out = j.output<U32>(j.n());
          j.forEachItem([&](const Item &item) {
            U32 low[7][7] = {}, result = 0;
            for (U32 i = 0; i < 7; ++i)
              for (U32 k = 0; k <= i; ++k) {
                low[i][k] = in[item.gid[0]] * (i + 1) + k;
                for (U32 m = 0; m < k; ++m)
                  low[i][k] -= low[i][m] * low[k][m];
              }
            for (int i = 6; i >= 0; i -= 2)
              for (int k = i; k >= 0; --k)
                result = result * 31 + low[i][k];
            out[item.gid[0]] = result;
          });
        });
}

// A permutation by a table, around a loop whose length the launch tells.
void addPermutedState(Corpus &c) {
  c.add("permuted_state", R"(
constant int place[16] = {3, 14, 7, 0, 9, 12, 1, 10, 5, 15, 2, 8, 13, 4, 11, 6};
constant uint by[16] = {1, 7, 13, 30, 2, 19, 5, 11, 23, 3, 17, 29, 9, 21, 6, 27};
kernel void permuted_state(global const uint *in, global uint *out, int rounds) {
  size_t g = get_global_id(0);
  uint s[16];
  for (int i = 0; i < 16; ++i)
    s[i] = in[g] + i;
  for (int r = 0; r < rounds; ++r) {
    uint t = s[5], column[4];
    for (int i = 0; i < 4; ++i)
      column[i] = s[i] ^ s[i + 4] ^ s[i + 8] ^ s[i + 12];
    for (int i = 0; i < 16; ++i) {
      uint kept = s[place[i]];
      s[place[i]] = rotate(t, by[i]) + column[(i + 1) % 4];
      t = kept;
    }
  }
  uint result = 0;
  for (int i = 0; i < 16; ++i)
    result = result * 33 ^ s[i];
  out[g] = result;
})",
        shapes::flat(), [](Job &j) {
          constexpr std::array<U32, 16> place = {3, 14, 7, 0, 9,  12, 1,  10,
                                                 5, 15, 2, 8, 13, 4,  11, 6};
          constexpr std::array<U32, 16> by = {1,  7, 13, 30, 2, 19, 5, 11,
                                              23, 3, 17, 29, 9, 21, 6, 27};
          constexpr I32 rounds = 5;
          auto &in = j.bits<U32>(j.n());
          auto &out = j.output<U32>(j.n());
          j.value<I32>(rounds);
          j.forEachItem([&](const Item &item) {
            std::array<U32, 16> s;
            for (U32 i = 0; i < 16; ++i)
              s[i] = in[item.gid[0]] + i;
            for (I32 r = 0; r < rounds; ++r) {
              std::array<U32, 4> column;
              for (U32 i = 0; i < 4; ++i)
                column[i] = s[i] ^ s[i + 4] ^ s[i + 8] ^ s[i + 12];
              U32 t = s[5];
              for (U32 i = 0; i < 16; ++i) {
                const U32 kept = s[place[i]];
                s[place[i]] = (t << by[i] | t >> (32 - by[i])) + column[(i + 1) % 4];
                t = kept;
              }
            }
            U32 result = 0;
            for (const U32 value : s)
              result = result * 33 ^ value;
            out[item.gid[0]] = result;
          });
        });
}

// Around barriers; the last loop is left early by some work-items.
void addTileOfSums(Corpus &c) {
  c.add("tile_of_sums", R"(
kernel void tile_of_sums(global const int *in, global int *out, local int *tmp, int rounds) {
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  int sums[3][4];
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 4; ++k)
      sums[i][k] = in[g] * i;
  for (int r = 0; r < rounds; ++r) {
    tmp[l] = in[g] + r;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 4; ++k)
        sums[i][k] += tmp[(l + i) % n] * (tmp[(l + k) % n] & 15);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  uint result = 0;
  for (int i = 0; i < 12; ++i) {
    if (sums[i / 4][i % 4] % 5 == 4)
      break;
    result = result * 7 + sums[i / 4][i % 4];
  }
  out[g] = (int)result;
})",
        shapes::grouped(), [](Job &j) {
          constexpr I32 rounds = 3;
          auto &in = j.random<I32>(j.n(), -9999, 9999);
          auto &out = j.output<I32>(j.n());
          j.local<I32>(j.localItems());
          j.value<I32>(rounds);
          j.forEachGroup([&](const Group &group) {
            const size_t n = group.items();
            for (size_t l = 0; l < n; ++l) {
              auto at = [&](size_t item) { return in[group.base() + item % n]; };
              std::array<I32, 12> sums;
              for (size_t i = 0; i < 12; ++i) {
                sums[i] = at(l) * I32(i / 4);
                for (I32 r = 0; r < rounds; ++r)
                  sums[i] += (at(l + i / 4) + r) * ((at(l + i % 4) + r) & 15);
              }
              U32 result = 0;
              for (size_t i = 0; i < 12 && sums[i] % 5 != 4; ++i)
                result = result * 7 + U32(sums[i]);
              out[group.base() + l] = I32(result);
            }
          });
        });
}

// By pointers, and by offsets in bytes.
void addWalkedArrays(Corpus &c) {
  c.add("walked_arrays", R"(
kernel void walked_arrays(global const int *in, global int *out, int rounds) {
  size_t g = get_global_id(0);
  short sums[32] = {0};
  int steps[8];
  for (int *p = steps, k = 0; k < 8; ++p, ++k)
    *p = in[g] + k;
  for (int r = 0; r < rounds; ++r) {
    int last = r;
    for (ulong at = 0; at != 64; at += 2) {
      short *sum = (short *)((char *)sums + at);
      int old = *sum;
      *sum = (short)(old * 3 + last + (int)at);
      last = old;
    }
    for (int *p = steps + 7, *q = steps; q < p; --p, ++q) {
      int t = *p;
      *p = *q + r;
      *q = t;
    }
  }
  uint result = 0;
  for (int k = 0; k < 32; ++k)
    result = result * 31 + (uint)sums[k] + (uint)steps[k & 7];
  out[g] = (int)result + sums[in[g] & 31] + *(steps + (in[g] & 7));
})",
        shapes::flat(), [](Job &j) {
          constexpr I32 rounds = 5;
          auto &in = j.random<I32>(j.n(), -9999, 9999);
          auto &out = j.output<I32>(j.n());
          j.value<I32>(rounds);
          j.forEachItem([&](const Item &item) {
            const I32 x = in[item.gid[0]];
            std::array<int16_t, 32> sums = {};
            std::array<I32, 8> steps;
            for (I32 k = 0; k < 8; ++k)
              steps[k] = x + k;
            for (I32 r = 0; r < rounds; ++r) {
              I32 last = r;
              for (I32 k = 0; k < 32; ++k) {
                const I32 old = sums[k];
                sums[k] = int16_t(old * 3 + last + 2 * k);
                last = old;
              }
              for (size_t k = 0; k < 4; ++k)
                steps[k] = std::exchange(steps[7 - k], steps[k] + r);
            }
            U32 result = 0;
            for (size_t k = 0; k < 32; ++k)
              result = result * 31 + U32(sums[k]) + U32(steps[k & 7]);
            out[item.gid[0]] = I32(result + U32(sums[x & 31]) + U32(steps[x & 7]));
          });
        });
}

} // namespace

void addArrayLoops(Corpus &c) {
  addTriangle(c);
  addPermutedState(c);
  addTileOfSums(c);
  addWalkedArrays(c);
}

} // namespace weft::kernels
