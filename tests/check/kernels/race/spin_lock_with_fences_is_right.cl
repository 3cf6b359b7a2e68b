// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 local 1
// buffer 4
// buffer 4
// options: -cl-std=CL2.0
// result 1: 16
kernel void f(global atomic_int *lock, global int *sum) {
  int expected;
  do
    expected = 0;
  while (!atomic_compare_exchange_weak_explicit(lock, &expected, 1, memory_order_acquire,
                                                memory_order_relaxed, memory_scope_device));
  *sum += 1;
  atomic_store_explicit(lock, 0, memory_order_release, memory_scope_device);
}
