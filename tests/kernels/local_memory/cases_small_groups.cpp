// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Groups of one and of few work-items, as libraries launch them on CPUs: what fills no vector runs
// one work-item at a time, and groups of one may do without groups.
#include "harness/corpus.h"

#include <array>
#include <numeric>

namespace weft::kernels {
namespace {

Shapes small() {
  using shapes::line;
  return {line(1, 1),     line(1, 37), line(1, 64, 5), line(1, 300), line(2, 64), line(3, 100),
          line(4, 64, 3), line(5, 33), line(7, 50),    line(8, 80),  line(16, 48)};
}

Shapes smallPlanes() {
  using shapes::plane;
  return {plane(1, 1, 3, 5),
          plane(1, 1, 40, 7),
          plane(1, 3, 5, 9),
          plane(2, 4, 6, 8),
          plane(1, 16, 2, 32),
          plane(3, 2, 10, 5),
          plane(16, 1, 16, 3),
          shapes::cube({1, 1, 1}, {4, 3, 5}),
          shapes::cube({2, 1, 3}, {4, 3, 6})};
}

void addMerges(Corpus &c) {
  // Where each takes its next element from its data say.
  c.add("merged_by_one_each", R"(
kernel void merged_by_one_each(global const int *a, global const int *from, global int *out) {
  local int stage[16 * 11];
  int l = get_local_id(0), size = get_local_size(0);
  int g = get_global_id(0) - get_global_offset(0), first = (g - l) * 11;
  int i = from[2 * g], ie = i + 11, j = from[2 * g + 1], je = j + 11, v[11];
  for (int k = 0; k < 11; ++k) v[k] = min(a[i + k], a[j + k]);
  barrier(CLK_LOCAL_MEM_FENCE);
  int p = i, q = j;
#pragma unroll
  for (int k = 0; k < 11; ++k) {
    bool left = q >= je || (p < ie && a[p] <= a[q]);
    v[k] = left ? a[p] : a[q];
    if (left) ++p; else ++q;
  }
  for (int k = 0; k < 11; ++k) stage[11 * l + k] = v[k];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = l; k < 11 * size; k += size) out[first + k] = stage[k];
})",
        small(), [](Job &j) {
          auto &a = j.random<I32>(500, 0, 1 << 20);
          auto &from = j.random<I32>(2 * j.items(), 0, 480);
          auto &out = j.output<I32>(11 * j.items());
          for (size_t g = 0; g < j.items(); ++g) {
            I32 p = from[2 * g], q = from[2 * g + 1];
            const I32 p_end = p + 11, q_end = q + 11;
            for (size_t k = 0; k < 11; ++k) {
              const bool left = q >= q_end || (p < p_end && a[size_t(p)] <= a[size_t(q)]);
              out[11 * g + k] = a[size_t(left ? p++ : q++)];
            }
          }
        });

  c.add("sorted_by_few", R"(
kernel void sorted_by_few(global const uint *in, global uint *out) {
  local uint keys[16];
  int l = get_local_id(0), size = get_local_size(0), g = get_global_id(0);
  keys[l] = in[in[g] % 7 + g];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int turn = 0; turn < size; ++turn) {
    int at = 2 * l + (turn & 1);
    if (at + 1 < size && keys[at] > keys[at + 1]) {
      uint kept = keys[at];
      keys[at] = keys[at + 1];
      keys[at + 1] = kept;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[g] = keys[l];
})",
        small(), [](Job &j) {
          auto &in = j.random<U32>(j.n() + 7, 0, 1000);
          auto &out = j.output<U32>(j.n());
          j.forEachGroup([&](const Group &g) {
            std::vector<U32> keys;
            j.forEachItem(g,
                          [&](const Item &i) { keys.push_back(in[in[i.gid[0]] % 7 + i.gid[0]]); });
            std::sort(keys.begin(), keys.end());
            j.forEachItem(g, [&](const Item &i) { out[i.gid[0]] = keys[i.local]; });
          });
        });
}

void addPointers(Corpus &c) {
  // Pointers to local memory that change places.
  c.add("scan_between_two_arrays", R"(
kernel void scan_between_two_arrays(global const int *in, global int *out) {
  local int one[16], other[16];
  local int *from = one, *to = other;
  int l = get_local_id(0), g = get_global_id(0);
  from[l] = in[g];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 1; d < 16; d *= 2) {
    to[l] = from[l] + (l >= d ? from[l - d] : d);
    local int *kept = from;
    from = to;
    to = kept;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[g] = from[l] + (in[g] & 1 ? one : other)[l];
})",
        small(), [](Job &j) {
          auto &in = j.random<I32>(j.n(), 0, 1000);
          auto &out = j.output<I32>(j.n());
          j.forEachGroup([&](const Group &g) {
            std::vector<I32> arrays[2];
            j.forEachItem(g, [&](const Item &i) { arrays[0].push_back(in[i.gid[0]]); });
            arrays[1].resize(arrays[0].size());
            unsigned from = 0;
            for (size_t d = 1; d < 16; d *= 2, from ^= 1)
              for (size_t l = 0; l < arrays[0].size(); ++l)
                arrays[from ^ 1][l] = arrays[from][l] + (l >= d ? arrays[from][l - d] : I32(d));
            j.forEachItem(g, [&](const Item &i) {
              out[i.gid[0]] = arrays[from][i.local] + arrays[in[i.gid[0]] & 1 ? 0 : 1][i.local];
            });
          });
        });

  // Whole structures, and what generic pointers lead to.
  c.add("structures_of_small_groups", R"(
typedef struct { int key; int parts[9]; short last; } Record;
int sum(const int *parts, int n) {
  int total = 0;
  for (int i = 0; i < n; ++i) total = total * 3 + parts[i];
  return total;
}
kernel void structures_of_small_groups(global const int *in, global int *out) {
  local Record records[16];
  local int zeros[40];
  int l = get_local_id(0), size = get_local_size(0), g = get_global_id(0);
  Record own;
  own.key = in[g];
  own.last = (short)g;
  for (int i = 0; i < 9; ++i) own.parts[i] = in[g] * i;
  records[l] = own;
  for (int i = l; i < 40; i += size) zeros[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) zeros[in[g] & 31] = 5;
  barrier(CLK_LOCAL_MEM_FENCE);
  own = records[size - 1 - l];
  const int *parts = own.key & 1 ? (const int *)own.parts : (const int *)zeros;
  out[g] = sum(parts, 9) + own.last + zeros[own.key & 31];
})",
        small(), [](Job &j) {
          auto &in = j.random<I32>(j.n(), 0, 1000);
          auto &out = j.output<I32>(j.n());
          j.forEachGroup([&](const Group &g) {
            std::array<I32, 40> zeros = {};
            zeros[size_t(in[g.base()] & 31)] = 5;
            j.forEachItem(g, [&](const Item &i) {
              const size_t of = g.base() + g.items() - 1 - i.local;
              const I32 key = in[of];
              U32 total = 0;
              for (U32 k = 0; k < 9; ++k)
                total = total * 3 + (key & 1 ? U32(key) * k : U32(zeros[k]));
              out[i.gid[0]] = I32(total) + int16_t(of) + zeros[size_t(key & 31)];
            });
          });
        });
}

void addPlaces(Corpus &c) {
  // All that work-items can ask of where they are.
  c.add("places_of_small_groups", R"(
kernel void places_of_small_groups(global const uint *in, global uint *out, uint dimension) {
  local uint seen[64];
  size_t l = get_local_linear_id(), g = get_global_linear_id();
  seen[l] = in[g];
  barrier(CLK_LOCAL_MEM_FENCE);
  uint items = get_local_size(0) * get_local_size(1) * get_local_size(2), sum = 0;
  for (uint i = 0; i < items; ++i) sum = sum * 5 + seen[(i + in[g]) % items];
  for (uint d = 0; d < 4; ++d)
    sum = sum * 7 + get_group_id(d) + 2 * get_num_groups(d) + 3 * get_local_id(d) +
          5 * get_enqueued_local_size(d) + 11 * get_global_size(d);
  barrier(CLK_LOCAL_MEM_FENCE);
  seen[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = seen[items - 1 - l] * 3 + get_group_id(dimension) + get_num_groups(dimension);
})",
        shapes::join(small(), smallPlanes()), [](Job &j) {
          auto &in = j.random<U32>(j.items(), 0, 1000);
          auto &out = j.output<U32>(j.items());
          const auto dimension = size_t(j.value<U32>(1));
          const Extent groups = j.groupCount();
          j.forEachGroup([&](const Group &g) {
            std::vector<U32> seen, sums;
            std::vector<size_t> linear;
            j.forEachItem(g, [&](const Item &i) {
              seen.push_back(in[i.linear]);
              linear.push_back(i.linear);
            });
            const auto items = U32(g.items());
            j.forEachItem(g, [&](const Item &i) {
              U32 sum = 0;
              for (U32 k = 0; k < items; ++k)
                sum = sum * 5 + seen[(k + in[i.linear]) % items];
              for (size_t d = 0; d < 3; ++d)
                sum = sum * 7 + U32(g.id[d]) + 2 * U32(groups[d]) + 3 * U32(i.lid[d]) +
                      5 * U32(j.shape().local[d]) + 11 * U32(j.shape().global[d]);
              sums.push_back(sum * 7 + 2 + 5 + 11);
            });
            for (U32 l = 0; l < items; ++l)
              out[linear[l]] =
                  sums[items - 1 - l] * 3 + U32(g.id[dimension]) + U32(groups[dimension]);
          });
        });

  // Collective functions have memory of their own, and leave groups what they are.
  c.add("collectives_of_small_groups", R"(
kernel void collectives_of_small_groups(global const int *in, global int *out) {
  local int first;
  int g = get_global_id(0), l = get_local_id(0), mine = in[in[g] % 5 + g];
  if (l == 0) first = mine;
  int total = work_group_reduce_add(mine), before = work_group_scan_exclusive_max(mine);
  int any = work_group_any(mine == 3), shared = work_group_broadcast(mine, get_local_size(0) - 1);
  out[g] = total * 3 + (l ? before : 0) * 5 + (any != 0) * 7 + shared * 11 + first * 13;
})",
        small(), [](Job &j) {
          auto &in = j.random<I32>(j.n() + 5, 0, 20);
          auto &out = j.output<I32>(j.n());
          j.forEachGroup([&](const Group &g) {
            std::vector<I32> mine;
            j.forEachItem(
                g, [&](const Item &i) { mine.push_back(in[size_t(in[i.gid[0]] % 5) + i.gid[0]]); });
            const I32 total = std::accumulate(mine.begin(), mine.end(), 0);
            const bool any = std::find(mine.begin(), mine.end(), 3) != mine.end();
            I32 before = 0;
            j.forEachItem(g, [&](const Item &i) {
              out[i.gid[0]] = total * 3 + before * 5 + any * 7 + mine.back() * 11 + mine[0] * 13;
              before = std::max(before, mine[i.local]);
            });
          });
        });

  // How often the group goes around is in its data, and some return before.
  c.add("rounds_of_small_groups", R"(
kernel void rounds_of_small_groups(global const int *in, global int *out) {
  local int left;
  local uint sums[16];
  int l = get_local_id(0), g = get_global_id(0), mine = in[g];
  if (l == 0) left = in[g] % 6 + 1;
  sums[l] = mine;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int turn = 0; left > 0; ++turn) {
    for (int i = 0; i < mine % 9; ++i) sums[l] = sums[l] * 3 + in[(sums[l] & 31) + g];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0) left -= 1 + (turn & 1);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (mine & 1) return;
  out[g] = sums[l];
})",
        small(), [](Job &j) {
          auto &in = j.random<I32>(j.n() + 32, 0, 1000);
          auto &out = j.output<I32>(j.n());
          j.forEachGroup([&](const Group &g) {
            int turns = 0;
            for (I32 left = in [g.base()] % 6 + 1; left > 0; ++turns)
              left -= 1 + (turns & 1);
            j.forEachItem(g, [&](const Item &i) {
              const size_t at = i.gid[0];
              U32 sum = U32(in[at]);
              for (int k = 0; k < turns * (in[at] % 9); ++k)
                sum = sum * 3 + U32(in[(sum & 31) + at]);
              if (!(in[at] & 1))
                out[at] = I32(sum);
            });
          });
        });
}

} // namespace

void addSmallGroups(Corpus &c) {
  addMerges(c);
  addPointers(c);
  addPlaces(c);
}

} // namespace weft::kernels
