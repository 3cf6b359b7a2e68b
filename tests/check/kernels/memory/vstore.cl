// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// each: V int2 STORE vstore2 BYTES 508
// each: V int3 STORE vstore3 BYTES 764
// each: V int4 STORE vstore4 BYTES 1020
// each: V int8 STORE vstore8 BYTES 2044
// each: V int16 STORE vstore16 BYTES 4092
// range: 64 local 16
// buffer BYTES
// expect 13: write behind the end of 'out'
kernel void f(global int *out) {
  size_t i = get_global_id(0);
  STORE((V)(1), i, out);
}
