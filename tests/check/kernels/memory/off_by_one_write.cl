// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// each: T char BYTES 64
// each: T short BYTES 128
// each: T uchar4 BYTES 256
// each: T float BYTES 256
// each: T int BYTES 256
// each: T double BYTES 512
// each: T int2 BYTES 512
// each: T long BYTES 512
// each: T float4 BYTES 1024
// each: T int16 BYTES 4096
// range: 64 local 16
// buffer BYTES
// expect 18: write behind the end of 'out'
kernel void f(global T *out) {
  size_t i = get_global_id(0);
  out[i + 1] = (T)(1);
}
