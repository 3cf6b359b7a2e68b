// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 4
// buffer 256
// options: -cl-std=CL2.0
kernel void f(global atomic_int *flag, global int *out) {
  atomic_store_explicit(flag, 1, memory_order_relaxed, memory_scope_device);
  out[get_global_id(0)] =
      atomic_load_explicit(flag, memory_order_relaxed, memory_scope_device);
}
