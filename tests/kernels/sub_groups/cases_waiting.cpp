// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sub-groups that wait for each other without a barrier (cl_khr_subgroups: "may make forward
// progress with respect to each other"). Whatever their size, each work-item ends with a one.
#include "harness/corpus.h"

namespace weft::kernels {
namespace {

const Corpus::Extra Needs = {.needs = "cl_khr_subgroups"};

Shapes someShapes() {
  return {shapes::line(1, 3),
          shapes::line(64, 192),
          shapes::line(37, 100),
          shapes::line(256, 512),
          shapes::plane(16, 4, 21, 9),
          shapes::plane(5, 3, 15, 6),
          shapes::cube({8, 4, 4}, {16, 4, 8})};
}

void allOnes(Job &j) {
  auto &out = j.output<I32>(j.items());
  j.forEachGroup(
      [&](const Group &g) { j.forEachItem(g, [&](const Item &item) { out[item.linear] = 1; }); });
}

} // namespace

void addSubGroupWaiting(Corpus &c) {
  // The last sub-group first, so that those that run in order would never end.
  c.add("in_reverse_order", R"(
kernel void in_reverse_order(global int *out) {
  local atomic_int turn;
  local int done;
  if (get_local_linear_id() == 0) {
    atomic_init(&turn, (int)get_num_sub_groups() - 1);
    done = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  int mine = get_sub_group_id(), ok = 0;
  if (get_sub_group_local_id() == 0) {
    while (atomic_load_explicit(&turn, memory_order_acquire, memory_scope_work_group) != mine)
      ;
    ok = done++ == (int)get_num_sub_groups() - 1 - mine;
    atomic_store_explicit(&turn, mine - 1, memory_order_release, memory_scope_work_group);
  }
  out[get_global_linear_id()] = sub_group_broadcast(ok, 0);
})",
        someShapes(), allOnes, Needs);

  // There and back: each waits for two others, and for all of them at a barrier in between.
  c.add("rings_of_sub_groups", R"(
kernel void rings_of_sub_groups(global int *out) {
  local atomic_int seen[4096];
  uint n = get_num_sub_groups(), mine = get_sub_group_id();
  for (uint i = get_local_linear_id(); i < n;
       i += get_local_size(0) * get_local_size(1) * get_local_size(2))
    atomic_init(&seen[i], 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int round = 1; round <= 3; ++round) {
    if (get_sub_group_local_id() == 0) {
      if (mine != n - 1)
        while (atomic_load(&seen[mine + 1]) < 2 * round - 1)
          ;
      atomic_store(&seen[mine], 2 * round - 1);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_sub_group_local_id() == 0) {
      int found;
      do
        found = mine == 0 ? 2 * round : atomic_load(&seen[mine - 1]);
      while (found < 2 * round);
      atomic_fetch_add(&seen[mine], 1);
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  int ok = 1;
  for (uint i = 0; i < n; ++i)
    ok &= atomic_load(&seen[i]) == 6;
  out[get_global_linear_id()] = ok;
})",
        someShapes(), allOnes, Needs);

  // Waiting in a function, for what a sub-group has under lock.
  c.add("locks_of_sub_groups", R"(
__attribute__((noinline)) void take(local atomic_int *lock) {
  while (atomic_exchange_explicit(lock, 1, memory_order_acquire, memory_scope_work_group))
    ;
}
kernel void locks_of_sub_groups(global int *out) {
  local atomic_int lock;
  local int count;
  if (get_local_linear_id() == 0) {
    atomic_init(&lock, 0);
    count = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_sub_group_local_id() == 0) {
    take(&lock);
    count += 3;
    atomic_store_explicit(&lock, 0, memory_order_release, memory_scope_work_group);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_linear_id()] = count == 3 * (int)get_num_sub_groups();
})",
        someShapes(), allOnes, Needs);

  // Ends by itself, so that sub-groups keep their size.
  c.add("exchanges_of_sub_groups", R"(
kernel void exchanges_of_sub_groups(global int *out) {
  local atomic_int sum;
  if (get_local_linear_id() == 0)
    atomic_init(&sum, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_sub_group_local_id() == 0) {
    int old = atomic_load(&sum);
    while (!atomic_compare_exchange_strong(&sum, &old, old + 5))
      ;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_linear_id()] = atomic_load(&sum) == 5 * (int)get_num_sub_groups();
})",
        someShapes(), allOnes, Needs);
}

} // namespace weft::kernels
