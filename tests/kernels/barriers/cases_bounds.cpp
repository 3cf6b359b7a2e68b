// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Regions in which only the first work-items of each row have anything to do.
#include "harness/corpus.h"

#include <algorithm>

namespace weft::kernels {
namespace {

void sumsOfGroups(Job &j) {
  auto &in = j.random<I32>(j.n(), -1000, 1000);
  auto &out = j.output<I32>(j.groups());
  j.local<I32>(j.localItems());
  j.forEachGroup([&](const Group &g) {
    out[g.linear] = 0;
    for (size_t l = 0; l < g.items(); ++l)
      out[g.linear] += in[g.base() + l];
  });
}

} // namespace

void addBarrierBounds(Corpus &c) {
  c.add("tree_below_stride", R"(
kernel void tree_below_stride(global const int *in, global int *out, local int *sums) {
  int l = get_local_id(0);
  sums[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int left = get_local_size(0); left > 1;) {
    int rest = (left + 1) / 2;
    if (l < left - rest)
      sums[l] += sums[l + rest];
    left = rest;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0)
    out[get_group_id(0)] = sums[0];
})",
        shapes::grouped(), sumsOfGroups);

  c.add("tree_left_by_return", R"(
kernel void tree_left_by_return(global const int *in, global int *out, local int *sums) {
  uint l = get_local_id(0), left = get_local_size(0);
  sums[l] = in[get_global_id(0)];
  while (left > 1) {
    uint rest = (left + 1) / 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (!(l >= left - rest || rest == 0))
      sums[l] += sums[l + rest];
    left = rest;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l > 0)
    return;
  out[get_group_id(0)] = sums[0];
})",
        shapes::grouped(), sumsOfGroups);

  // Bounds below 0, at it, within a vector, and beyond the group.
  c.add("signed_bounds", R"(
kernel void signed_bounds(global int *data, int first) {
  int l = get_local_id(0), g = get_global_id(0);
  for (int i = 0; i < 6; ++i) {
    if (l < first + 9 * i)
      data[g] += 1 << i;
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (l <= first + 7 * i)
      data[g] *= 3;
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          int first = j.value<I32>(-11);
          j.forEachGroup([&](const Group &g) {
            for (int l = 0; l < int(g.items()); ++l)
              for (int i = 0; i < 6; ++i) {
                I32 &value = data[g.base() + l];
                if (l < first + 9 * i)
                  value += 1 << i;
                if (l <= first + 7 * i)
                  value = I32(U32(value) * 3);
              }
          });
        });

  // The greatest bound that its type has.
  c.add("greatest_bounds", R"(
kernel void greatest_bounds(global int *data, ulong most, uint all, int highest) {
  size_t l = get_local_id(0), g = get_global_id(0);
  if (l <= most)
    data[g] += 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if ((uint)l <= all)
    data[g] *= 3;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if ((int)l <= highest)
    data[g] += 7;
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.value<U64>(~U64(0));
          j.value<U32>(~U32(0));
          j.value<I32>(0x7fffffff);
          j.forEachItem([&](const Item &item) {
            I32 &value = data[item.gid[0]];
            value = (value + 1) * 3 + 7;
          });
        });

  c.add("triangle_of_rows", R"(
kernel void triangle_of_rows(global int *data, int more) {
  size_t x = get_local_id(0), y = get_local_id(1);
  size_t at = get_global_linear_id();
  if (x <= y)
    data[at] += 5;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (x < 3 || x == y * 2)
    data[at] *= 7;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (x == y + more)
    data[at] -= 11;
})",
        shapes::join(shapes::planes(), shapes::remainders()), [](Job &j) {
          auto &data = j.random<I32>(j.items(), -1000, 1000);
          size_t more = size_t(j.value<I32>(2));
          j.forEachItem([&](const Item &item) {
            size_t x = item.lid[0], y = item.lid[1];
            I32 &value = data[item.linear];
            if (x <= y)
              value += 5;
            if (x < 3 || x == y * 2)
              value *= 7;
            if (x == y + more)
              value -= 11;
          });
        });

  // What work-items behind the bound do: another store, an atomic operation, an end of their own.
  c.add("others_have_work_too", R"(
kernel void others_have_work_too(global int *data, global int *counts, local int *last, int n) {
  int l = get_local_id(0), g = get_global_id(0);
  if (l == 0)
    *last = -1;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < n)
    data[g] += 1;
  else
    data[g] += 2;
  if (l >= n)
    atomic_inc(&counts[get_group_id(0)]);
  if (l == (int)get_local_size(0) - 1)
    *last = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < n)
    data[g] += *last;
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          auto &counts = j.output<I32>(j.groups());
          j.local<I32>(1);
          int n = j.value<I32>(20);
          j.forEachGroup([&](const Group &g) {
            int size = int(g.items());
            for (int l = 0; l < size; ++l)
              data[g.base() + l] += l < n ? size : 2;
            counts[g.linear] += std::max(0, size - n);
          });
        });
}

} // namespace weft::kernels
