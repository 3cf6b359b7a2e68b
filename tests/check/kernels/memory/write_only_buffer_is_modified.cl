// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 8
// buffer 16 write-only
// expect 11: read of 'counts', which is write-only
// expect 11: read behind the end of 'counts'
// expect 11: write behind the end of 'counts'
// result 0: 2 2 2 2
kernel void f(global int *counts) {
  // What flags forbid is made, what the buffer does not have is not.
  counts[get_global_id(0)] += 2;
}
