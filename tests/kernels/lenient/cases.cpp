// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is undefined by the letter of the specification, but frequent in applications, which expect
// it to work: work-items that return before a barrier which the others reach, values that are
// accessed as if they were of another type, and vectors that are not aligned.
#include "harness/corpus.h"

#include <array>
#include <cstring>

namespace weft::kernels {

void addLenientExits(Corpus &c) {
  c.add("tail_returns", R"(
kernel void tail_returns(global int *data, local int *tmp, uint n) {
  size_t l = get_local_id(0), g = get_global_id(0);
  if (g >= n)
    return;
  tmp[l] = data[g];
  barrier(CLK_LOCAL_MEM_FENCE);
  size_t last = min((size_t)n - (g - l), get_local_size(0)) - 1;
  data[g] = tmp[last - l] + 1;
})",
        shapes::uniform(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          U32 n = j.value<U32>(U32(j.n() - j.localItems() / 2));
          auto old = data;
          j.forEachGroup([&](const Group &g) {
            size_t active = std::min<size_t>(n > g.base() ? n - g.base() : 0, g.items());
            for (size_t l = 0; l < active; ++l)
              data[g.base() + l] = old[g.base() + active - 1 - l] + 1;
          });
        });

  c.add("pointers_of_another_type", R"(
kernel void pointers_of_another_type(global uint *data) {
  size_t g = get_global_id(0);
  uint value = data[g], words[8];
  for (uint i = 0; i < 8; ++i)
    words[i] = value + i;
  uint index = (value >> 2) % 8;
  uint before = words[index];
  ((ulong *)words)[value % 4] = upsample(value * 3, value * 5);
  data[g] = before * 31 + words[index];
})",
        shapes::uniform(), [](Job &j) {
          auto &data = j.random<U32>(j.n(), 0, 1 << 30);
          j.forEachItem([&](const Item &i) {
            U32 &value = data[i.gid[0]];
            U32 index = (value >> 2) % 8, before = value + index, after = before;
            if (index / 2 == value % 4)
              after = index % 2 ? value * 3 : value * 5;
            value = before * 31 + after;
          });
        });

  c.add("all_but_one_return", R"(
kernel void all_but_one_return(global int *data, local int *tmp) {
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  tmp[l] = data[g];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l != n / 2)
    return;
  int sum = 0;
  for (size_t i = 0; i < n; ++i)
    sum += tmp[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  data[g] = sum;
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          j.forEachGroup([&](const Group &g) {
            int sum = 0;
            for (size_t l = 0; l < g.items(); ++l)
              sum += data[g.base() + l];
            data[g.base() + g.items() / 2] = sum;
          });
        });

  c.add("first_item_returns", R"(
kernel void first_item_returns(global int *data, local int *tmp) {
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  tmp[l] = data[g];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0)
    return;
  int v = tmp[l - 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  tmp[l] = v;
  barrier(CLK_LOCAL_MEM_FENCE);
  data[g] = tmp[l] + tmp[0];
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          auto old = data;
          j.forEachGroup([&](const Group &g) {
            for (size_t l = 1; l < g.items(); ++l)
              data[g.base() + l] = old[g.base() + l - 1] + old[g.base()];
          });
        });

  c.add("returns_in_stages", R"(
kernel void returns_in_stages(global int *data, local int *tmp) {
  size_t l = get_local_id(0), g = get_global_id(0);
  tmp[l] = data[g];
  barrier(CLK_LOCAL_MEM_FENCE);
  size_t active = get_local_size(0);
  int v = 0;
  while (active > 1) {
    active /= 2;
    if (l >= active) {
      data[g] = v + 10000;
      return;
    }
    v += tmp[l + active];
    barrier(CLK_LOCAL_MEM_FENCE);
    tmp[l] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  data[g] = v;
})",
        shapes::powersOfTwo(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -10, 10);
          j.local<I32>(j.localItems());
          j.forEachGroup([&](const Group &g) {
            std::vector<I32> tmp(data.begin() + g.base(), data.begin() + g.base() + g.items());
            std::vector<I32> v(g.items());
            size_t active = g.items();
            while (active > 1) {
              for (size_t l = active / 2; l < active; ++l)
                data[g.base() + l] = v[l] + 10000;
              active /= 2;
              for (size_t l = 0; l < active; ++l)
                v[l] += tmp[l + active];
              for (size_t l = 0; l < active; ++l)
                tmp[l] = v[l];
            }
            data[g.base()] = v[0];
          });
        });

  c.add("tail_returns_before_loop", R"(
kernel void tail_returns_before_loop(global const int *in, global int *out, local int *tmp,
                                     uint n) {
  size_t l = get_local_id(0), g = get_global_id(0);
  if (g >= n)
    return;
  int sum = 0;
  size_t active = min((size_t)n - (g - l), get_local_size(0));
  for (int r = 0; r < 3; ++r) {
    tmp[l] = in[g] + r;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t i = 0; i < active; ++i)
      sum += tmp[i] * (int)(i + l);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[g] = sum;
})",
        shapes::uniform(256), [](Job &j) {
          auto &in = j.random<I32>(j.n(), -10, 10);
          auto &out = j.output<I32>(j.n());
          j.local<I32>(j.localItems());
          U32 n = j.value<U32>(U32(j.n() - j.localItems() / 3));
          j.forEachGroup([&](const Group &g) {
            size_t active = std::min<size_t>(n > g.base() ? n - g.base() : 0, g.items());
            for (size_t l = 0; l < active; ++l) {
              int sum = 0;
              for (int r = 0; r < 3; ++r)
                for (size_t i = 0; i < active; ++i)
                  sum += (in[g.base() + i] + r) * int(i + l);
              out[g.base() + l] = sum;
            }
          });
        });

  // From a place that no vector's alignment divides, in rows of 16 bytes: whole, under a mask, the
  // same for all, through local memory, and as a struct.
  c.add("vectors_lie_anywhere", R"(
typedef struct { uint4 a; uint2 b; } Pair;
kernel void vectors_lie_anywhere(global const uchar *from, global uchar *to, local uchar *tmp,
                                 uint by) {
  size_t l = get_local_id(0), g = get_global_id(0);
  uint4 v = *(global const uint4 *)(from + 16 * g + by);
  *(global uint4 *)(to + 48 * g + by) = v + 1;
  if (v.x % 3)
    *(global ulong2 *)(to + 48 * g + 16 + by) = *(global const ulong2 *)(from + 16 * g + 8 + by);
  *(local uint4 *)(tmp + 16 * l + by) = v;
  barrier(CLK_LOCAL_MEM_FENCE);
  size_t other = get_local_size(0) - 1 - l;
  v = *(local uint4 *)(tmp + 16 * other + by);
  Pair first = *(global const Pair *)(from + by);
  v += first.a * first.b.y;
  for (uint i = 0; i < 3; ++i)
    v ^= *(global const uint4 *)(from + 16 * i + by);
  *(global uint4 *)(to + 48 * g + 32 + by) = v;
})",
        shapes::uniform(), [](Job &j) {
          auto &from = j.bits<U32>(4 * (j.n() + 4));
          auto &to = j.output<U32>(12 * j.n() + 4);
          j.local<U32>(4 * j.localItems() + 4);
          const U32 by = j.value<U32>(5);
          using Row = std::array<U32, 4>;
          auto at = [by](auto &words, size_t bytes) {
            return reinterpret_cast<char *>(words.data()) + bytes + by;
          };
          auto row = [&](size_t bytes) {
            Row read;
            std::memcpy(&read, at(from, bytes), sizeof read);
            return read;
          };
          const Row a = row(0), b = row(16);
          j.forEachGroup([&](const Group &g) {
            for (size_t l = 0; l < g.items(); ++l) {
              const size_t i = g.base() + l;
              Row more = row(16 * i), last = row(16 * (g.base() + g.items() - 1 - l));
              for (size_t e = 0; e < 4; ++e) {
                ++more[e];
                last[e] = (last[e] + a[e] * b[1]) ^ a[e] ^ b[e] ^ row(32)[e];
              }
              std::memcpy(at(to, 48 * i), &more, sizeof more);
              if (row(16 * i)[0] % 3)
                std::memcpy(at(to, 48 * i + 16), at(from, 16 * i + 8), sizeof more);
              std::memcpy(at(to, 48 * i + 32), &last, sizeof last);
            }
          });
        });
}

} // namespace weft::kernels
