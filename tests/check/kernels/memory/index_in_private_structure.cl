// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 8 local 4
// buffer 32
// expect 14: index 3 in an array or vector of 3
struct State {
  int counts[3];
  int sum;
};
kernel void f(global int *out) {
  struct State state = {{1, 2, 3}, 6};
  int total = 0;
  for (int k = 0; k <= (int)get_local_id(0); ++k)
    total += state.counts[k];
  out[get_global_id(0)] = total;
}
