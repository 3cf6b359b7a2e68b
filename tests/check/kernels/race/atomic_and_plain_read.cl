// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 4
// buffer 256
// expect 10: atomic operation on 'counter' races with a read by another work-item of the group
// expect 10: atomic operation on 'counter' races with a read by a work-item of another group
// may 11: read of 'counter' races with an atomic operation
kernel void f(global int *counter, global int *out) {
  atomic_inc(counter);
  out[get_global_id(0)] = *counter;
}
