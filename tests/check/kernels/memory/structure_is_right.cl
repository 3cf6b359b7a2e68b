// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 1024
// result 0: 3 3
struct Pair { int a, b; float4 c; };
kernel void f(global int *out) {
  struct Pair p = {1, 2, (float4)(3)}, q = p;
  q.a += p.b;
  out[get_global_id(0)] = q.a;
}
