// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scalar functions for the oracle, each named after what it exercises. Every work-item writes only
// where no other one reads or writes, save where all write the same.
#include <limits.h>
#include <stdint.h>

#define KERNEL(name)                                                                               \
  int name(uint64_t id, int *io, const int *ii, float *fo, const float *fi, int n, int64_t m)

typedef float float4 __attribute__((ext_vector_type(4)));
typedef float float3 __attribute__((ext_vector_type(3)));
typedef float float2 __attribute__((ext_vector_type(2)));
typedef int int4 __attribute__((ext_vector_type(4)));
typedef int int2 __attribute__((ext_vector_type(2)));
typedef unsigned char uchar4 __attribute__((ext_vector_type(4)));
typedef unsigned char uchar;

KERNEL(arithmetic) {
  int gid = (int)id;
  fo[gid] = fi[gid] * 2.0f + fi[gid + 1] / 3.0f - (float)gid;
  io[gid] = (ii[gid] * 7 ^ ii[gid + 3]) + n * gid + (ii[gid] >> 3) + (int)((unsigned)ii[gid] >> 5);
  return 0;
}

KERNEL(divergent_if) {
  int gid = (int)id, x = ii[gid];
  if (x > 10)
    io[gid] = x * 2;
  else if (x & 1)
    io[gid] -= x;
  return 0;
}

KERNEL(divergent_if_with_phi) {
  int gid = (int)id, x = ii[gid], y;
  float z = 0;
  if (x > n) {
    y = x * 3;
    z = fi[x & 31];
  } else {
    y = n - gid;
    if (y & 2)
      z = 4;
  }
  io[gid] = y;
  fo[gid] = z;
  return 0;
}

KERNEL(uniform_branch_in_divergent_code) {
  int gid = (int)id, x = ii[gid], y = 1;
  if (x > 4) {
    if (n > 20)
      y = x * x;
    else
      y = ii[n] + x;
    if (m & 1)
      io[gid + 1024] = 4;
  }
  io[gid] = y;
  return 0;
}

KERNEL(divergent_loop) {
  int gid = (int)id, x = ii[gid] & 63, count = 0;
  while (x > 1) {
    x = x & 1 ? 3 * x + 1 : x / 2;
    if (++count > 500)
      break;
  }
  io[gid] = count * 1000 + x;
  return 0;
}

KERNEL(nested_loops_with_breaks) {
  int gid = (int)id, sum = 0;
  for (int i = 0; i < (ii[gid] & 7); ++i) {
    for (int j = 0; j < n; ++j) {
      int x = ii[(gid * 5 + i * 3 + j) & 1023];
      if (x < -10)
        continue;
      if (x > 70)
        break;
      if (x == 33)
        goto out;
      sum += x;
    }
    sum ^= i;
  }
out:
  io[gid] = sum;
  return 0;
}

KERNEL(uniform_loop) {
  int gid = (int)id;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += fi[k] * fi[k * 16 + gid];
  fo[gid] = sum;
  return 0;
}

KERNEL(uniform_loop_in_divergent_code) {
  int gid = (int)id, sum = 0;
  if (ii[gid] > 20)
    for (int k = 0; k < n; ++k)
      sum += ii[k] + ii[gid + k];
  io[gid] = sum;
  return 0;
}

KERNEL(affine_loop) {
  for (int i = (int)id; i < n * 8; i += 64)
    io[i] = ii[i] + i;
  return 0;
}

KERNEL(gather_and_scatter) {
  int gid = (int)id;
  int at = (gid * 37) & 1023;
  io[at] = ii[(gid * gid) & 511] + ii[ii[gid] & 63];
  return 0;
}

KERNEL(uniform_store) {
  if (ii[id] > -100)
    io[7] = n;
  io[(int)id + 64] = ii[n];
  return 0;
}

KERNEL(strided) {
  int gid = (int)id;
  io[gid * 2] = ii[gid * 3] + ii[gid * 3 + 1] + ii[gid * 2 + 1];
  io[gid * 3 + 1024] = ii[gid * 8 + 5];
  fo[gid * 4] = fi[gid * 4 + 3];
  fo[gid * 4 + 2] = fi[gid * 16];
  return 0;
}

KERNEL(reversed) {
  int gid = (int)id;
  io[1024 - gid] = ii[1000 - gid];
  fo[1000 - 2 * gid] = fi[1000 - 2 * gid] + fi[1001 - 2 * gid];
  io[2000 - 3 * gid] = ii[999 - 3 * gid];
  return 0;
}

KERNEL(last_elements) {
  // Whoever reads behind the last element leaves the array.
  int end = 4095 - (int)id * 3;
  fo[4095 - (int)id] = fi[end];
  io[4095 - 64 * 4 + (int)(id & 63) * 4] = ii[4095 - 63 * 3 + (int)(id & 63) * 3];
  return 0;
}

KERNEL(vector_types) {
  float4 a = ((const float4 *)fi)[id], b = ((const float4 *)fi)[id + 1];
  ((float4 *)fo)[id] = a * b + a.wzyx;
  int2 c = ((const int2 *)ii)[id];
  ((int2 *)io)[id] = c.yx - 3;
  return 0;
}

KERNEL(vector_types_gathered) {
  int gid = (int)id;
  float4 a = ((const float4 *)fi)[(gid * gid) & 255];
  float2 b = ((const float2 *)fi)[(gid * 7) & 255];
  a.xy += b;
  a.w = a[gid & 3];
  ((float4 *)fo)[(gid * 5) & 255] = a;
  return 0;
}

KERNEL(three_elements) {
  const float *p = fi + id * 3;
  float3 v = {p[0], p[1], p[2]};
  v = v * v + v.zxy;
  fo[id * 3] = v.x;
  fo[id * 3 + 1] = v.y;
  fo[id * 3 + 2] = v.z;
  ((float3 *)fo)[id + 512 / 4 * 3] = v;
  fo[id * 4 + 512 * 3 + 3] = 1; // what lies between is nobody's
  return 0;
}

KERNEL(bytes) {
  const uchar *in = (const uchar *)ii;
  uchar *out = (uchar *)io;
  uchar4 v = ((const uchar4 *)ii)[id + 32];
  out[id] = in[id] + in[id + 1] / 2;
  ((uchar4 *)io)[id + 64] = v.zyxw + (uchar4)3;
  const int16_t *halves = (const int16_t *)ii;
  ((int16_t *)io)[id + 1024] = halves[id * 2] - halves[(id * id) & 127];
  if (in[id] > 100)
    out[id + 128] = in[id];
  return 0;
}

KERNEL(bit_casts) {
  union {
    int2 v;
    int64_t l;
    double d;
    uchar4 c[2];
  } u;
  u.v = ((const int2 *)ii)[id];
  u.l = u.l * 3 + (int64_t)id;
  u.c[1] = u.c[1].wzyx;
  ((int2 *)io)[id] = u.v;
  return 0;
}

KERNEL(private_array) {
  int gid = (int)id;
  int a[16];
  for (int i = 0; i < 16; ++i)
    a[i] = ii[gid * 2 + i];
  for (int i = 0; i < (gid & 7) + 2; ++i)
    a[(i * 5 + gid) & 15] += a[i];
  int sum = 0;
  for (int i = 0; i < 16; ++i)
    sum = sum * 3 + a[i];
  io[gid] = sum;
  return 0;
}

KERNEL(private_structures) {
  struct {
    int count;
    float values[4];
    char c;
  } s[3];
  int gid = (int)id;
  for (int i = 0; i < 3; ++i) {
    s[i].count = i + gid;
    s[i].c = (char)(i * gid);
    for (int j = 0; j < 4; ++j)
      s[i].values[j] = fi[gid + i * 4 + j];
  }
  int at = ii[gid] & 1;
  s[at].values[s[2 - at].count & 3] += s[at + 1].c;
  fo[gid] = s[at].values[gid & 3] + s[1].values[(gid >> 2) & 3] + (float)s[at].count;
  return 0;
}

static __attribute__((noinline)) void sumUp(int *io, const int *p, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum += p[i];
  *io += sum;
}

KERNEL(calls) {
  int gid = (int)id;
  int mine[4] = {gid, ii[gid], n, 3};
  if (ii[gid] & 3)
    sumUp(&io[gid], mine, 4);
  sumUp(&io[gid + 1024], ii + gid, 5);
  return 0;
}

KERNEL(integer_division) {
  int gid = (int)id, x = ii[gid], y = ii[gid + 64];
  if (y != 0) {
    io[gid] = x / y;
    io[gid + 128] = x % y;
    io[gid + 256] = (int)((unsigned)x / (unsigned)y);
    io[gid + 384] = (int)((unsigned)x % (unsigned)y);
    io[gid + 512] = (int)((int64_t)x * 1000001 / (y * m + 3 * y));
    io[gid + 640] = (int16_t)x / (int16_t)y;
    io[gid + 768] = (uchar)x % ((uchar)y | 1);
  }
  io[gid + 896] = x / 7 + x % 5 + (int)((unsigned)x / 9u);
  return 0;
}

KERNEL(division_by_uniform) {
  int gid = (int)id, x = ii[gid], y = ii[3] - ii[5], any = y ? y : 1;
  io[gid] = x == INT_MIN && any == -1 ? 0 : x / any;
  io[gid + 128] = x == INT_MIN && any == -1 ? 0 : x % any;
  io[gid + 256] = (int)((unsigned)x / (unsigned)any);
  io[gid + 384] = (int)((unsigned)x % (unsigned)any);
  io[gid + 512] = (int16_t)x / ((int16_t)any | 1);
  io[gid + 640] = (uint16_t)x % ((uint16_t)any | 1);
  // A select that is no guard against trapping.
  io[gid + 768] = (int)((unsigned)x / (x & 1 ? 1u : (unsigned)any));
  return 0;
}

KERNEL(division_of_64_bit_ids) {
  int gid = (int)id;
  uint64_t at = id + (uint64_t)m, row = (uint64_t)(n & 31) + 1, far = id + ((uint64_t)1 << 40);
  io[gid] = (int)(at / row);
  io[gid + 128] = (int)(at % row);
  io[gid + 256] = (int)(far / (row * 1000003));
  io[gid + 384] = (int)(far % (row << 33));
  int64_t before = (int64_t)id - 40;
  io[gid + 512] = (int)(before / (int64_t)row);
  io[gid + 640] = (int)(before % (int64_t)row);
  io[gid + 768] = (int)((id - 20) / row); // wraps between lanes
  io[gid + 896] = (int)(id % (uint64_t)(n & 3 ? 1 : n + 8));
  return 0;
}

// x, y of a flattened array, with rows of all lengths.
KERNEL(flattened_index) {
  int gid = (int)id;
  unsigned row = (unsigned)(n & 63) + 1, y = (unsigned)id / row, x = (unsigned)id % row;
  io[y * row + x] = ii[y] + ii[x];
  int signed_row = (n & 15) + 2, sy = (gid - 7) / signed_row, sx = (gid - 7) % signed_row;
  io[256 + sy * signed_row + sx] = ii[100 + sy] - ii[100 + sx];
  uint64_t long_row = (uint64_t)row + 3;
  fo[id / long_row * long_row + id % long_row] = fi[id / long_row];
  if (gid > n) // lane 0 is idle
    io[512 + (unsigned)id / row * row + (unsigned)id % row] = ii[(unsigned)id / row];
  // Blocks of a power of two, and of a size that is none.
  unsigned block = 1u << (n & 7), odd = (unsigned)(n & 63) + 5;
  unsigned low = (unsigned)id & (block - 1), high = (unsigned)id & -block;
  io[640 + high + low] =
      ii[high] + ii[low] + ii[(unsigned)id & (odd - 1)] + ii[(unsigned)id & -odd & 127];
  io[768 + (gid >> 3) * 8 + ((gid + 1) & 7)] = ii[(gid + 5) >> 4] + ii[(gid + 5) & 31];
  return 0;
}

KERNEL(result_of_some_lanes) {
  if (ii[id] > 30)
    return 0;
  io[id] = 5;
  return n > 20 ? 3 : 2;
}

KERNEL(switches) {
  int gid = (int)id, r = 0;
  switch (ii[gid] & 7) {
  case 0:
    r = 5;
    break;
  case 1:
    r = gid;
  case 2:
    r += 7;
    break;
  case 5:
    io[gid + 512] = 9;
  default:
    r = n;
  }
  switch (n & 3) {
  case 0:
    r += 100;
    break;
  case 2:
    r *= 3;
  }
  io[gid] = r;
  return 0;
}

KERNEL(irreducible) {
  int gid = (int)id, x = ii[gid] & 31, steps = 0;
  if (x & 1)
    goto middle;
top:
  x += 3;
  if (++steps > 40)
    goto out;
middle:
  x ^= steps;
  if (x & 2)
    goto top;
  if (++steps < 30)
    goto middle;
out:
  io[gid] = x * 100 + steps;
  return 0;
}

KERNEL(atomics) {
  int gid = (int)id;
  __atomic_fetch_add(&io[3], ii[gid], __ATOMIC_RELAXED);
  __atomic_fetch_add(&io[16 + (ii[gid] & 15)], 1, __ATOMIC_RELAXED);
  if (gid & 1)
    __atomic_fetch_max(&io[4], ii[gid], __ATOMIC_RELAXED);
  __atomic_fetch_add(&io[5], 1, __ATOMIC_RELAXED);
  __atomic_fetch_or(&io[6], 1 << (gid & 31), __ATOMIC_SEQ_CST);
  return 0;
}

KERNEL(atomics_with_results) {
  // Which lane gets which number is open, so lanes use them alike.
  int gid = (int)id, x = ii[gid];
  if (x > 5) {
    int ticket = __atomic_fetch_add(&io[0], 1, __ATOMIC_RELAXED);
    io[1000 + (ticket & 1023)] = 7;
  }
  __atomic_fetch_sub(&io[1], x, __ATOMIC_RELAXED);
  __atomic_fetch_xor(&io[2], x & 12, __ATOMIC_RELAXED);
  __atomic_fetch_and(&io[3], x | 3, __ATOMIC_RELAXED);
  __atomic_fetch_min(&io[4], x, __ATOMIC_RELAXED);
  __atomic_fetch_max((unsigned *)&io[5], (unsigned)x, __ATOMIC_RELAXED);
  int sum = __atomic_fetch_add(&io[6], x, __ATOMIC_RELAXED);
  if (n > 10)
    __atomic_fetch_add(&io[7], __atomic_fetch_or(&io[8], 1 << (gid & 15), __ATOMIC_RELAXED) & 0,
                       __ATOMIC_RELAXED);
  return sum > (1 << 30);
}

KERNEL(atomics_of_one_thread) {
  int gid = (int)id;
  __scoped_atomic_fetch_add(&io[ii[gid] & 15], gid, __ATOMIC_RELAXED, __MEMORY_SCOPE_SINGLE);
  if (gid & 3)
    __scoped_atomic_fetch_max(&io[16 + (ii[gid] & 3)], ii[gid], __ATOMIC_RELAXED,
                              __MEMORY_SCOPE_SINGLE);
  __scoped_atomic_fetch_add(&io[32], 3, __ATOMIC_RELAXED, __MEMORY_SCOPE_SINGLE);
  return 0;
}

KERNEL(intrinsics) {
  int gid = (int)id;
  float x = fi[gid];
  fo[gid] = __builtin_sqrtf(__builtin_fabsf(x)) + __builtin_floorf(x) + __builtin_fmaf(x, x, 2.0f) +
            __builtin_fminf(x, 3.0f);
  io[gid] = __builtin_popcount((unsigned)ii[gid]) + __builtin_clz((unsigned)ii[gid] | 1u) +
            __builtin_elementwise_max(ii[gid], n) + __builtin_elementwise_abs(ii[gid]);
  return 0;
}

KERNEL(unsigned_indices) {
  unsigned gid = (unsigned)id;
  for (unsigned k = 0; k < (unsigned)n; ++k)
    io[gid + 128 * (k & 3)] += ii[gid + k];
  io[gid + 1024] = ii[(gid - 2) & 1023];
  if (gid >= 5)
    io[gid + 2048] = ii[gid - 5];
  return 0;
}

KERNEL(clamped_indices) {
  int gid = (int)id, sum = 0;
  for (int d = -3; d <= 3; ++d) {
    int x = __builtin_elementwise_min(__builtin_elementwise_max(gid + d, 0), n);
    sum += ii[x] * (d + 4) + ii[256 + __builtin_elementwise_min(gid * 2 + d + 5, 60)];
  }
  io[gid] = sum + ii[100 - __builtin_elementwise_max(gid, (int)m * 4)];
  return 0;
}

#define CLAMP(x, least, most)                                                                      \
  __builtin_elementwise_min(__builtin_elementwise_max(x, least), most)

// Borders to both sides of the lanes, and a column that wraps.
KERNEL(clamped_stencil) {
  int gid = (int)id, width = 8 + n, sum = 0;
  unsigned wrapping = (unsigned)gid + 2147483610u;
  float total = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -2; dx <= 2; ++dx) {
      int sx = CLAMP(gid - 30 + dx, 0, width - 1), sy = CLAMP((int)m + dy, 0, 8);
      sum = sum * 5 + ii[sy * width + sx] * (dx + 4 * dy);
      int far = CLAMP((int)(wrapping + (unsigned)dx), 2147483600, 2147483647) - 2147483600;
      total += fi[sy * 64 + far] * (float)sx;
    }
  io[gid] = sum;
  fo[gid] = total;
  return 0;
}

// Where the first lanes are idle, what the others do not compute may wrap in theirs.
KERNEL(clamped_below_an_offset) {
  int gid = (int)id, low = n - 2147483646;
  const int *high = ii + 2147483646;
  if (gid >= 8) {
    int a = CLAMP(gid - 8, 0, 2000), b = CLAMP(gid - 7, 0, 2000);
    int offset = gid >= 40 ? (int)m : 0;
    io[gid] = ii[a + n] + 3 * ii[b + n] + high[low + a] + offset;
  }
  return 0;
}

// Stand-ins for the library's functions, and for the vector forms of some.


#define LIBRARY(name) __asm__(name) __attribute__((noinline, const))
float sin1(float) LIBRARY("_Z3sinf");
float4 sin4(float4) LIBRARY("_Z3sinDv4_f");
float pow1(float, float) LIBRARY("_Z3powff");
float4 pow4(float4, float4) LIBRARY("_Z3powDv4_fS_");
float ldexp1(float, int) LIBRARY("_Z5ldexpfi");
float4 ldexp4(float4, int4) LIBRARY("_Z5ldexpDv4_fDv4_i");
float cos1(float) LIBRARY("_Z3cosf");
float sin1(float x) { return x * x + 1; }
float4 sin4(float4 x) { return x * x + 1; }
float pow1(float x, float y) { return x - 2 * y; }
float4 pow4(float4 x, float4 y) { return x - 2 * y; }
float ldexp1(float x, int y) { return x * (float)y; }
float4 ldexp4(float4 x, int4 y) { return x * __builtin_convertvector(y, float4); }
float cos1(float x) { return x < 2 ? x - 1 : x; }

KERNEL(library_functions) {
  int gid = (int)id;
  float x = sin1(fi[gid]) + sin1(fi[n]);
  if (x > 3)
    x = pow1(x, fi[gid + 7]) + ldexp1(x, gid);
  fo[gid] = x + cos1(x);
  return 0;
}

KERNEL(early_return) {
  int gid = (int)id;
  if (gid >= n)
    return 0;
  io[gid] = ii[gid] + 1;
  if (ii[gid] < 0)
    return 0;
  fo[gid] = fi[gid] * 2;
  return 0;
}

KERNEL(values_that_leave_loops) {
  int gid = (int)id, last = -1, i;
  float best = -1e30f;
  for (i = 0; i < n + 3; ++i) {
    float x = fi[(gid * 3 + i * 7) & 511];
    if (x > best) {
      best = x;
      last = i;
    }
    if (x > 20)
      break;
  }
  io[gid] = last * 100 + i;
  fo[gid] = best;
  return 0;
}

KERNEL(divergent_addresses_of_uniform_values) {
  int gid = (int)id;
  const int *p = ii[gid] & 1 ? ii : ii + 64;
  io[gid] = p[n] + p[gid];
  return 0;
}

KERNEL(every_nth_pair) {
  int gid = (int)id, block = 16 << (n & 1), k = gid & (block - 1), step = n & 7;
  const float2 *pairs = (const float2 *)fi;
  const int4 *fours = (const int4 *)ii;
  float2 sum = pairs[k * step] + pairs[2 * k * step] * pairs[(long)k << (m & 3)];
  sum -= pairs[1100 - gid * (int)m];
  sum += pairs[(unsigned)gid * (unsigned)m + 5u];
  int4 x = fours[gid * m];
  if (ii[gid] & 3)
    x += fours[(gid + (n & 15)) * step];
  fo[gid] = sum.x + 2 * sum.y;
  io[gid] = x.x ^ x.y * 3 ^ x.z * 5 ^ x.w * 7;
  return 0;
}

// Vectors of lanes that look on reach over both ends of the memory.
KERNEL(searches_up_to_the_ends) {
  int gid = (int)id, up, down, bytes;
  for (up = 3900 + gid; up < 4096 && ii[up] != 5; ++up)
    ;
  for (down = gid; down >= 0 && ii[down] != 7; --down)
    ;
  for (bytes = 4 * 4096 - 150 + gid; bytes < 4 * 4096; ++bytes)
    if (((const uchar *)ii)[bytes] == (uchar)n)
      break;
  io[gid] = up * 10000 + down;
  fo[gid] = (float)bytes;
  return 0;
}

KERNEL(memory_blocks) {
  int gid = (int)id;
  int a[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  char b[32];
  __builtin_memset(b, gid & 3, sizeof b);
  a[gid & 7] = n;
  b[(gid * 3) & 31] = 9;
  io[gid] = a[(gid + 1) & 7] * 10 + a[gid & 3] + b[gid & 31] + b[(gid * 3 + 1) & 31];
  __builtin_memcpy(&io[1024 + gid * 4], &ii[gid * 4], 16);
  return 0;
}

KERNEL(wide_integers) {
  __int128 x = (__int128)ii[id] * 1000000007 * (int64_t)id;
  io[id] = (int)(x >> 20);
  return 0;
}

KERNEL(doubles) {
  double x = fi[id], y = ii[id];
  fo[id] = (float)(x * y + x / (y + 100.5));
  io[id] = (int)(x * 3) + (int)(int64_t)y;
  return 0;
}
