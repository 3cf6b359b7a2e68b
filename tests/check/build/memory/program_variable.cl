// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect 8: write behind the end of 'counts' [memory]
global int counts[16];
kernel void f(int value) {
  if (value > 3)
    for (int i = 16; i > 0; --i)
      counts[i] = value;
}
