// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C11 atomics between work-items, work-groups and lanes, on memory of every kind. What each
// operation does by itself is tested in tests/stdlib.
#include "harness/corpus.h"

namespace weft::kernels {

void addAtomics(Corpus &c) {
  const Corpus::Extra device = {"-cl-std=CL3.0", "__opencl_c_atomic_scope_device"};
  const Corpus::Extra generic = {"-cl-std=CL3.0", "__opencl_c_generic_address_space"};

  // Whoever comes last finds what all other groups have written.
  c.add(
      "last_group_adds_up", R"(
kernel void last_group_adds_up(global const int *in, global int *parts, global atomic_uint *arrived,
                               global long *out) {
  local int last;
  local atomic_int sum;
  size_t l = get_local_id(0), groups = get_num_groups(0);
  if (l == 0)
    atomic_init(&sum, 0);
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  atomic_fetch_add_explicit(&sum, in[get_global_id(0)], memory_order_relaxed,
                            memory_scope_work_group);
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    parts[get_group_id(0)] = atomic_load_explicit(&sum, memory_order_relaxed,
                                                  memory_scope_work_group);
    uint before = atomic_fetch_add_explicit(arrived, 1u, memory_order_acq_rel, memory_scope_device);
    last = before == groups - 1;
    if (last) {
      long all = 0;
      for (size_t i = 0; i < groups; ++i)
        all += parts[i];
      *out = all;
    }
  }
})",
      shapes::grouped(),
      [](Job &j) {
        auto &in = j.random<I32>(j.n(), 0, 1000);
        auto &parts = j.output<I32>(j.groups());
        auto &arrived = j.output<U32>(1, 0);
        auto &out = j.output<I64>(1, 0);
        arrived[0] = U32(j.groups());
        j.forEachGroup([&](const Group &group) {
          parts[group.linear] = 0;
          j.forEachItem(group, [&](const Item &item) { parts[group.linear] += in[item.gid[0]]; });
          out[0] += parts[group.linear];
        });
      },
      device);

  // Bins that are computed from a word, or loaded, by all lanes and by some. What a bin held before
  // each increment adds up to the same in any order.
  c.add("bins_in_local_memory", R"(
#define BINS 64
kernel void bins_in_local_memory(global const uint *words, global const uint *places,
                                 global uint *counts, global uint *before) {
  local uint bins[BINS];
  local uint sum;
  size_t g = get_global_id(0), l = get_local_id(0), n = get_local_size(0);
  for (size_t i = l; i < BINS; i += n)
    bins[i] = 0;
  if (l == 0)
    sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint word = words[g];
  uint old = atomic_inc(&bins[word % BINS]);
  old += atomic_inc(&bins[word >> 26]);
  old += atomic_inc(&bins[places[g]]);
  if (word & 64)
    old += atomic_add(&bins[(word >> 8) & (BINS - 1)], 1);
  atomic_add(&sum, old);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t i = l; i < BINS; i += n)
    counts[get_group_id(0) * BINS + i] = bins[i];
  if (l == 0)
    before[get_group_id(0)] = sum;
})",
        shapes::grouped(), [](Job &j) {
          constexpr size_t Bins = 64;
          auto &words = j.random<U32>(j.n(), 0, UINT32_MAX);
          auto &places = j.random<U32>(j.n(), 0, Bins - 1);
          auto &counts = j.output<U32>(j.groups() * Bins, 0);
          auto &before = j.output<U32>(j.groups(), 0);
          j.forEachGroup([&](const Group &group) {
            U32 *bins = &counts[group.linear * Bins];
            j.forEachItem(group, [&](const Item &item) {
              U32 word = words[item.gid[0]];
              ++bins[word % Bins];
              ++bins[word >> 26];
              ++bins[places[item.gid[0]]];
              if (word & 64)
                ++bins[(word >> 8) % Bins];
            });
            for (size_t i = 0; i < Bins; ++i)
              before[group.linear] += bins[i] * (bins[i] - 1) / 2;
          });
        });

  // Private, local and global counters behind one pointer: of a work-item, of a group, of all.
  c.add(
      "counters_of_every_memory", R"(
kernel void counters_of_every_memory(global const int *in, global int *own_counts,
                                     global int *group_counts, global atomic_int *all) {
  local atomic_int shared[2];
  atomic_int own;
  size_t g = get_global_id(0), l = get_local_id(0);
  atomic_init(&own, 100);
  if (l == 0) {
    atomic_store(&shared[0], 0);
    atomic_store_explicit(&shared[1], 0, memory_order_relaxed);
  }
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  atomic_int *p = in[g] % 3 == 0 ? &own : in[g] % 3 == 1 ? (atomic_int *)&shared[in[g] & 1]
                                                          : (atomic_int *)all;
  atomic_fetch_add(p, in[g]);
  atomic_fetch_sub_explicit(p, 1, memory_order_acq_rel, memory_scope_device);
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  own_counts[g] = atomic_load(&own);
  if (l < 2)
    group_counts[get_group_id(0) * 2 + l] = atomic_load(&shared[l]);
})",
      shapes::uniform(),
      [](Job &j) {
        auto &in = j.random<I32>(j.n(), 0, 100);
        auto &own = j.output<I32>(j.n(), 100);
        auto &of_group = j.output<I32>(j.groups() * 2);
        auto &all = j.output<I32>(1, 0);
        j.forEachGroup([&](const Group &group) {
          int shared[2] = {};
          j.forEachItem(group, [&](const Item &item) {
            int v = in[item.gid[0]];
            own[item.gid[0]] = 100;
            (v % 3 == 0 ? own[item.gid[0]] : v % 3 == 1 ? shared[v & 1] : all[0]) += v - 1;
          });
          for (size_t i = 0; i < std::min<size_t>(2, group.items()); ++i)
            of_group[group.linear * 2 + i] = shared[i];
        });
      },
      generic);

  // Each ticket is drawn once, on one address and on many.
  c.add(
      "tickets", R"(
kernel void tickets(global atomic_int *next, global int *holder, global atomic_int *places,
                    local atomic_int *order) {
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  if (l == 0)
    atomic_init(order, 0);
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  int mine = atomic_fetch_add(&next[g % 3], 1);
  atomic_fetch_or((global atomic_int *)&holder[mine / 8 * 3 + g % 3], 1 << mine % 8 * 4);
  int place = atomic_fetch_add_explicit(order, 1, memory_order_seq_cst, memory_scope_work_group);
  atomic_fetch_xor(places, place + 1 << 3);
})",
      shapes::uniform(128),
      [](Job &j) {
        auto &next = j.output<I32>(3, 0);
        auto &holder = j.output<I32>(j.n() + 3, 0);
        auto &places = j.output<I32>(1, 0);
        j.local<I32>(1);
        j.forEachGroup([&](const Group &group) {
          j.forEachItem(group, [&](const Item &item) {
            int of = int(item.gid[0] % 3), mine = next[of]++;
            holder[mine / 8 * 3 + of] |= 1 << mine % 8 * 4;
            places[0] ^= int(item.local + 1) << 3;
          });
        });
      },
      device);

  // Places in lists for those work-items whose byte is wanted: counts up, down, by more than one,
  // of 64 bits; some of a vector's lanes take part, or all, or none. Each place is taken once.
  c.add("places_of_matches", R"(
kernel void places_of_matches(global const uchar *bytes, volatile global uint *up,
                              volatile global int *down, volatile global long *threes,
                              uint step, volatile global uint *steps, global uchar *taken_up,
                              global uchar *taken_down, global uchar *taken_threes,
                              global uchar *taken_steps) {
  size_t g = get_global_id(0);
  uchar byte = bytes[g];
  if (byte < 64)
    return;
  taken_up[atomic_inc(up)] += 1;
  if (byte & 1)
    taken_down[atomic_dec(down)] += 1;
  if (byte >= 128)
    taken_threes[atom_sub(threes, 3L) / 3] += 1;
  taken_steps[atomic_add(steps, step) / step] += 1;
})",
        shapes::flat(),
        [](Job &j) {
          Random random(1);
          std::vector<U8> mixed(j.n());
          for (size_t i = 0; i < j.n(); ++i) // long runs of one kind, too
            mixed[i] = U8(i / 128 % 3 == 0 ? random.within(0, 255) : i / 128 % 3 == 1 ? 0 : 255);
          auto &bytes = j.buffer(std::move(mixed));
          auto &up = j.output<U32>(1, 0);
          auto &down = j.output<I32>(1, I32(j.n()));
          auto &threes = j.output<I64>(1, I64(j.n()) * 3);
          const U32 step = j.value<U32>(5);
          auto &steps = j.output<U32>(1, 0);
          auto &taken_up = j.output<U8>(j.n() + 1, 0), &taken_down = j.output<U8>(j.n() + 1, 0);
          auto &taken_threes = j.output<U8>(j.n() + 1, 0);
          auto &taken_steps = j.output<U8>(j.n() + 1, 0);
          j.forEachGroup([&](const Group &group) {
            j.forEachItem(group, [&](const Item &item) {
              U8 byte = bytes[item.gid[0]];
              if (byte < 64)
                return;
              taken_up[up[0]++] += 1;
              if (byte & 1)
                taken_down[size_t(down[0]--)] += 1;
              if (byte >= 128) {
                taken_threes[size_t(threes[0] / 3)] += 1;
                threes[0] -= 3;
              }
              taken_steps[steps[0] / step] += 1;
              steps[0] += step;
            });
          });
        },
        {"-cl-std=CL3.0", "cl_khr_int64_base_atomics"});

  // Lists of all work-items, each pushed with compare-and-exchange.
  c.add(
      "pushed_lists", R"(
kernel void pushed_lists(global atomic_int *heads, global int *links, local atomic_int *head,
                         global int *lengths) {
  size_t g = get_global_id(0), l = get_local_id(0);
  local int below[4096];
  if (l == 0)
    atomic_init(head, -1);
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  int top = atomic_load_explicit(&heads[g % 2], memory_order_acquire, memory_scope_device);
  do
    links[g] = top;
  while (!atomic_compare_exchange_weak_explicit(&heads[g % 2], &top, (int)g, memory_order_acq_rel,
                                                memory_order_acquire, memory_scope_device));
  int under = atomic_load(head);
  do
    below[l] = under;
  while (!atomic_compare_exchange_strong(head, &under, (int)l));
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    int length = 0;
    for (int i = atomic_load(head); i >= 0 && length <= 4096; i = below[i])
      ++length;
    lengths[get_group_id(0)] = length;
  }
})",
      shapes::uniform(),
      [](Job &j) {
        auto &heads = j.output<I32>(2, -1);
        j.ignoreContents();
        (void)heads;
        j.output<I32>(j.n());
        j.ignoreContents();
        j.local<I32>(1);
        auto &lengths = j.output<I32>(j.groups());
        j.forEachGroup([&](const Group &group) { lengths[group.linear] = I32(group.items()); });
      },
      device);

  // A flag is won once.
  c.add(
      "flags", R"(
global atomic_flag *flag_at(global atomic_flag *flags, size_t i) { return flags + i; }
kernel void flags(global atomic_flag *flags, global atomic_int *winners, global int *again) {
  local atomic_flag flag;
  local atomic_int won;
  size_t g = get_global_id(0), l = get_local_id(0);
  if (l == 0) {
    atomic_flag_clear(&flag);
    atomic_init(&won, 0);
  }
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  if (!atomic_flag_test_and_set(flag_at(flags, g % 5)))
    atomic_fetch_add(&winners[g % 5], 1);
  if (!atomic_flag_test_and_set_explicit(&flag, memory_order_acquire, memory_scope_work_group))
    atomic_fetch_add(&won, 1);
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    atomic_flag_clear_explicit(&flag, memory_order_release, memory_scope_work_group);
    again[get_group_id(0)] = atomic_load(&won) * 2 + atomic_flag_test_and_set(&flag);
  }
})",
      shapes::uniform(),
      [](Job &j) {
        j.output<I32>(5, 0);
        j.ignoreContents();
        auto &winners = j.output<I32>(5, 0);
        for (size_t i = 0; i < std::min<size_t>(5, j.items()); ++i)
          winners[i] = 1;
        j.output<I32>(j.groups(), 0).assign(j.groups(), 2);
      },
      device);

  // Which of two stores comes first is free, but then everybody agrees on it: one work-item writes
  // x and reads y, another one the other way round, and not both may read the old value.
  c.add(
      "sequential_consistency", R"(
kernel void sequential_consistency(global atomic_int *pairs, global atomic_int *broken) {
  size_t group = get_group_id(0), pair = group / 2;
  if (get_local_id(0) == 0) {
    global atomic_int *x = pairs + pair * 4, *y = x + 1, *seen = x + 2;
    int found;
    if (group % 2 == 0) {
      atomic_store(x, 1);
      found = atomic_load(y);
    } else {
      atomic_store(y, 1);
      found = atomic_load(x);
    }
    if (found == 0 && atomic_fetch_add(seen, 1) == 1)
      atomic_fetch_add(broken, 1);
  }
})",
      {shapes::line(1, 2048), shapes::line(4, 8192)},
      [](Job &j) {
        j.output<I32>(j.groups() * 2, 0);
        j.ignoreContents();
        j.output<I32>(1, 0);
      },
      device);

  // Lanes leave the loop one after the other.
  c.add("work_fetched_from_a_counter", R"(
kernel void work_fetched_from_a_counter(global uint *next, global const uint *in, global uint *out,
                                        uint n) {
  for (uint i = atomic_inc(next); i < n; i = atomic_inc(next))
    out[i] = in[i] * 3 + 1;
})",
        shapes::flat(), [](Job &j) {
          const U32 n = U32(j.n() * 3 + 1);
          auto &next = j.output<U32>(1, 0);
          auto &in = j.bits<U32>(n);
          auto &out = j.output<U32>(n);
          j.value<U32>(n);
          for (U32 i = 0; i < n; ++i)
            out[i] = in[i] * 3 + 1;
          next[0] = n;
          j.forEachItem([&](const Item &) { ++next[0]; });
        });

  // A work-item that has the lock gets on while the others of its group wait for it.
  c.add("lock_that_every_work_item_takes", R"(
kernel void lock_that_every_work_item_takes(global int *lock, global int *count) {
  while (atomic_cmpxchg((volatile global int *)lock, 0, 1) != 0)
    ;
  *(volatile global int *)count += 3;
  atomic_xchg((volatile global int *)lock, 0);
})",
        {shapes::line(1, 64), shapes::line(32, 256)}, [](Job &j) {
          j.output<I32>(1, 0);
          auto &count = j.output<I32>(1, 0);
          count[0] = I32(3 * j.n());
        });
}

} // namespace weft::kernels
