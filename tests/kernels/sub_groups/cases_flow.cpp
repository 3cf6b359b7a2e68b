// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sub-groups in branches and loops that work-items take differently, across barriers, and in
// programs whose result does not depend on how large sub-groups are. See cases.cpp for the method.
#include "harness/corpus.h"

namespace weft::kernels {
namespace {

const char *const Prologue = R"(
size_t items() { return get_local_size(0) * get_local_size(1) * get_local_size(2); }
ulong bits_of(uint4 mask) { return (ulong)mask.y << 32 | mask.x; }
// The members of the own sub-group for which `on` has `bit`.
ulong members(local const uint *place, local const int *on, int bit) {
  ulong bits = 0;
  for (size_t k = 0; k < items(); ++k)
    if (place[k] / 64 == get_sub_group_id() && (on[k] & bit))
      bits |= 1UL << (place[k] % 64);
  return bits;
}
void meet(local uint *place, local int *on, int takes_part) {
  size_t l = get_local_linear_id();
  barrier(CLK_LOCAL_MEM_FENCE);
  place[l] = get_sub_group_id() * 64 + get_sub_group_local_id();
  on[l] = takes_part;
  barrier(CLK_LOCAL_MEM_FENCE);
}
#define CHECK(bit, test) if (!(test)) bad |= 1u << (bit)
)";

Shapes someShapes() {
  return shapes::join(shapes::groupedUpTo(256),
                      {shapes::plane(5, 3, 15, 6), shapes::plane(16, 4, 21, 9),
                       shapes::plane(12, 4, 30, 9), shapes::cube({8, 4, 4}, {16, 4, 8}),
                       shapes::cube({3, 3, 3}, {5, 8, 4})});
}

// Kernels that check themselves.
void add(Corpus &c, const std::string &name, const std::string &body, const std::string &needs) {
  c.add(name, Prologue + body, someShapes(),
        [](Job &j) {
          j.random<I32>(j.items(), 0, 100);
          auto &out = j.output<U32>(j.items());
          j.local<U32>(j.localItems());
          j.local<I32>(j.localItems());
          std::fill(out.begin(), out.end(), 0);
        },
        {.needs = needs});
}

void addBallots(Corpus &c) {
  add(c, "ballot", R"(
kernel void ballot(global const int *in, global uint *out, local uint *place, local int *on) {
  uint bad = 0, lane = get_sub_group_local_id(), most = get_max_sub_group_size();
  int x = in[get_global_linear_id()];
  meet(place, on, 1 | (x % 3 ? 2 : 0) | (x % 3 && x & 1 ? 4 : 0));
  ulong all = members(place, on, 1), part = members(place, on, 2), odd = members(place, on, 4);
  ulong below = (1UL << lane) - 1, lanes = most < 64 ? (1UL << most) - 1 : ~0UL;
  CHECK(0, bits_of(sub_group_ballot(1)) == all);
  CHECK(1, bits_of(sub_group_ballot(x % 3)) == part);
  if (x % 3) {
    uint4 votes = sub_group_ballot(x & 1);
    CHECK(2, bits_of(votes) == odd && votes.z == 0 && votes.w == 0);
    CHECK(3, bits_of(sub_group_ballot(7)) == part);
    CHECK(4, !sub_group_inverse_ballot(votes) == !(x & 1));
    CHECK(5, !sub_group_ballot_bit_extract(votes, lane) == !(x & 1));
    CHECK(6, sub_group_ballot_bit_count(votes) == popcount(odd));
    CHECK(7, sub_group_ballot_inclusive_scan(votes) == popcount(odd & (below << 1 | 1)));
    CHECK(8, sub_group_ballot_exclusive_scan(votes) == popcount(odd & below));
    CHECK(9, !odd || sub_group_ballot_find_lsb(votes) == ctz(odd));
    CHECK(10, !odd || sub_group_ballot_find_msb(votes) == 63 - clz(odd));
  } else {
    CHECK(11, bits_of(sub_group_ballot(1)) == (all & ~part));
  }
  CHECK(12, bits_of(get_sub_group_eq_mask()) == 1UL << lane);
  CHECK(13, bits_of(get_sub_group_lt_mask()) == below);
  CHECK(14, bits_of(get_sub_group_le_mask()) == (below << 1 | 1));
  CHECK(15, bits_of(get_sub_group_ge_mask()) == (lanes & ~below));
  CHECK(16, bits_of(get_sub_group_gt_mask()) == (lanes & ~(below << 1 | 1)));
  // Bits of lanes that there are not do not count.
  uint4 full = (uint4)(~0u);
  CHECK(17, sub_group_ballot_bit_count(full) == most);
  CHECK(18, sub_group_ballot_find_msb(full) == most - 1);
  out[get_global_linear_id()] = bad;
})",
      "cl_khr_subgroup_ballot");

  add(c, "vote", R"(
kernel void vote(global const int *in, global uint *out, local uint *place, local int *on) {
  uint bad = 0, lane = get_sub_group_local_id();
  int x = in[get_global_linear_id()];
  meet(place, on, 1 | (x > 10 ? 2 : 0) | (x > 10 && x < 60 ? 4 : 0) | (x < 60 ? 8 : 0));
  ulong all = members(place, on, 1), part = members(place, on, 2);
  CHECK(0, !sub_group_all(x < 60) == (members(place, on, 8) != all));
  CHECK(1, !sub_group_any(x < 60) == !members(place, on, 8));
  if (x > 10) {
    ulong low = members(place, on, 4);
    CHECK(2, !sub_group_non_uniform_all(x < 60) == (low != part));
    CHECK(3, !sub_group_non_uniform_any(x < 60) == !low);
    CHECK(4, !sub_group_elect() == (lane != ctz(part)));
    CHECK(5, sub_group_non_uniform_all(lane + 1) && !sub_group_non_uniform_any(0));
  }
  CHECK(6, !sub_group_elect() == (lane != 0));
  out[get_global_linear_id()] = bad;
})",
      "cl_khr_subgroup_non_uniform_vote");
}

// The same call both ways, which must not become one call; and twice in a row with a branch
// between, where the second has fewer to answer.
void addBranches(Corpus &c) {
  add(c, "both_ways", R"(
kernel void both_ways(global const int *in, global uint *out, local uint *place, local int *on) {
  uint bad = 0, lane = get_sub_group_local_id();
  int x = in[get_global_linear_id()];
  meet(place, on, 1 | (x & 1 ? 2 : 4) | (x > 50 ? 8 : 0) | (x & 1 && x > 50 ? 16 : 0));
  uint4 votes;
  if (x & 1)
    votes = sub_group_ballot(1);
  else
    votes = sub_group_ballot(1);
  CHECK(0, bits_of(votes) == members(place, on, x & 1 ? 2 : 4));
  uint all = sub_group_non_uniform_reduce_add(1u);
  CHECK(1, all == popcount(members(place, on, 1)));
  if (x > 50) {
    uint some = sub_group_non_uniform_reduce_add(1u);
    CHECK(2, some == popcount(members(place, on, 8)));
    CHECK(3, x & 1 ? sub_group_non_uniform_reduce_add(1u) == popcount(members(place, on, 16)) : 1);
  }
  CHECK(4, sub_group_non_uniform_reduce_add(1u) == all);
  // A value of a branch that joins.
  uint first = x > 50 ? sub_group_broadcast_first(lane) : 64;
  CHECK(5, first == (x > 50 ? ctz(members(place, on, 8)) : 64));
  out[get_global_linear_id()] = bad;
})",
      "cl_khr_subgroup_non_uniform_arithmetic");
}

void addLoops(Corpus &c) {
  add(c, "ballot_in_loop", R"(
kernel void ballot_in_loop(global const int *in, global uint *out, local uint *place,
                           local int *on) {
  uint bad = 0, last = 0;
  int x = in[get_global_linear_id()], trips = x % 11;
  meet(place, on, (1 << trips) - 1);
  for (int i = 0; i < trips; ++i) {
    ulong there = members(place, on, 1 << i);
    CHECK(0, bits_of(sub_group_ballot(1)) == there);
    if (x & 1)
      CHECK(1, (bits_of(sub_group_ballot(1)) & ~there) == 0 &&
                   bits_of(sub_group_ballot(0)) == 0);
    // All that are in the loop are together again.
    CHECK(2, bits_of(sub_group_ballot(trips > i)) == there);
    for (int j = 0; j < x % 3; ++j)
      CHECK(3, (bits_of(sub_group_ballot(1)) & ~there) == 0);
    CHECK(4, bits_of(sub_group_ballot(1)) == there);
    // All lanes' in a round, and of another round for each that leaves.
    last = popcount(bits_of(sub_group_ballot(1))) + i * 64;
  }
  CHECK(6, last == (trips ? popcount(members(place, on, 1 << (trips - 1))) + (trips - 1) * 64 : 0));
  meet(place, on, 1);
  CHECK(5, bits_of(sub_group_ballot(1)) == members(place, on, 1));
  out[get_global_linear_id()] = bad;
})",
      "cl_khr_subgroup_ballot");

  add(c, "after_some_returned", R"(
kernel void after_some_returned(global const int *in, global uint *out, local uint *place,
                                local int *on) {
  uint bad = 0, lane = get_sub_group_local_id();
  int x = in[get_global_linear_id()];
  out[get_global_linear_id()] = 0;
  meet(place, on, (x % 5 != 0 ? 1 : 0) | (x % 5 > 2 ? 2 : 0));
  if (x % 5 == 0)
    return;
  ulong left = members(place, on, 1), fewer = members(place, on, 2);
  CHECK(0, bits_of(sub_group_ballot(1)) == left);
  switch (x % 5) {
  case 1:
  case 2:
    CHECK(1, bits_of(sub_group_ballot(1)) & 1UL << lane);
    break;
  default:
    if (x % 5 < 3)
      return;
    CHECK(2, (bits_of(sub_group_ballot(1)) & ~fewer) == 0);
  }
  CHECK(3, bits_of(sub_group_ballot(1)) == left);
  out[get_global_linear_id()] = bad;
})",
      "cl_khr_subgroup_ballot");
}

// A function of the values alone.
template <typename F>
void addPlain(Corpus &c, const std::string &name, const std::string &source, F result) {
  c.add(name, source, someShapes(),
        [result](Job &j) {
          auto &in = j.random<I32>(j.items(), -100, 100);
          auto &out = j.output<I32>(j.items());
          j.local<I32>(j.localItems());
          j.forEachGroup([&](const Group &g) {
            std::vector<size_t> items;
            j.forEachItem(g, [&](const Item &item) { items.push_back(item.linear); });
            result(in, out, items);
          });
        },
        {.needs = "__opencl_c_subgroups"});
}

using Ints = std::vector<I32>;
using Items = std::vector<size_t>;

void giveAllTheSum(const Ints &in, Ints &out, const Items &items) {
  int sum = 0;
  for (size_t i : items)
    sum += in[i];
  for (size_t i : items)
    out[i] = sum;
}

void addPrograms(Corpus &c) {
  // Sub-groups reduce, one reduces what they have.
  addPlain(c, "two_levels", R"(
kernel void two_levels(global const int *in, global int *out, local int *partial) {
  size_t i = get_global_linear_id();
  int sum = sub_group_reduce_add(in[i]), total = 0;
  if (get_sub_group_local_id() == 0)
    partial[get_sub_group_id()] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint k = get_sub_group_local_id(); k < get_num_sub_groups(); k += get_sub_group_size())
    total += partial[k];
  out[i] = sub_group_reduce_add(total);
})",
           giveAllTheSum);

  // A scan over the group out of scans over sub-groups; results live across barriers.
  addPlain(c, "scan_of_scans", R"(
kernel void scan_of_scans(global const int *in, global int *out, local int *partial) {
  size_t i = get_global_linear_id();
  uint id = get_sub_group_id(), lane = get_sub_group_local_id(), size = get_sub_group_size();
  int x = in[i], own = sub_group_scan_inclusive_add(x);
  if (lane == size - 1)
    partial[id] = own;
  barrier(CLK_LOCAL_MEM_FENCE);
  int before = 0;
  for (uint k = 0; k < id; ++k)
    before += partial[k];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = own + before + sub_group_broadcast(x, 0) - sub_group_broadcast(x, 0);
})",
           [](const Ints &in, Ints &out, const Items &items) {
             int sum = 0;
             for (size_t i : items)
               out[i] = sum += in[i];
           });

  // Sub-groups go round a loop as often as one of their members wants; in a function, with vectors.
  addPlain(c, "while_any", R"(
int4 spread(int x, uint lane) { return sub_group_broadcast((int4)(x, x + 1, x * 2, 7), lane); }
kernel void while_any(global const int *in, global int *out, local int *unused) {
  size_t i = get_global_linear_id();
  int x = in[i], rounds = 0;
  while (sub_group_any(x > rounds))
    rounds += 1 + (sub_group_reduce_max(x) < rounds);
  int most = sub_group_reduce_max(max(x, 0));
  int4 last = spread(x, get_sub_group_size() - 1);
  int fits = last.y == last.x + 1 && last.z == last.x * 2 && last.w == 7;
  out[i] = x * 2 + (rounds == most) + fits * 2;
})",
           [](const Ints &in, Ints &out, const Items &items) {
             for (size_t i : items)
               out[i] = in[i] * 2 + 3;
           });

  // What all lanes have to load for one of them that adds it up: their mask is read twice.
  addPlain(c, "sum_of_kept_arrays", R"(
kernel void sum_of_kept_arrays(global const int *in, global int *out, local int *sum) {
  size_t i = get_global_linear_id();
  int kept[16], total = 0;
  for (int k = 0; k < 16; ++k)
    kept[k] = in[i] + k;
  for (int k = 0; k <= (int)get_work_dim(); ++k) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_linear_id() == 0)
      *sum = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    int part = sub_group_reduce_add(kept[k & 15]);
    if (get_sub_group_local_id() == 0)
      atomic_add(sum, part);
    barrier(CLK_LOCAL_MEM_FENCE);
    total = *sum;
  }
  size_t items = get_local_size(0) * get_local_size(1) * get_local_size(2);
  out[i] = total - (int)(get_work_dim() * items);
})",
           giveAllTheSum);

  // Beside collective functions of the whole group.
  addPlain(c, "with_group_functions", R"(
kernel void with_group_functions(global const int *in, global int *out, local int *unused) {
  size_t i = get_global_linear_id();
  int x = in[i];
  int first = get_sub_group_local_id() == 0 ? sub_group_reduce_add(0) + 1 : 0;
  int groups = work_group_reduce_add(first);
  int sums = work_group_reduce_add(first ? 0 : 0) + sub_group_reduce_add(x);
  int total = work_group_reduce_add(first ? sums : 0);
  out[i] = groups == (int)get_num_sub_groups() ? total : ~total;
})",
           giveAllTheSum);
}

} // namespace

void addSubGroupFlow(Corpus &c) {
  addBallots(c);
  addBranches(c);
  addLoops(c);
  addPrograms(c);
}

} // namespace weft::kernels
