// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Many kinds of instructions, for the fuzzer to change.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

typedef struct {
  int key;
  float4 value;
  short tail[3];
} Record;

__constant int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
__global int counter = 5;

int collatz(int n) {
  int steps = 0;
  while (n > 1 && steps < 1000) {
    n = n % 2 ? 3 * n + 1 : n / 2;
    ++steps;
  }
  return steps;
}

float pick(int which, float a, float b) {
  switch (which) {
  case 0:
    return a + b;
  case 1:
    return a * b;
  case 7:
    return fma(a, b, a);
  default:
    return sin(a) - b;
  }
}

__kernel void records(__global Record *records, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  Record mine = records[i];
  mine.value.xz = mine.value.yw * 2.0f;
  mine.key = collatz(mine.key) + table[i & 7];
  mine.tail[i % 3] = convert_short_sat(mine.value.x);
  records[i] = mine;
}

__kernel void sums(__global const float *in, __global float *out, __local float *scratch) {
  size_t l = get_local_id(0);
  scratch[l] = in[get_global_id(0)];
  for (size_t step = get_local_size(0) / 2; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < step)
      scratch[l] += scratch[l + step];
  }
  if (l == 0)
    out[get_group_id(0)] = scratch[0];
}

__kernel void counts(__global atomic_int *total, __global int *last, long extra) {
  int before = atomic_fetch_add_explicit(total, table[get_local_id(0) & 7], memory_order_relaxed,
                                         memory_scope_device);
  atomic_max(last, before);
  if (atomic_cmpxchg(last, 1, 2) == 1)
    counter += (int)(extra >> 3);
}

__kernel void numbers(__global double *d, __global uchar4 *bytes, __global ulong *wide) {
  size_t i = get_global_id(0);
  d[i] = pow(d[i], 1.5) + (double)wide[i];
  bytes[i] = convert_uchar4_sat(convert_float4(bytes[i]) * 1.5f) ^ (uchar4)(1, 2, 3, 4);
  wide[i] = popcount(wide[i]) + clz(wide[i]) + mul_hi(wide[i], 12345UL);
}

__kernel void choices(__global float *out, __global const int *which) {
  size_t i = get_global_id(0);
  float result = 0;
  for (int k = 0; k < 4; ++k) {
    if (which[i] == k)
      continue;
    if (which[i] > 100)
      break;
    result += pick(which[i] + k, (float)k, out[i]);
  }
  out[i] = isnan(result) ? 0 : result;
}

__kernel void pixels(__read_only image2d_t from, __write_only image2d_t to, sampler_t sampler) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  float4 color = read_imagef(from, sampler, convert_float2(at) + 0.5f);
  write_imagef(to, at, color.zyxw);
}

__kernel void packets(__read_only pipe int4 from, __write_only pipe int4 to, __global int *left) {
  int4 packet;
  if (read_pipe(from, &packet) == 0)
    write_pipe(to, &packet);
  reserve_id_t all = work_group_reserve_read_pipe(from, get_local_size(0));
  if (is_valid_reserve_id(all)) {
    read_pipe(from, all, get_local_id(0), &packet);
    left[get_global_id(0)] = packet.x;
    work_group_commit_read_pipe(from, all);
  }
  left[0] = get_pipe_num_packets(from);
}
