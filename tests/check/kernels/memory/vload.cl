// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// each: V int2 LOAD vload2 STORE vstore2 BYTES 512
// each: V int3 LOAD vload3 STORE vstore3 BYTES 768
// each: V int4 LOAD vload4 STORE vstore4 BYTES 1024
// each: V int8 LOAD vload8 STORE vstore8 BYTES 2048
// each: V int16 LOAD vload16 STORE vstore16 BYTES 4096
// range: 64 local 16
// buffer BYTES
// buffer BYTES
// expect 14: read behind the end of 'in'
kernel void f(global const int *in, global int *out) {
  size_t i = get_global_id(0);
  V v = LOAD(i + 1, in);
  STORE(v, i, out);
}
