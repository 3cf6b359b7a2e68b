// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that were once compiled wrongly, made small; most were found by weft-fuzz.
#include "harness/corpus.h"

#include <cmath>
#include <cstdlib>

namespace weft::kernels {

void addFound(Corpus &corpus) {
  // Whether the last lane's place wraps was asked of a distance that had wrapped itself.
  corpus.add("bounds_of_what_wraps_from_lane_to_lane", R"(
kernel void bounds_of_what_wraps_from_lane_to_lane(global const uint *in, global uint *out,
                                                   global uchar *flags) {
  uint g = get_global_id(0);
  uint sum = in[g];
  if ((long)((ulong)(long)(int)get_global_id(0) * 5863166530592540191ul) < 0)
    ((global uint *)flags)[get_global_id(0) * 16 + 6] = 0;
  if ((long)(5863166530592540191ul * (ulong)g) < 0)
    sum += 1;
  if (3000000000000000000ul * (ulong)g < 9000000000000000000ul)
    sum += 2;
  if ((int)(1500000000u * g) > -7)
    sum += 4;
  out[g] = sum;
})",
             shapes::flat(), [](Job &job) {
               auto &in = job.bits<U32>(job.n());
               auto &out = job.output<U32>(job.n());
               auto &flags = job.bits<U32>(16 * job.n());
               job.forEachItem([&](const Item &i) {
                 if (I64(5863166530592540191u * i.gid[0]) < 0)
                   flags[i.gid[0] * 16 + 6] = 0;
                 const U32 g = U32(i.gid[0]);
                 U32 sum = in[g];
                 sum += I64(5863166530592540191u * U64(g)) < 0 ? 1 : 0;
                 sum += 3000000000000000000u * U64(g) < 9000000000000000000u ? 2 : 0;
                 sum += I32(1500000000u * g) > -7 ? 4 : 0;
                 out[g] = sum;
               });
             });

  // LLVM's loop vectoriser takes the places for different ones in rounds that follow each other.
  for (bool alone : {false, true}) {
    const std::string name = alone ? "sums_in_turn_by_one_item" : "sums_in_turn_at_four_places";
    corpus.add(name,
               "kernel void " + name +
                   "(global int *io, global const int *ii, int n) {\n"
                   "  uint g = get_global_id(0);\n" +
                   (alone ? "  if (g == 0)\n" : "") +
                   "  for (uint k = 0; k < (uint)n; ++k)\n"
                   "    io[g + 4096 * (k & 3)] += ii[g + k];\n}",
               shapes::flat(), [alone](Job &job) {
                 auto &io = job.random<I32>(job.n() + 3 * 4096, -1000, 1000);
                 auto &ii = job.random<I32>(job.n() + 200, -1000, 1000);
                 const I32 n = job.value<I32>(I32(200));
                 job.forEachItem([&](const Item &i) {
                   if (alone && i.gid[0] != 0)
                     return;
                   for (I32 k = 0; k < n; ++k)
                     io[i.gid[0] + 4096 * (size_t(k) & 3)] += ii[i.gid[0] + size_t(k)];
                 });
               });
  }
  // Strided stores of a private array were gathered into one, behind a load of any of them.
  corpus.add("strided_stores_then_load_of_any", R"(
kernel void strided_stores_then_load_of_any(global const int *in, global float *out) {
  size_t g = get_global_id(0);
  float a[8], b[8];
  for (int k = 0; k < 8; ++k)
    a[k] = (float)((k * 7 + (int)g) & 255);
  for (int k = 0; k < 8; ++k)
    b[k] = (float)((k * 7 + (int)g) & 255);
  b[0] = b[in[0] & 7];
  barrier(CLK_LOCAL_MEM_FENCE);
  float s = 0;
  for (int k = 0; k < 8; ++k)
    s = s * 3 + a[k] + 2 * b[k];
  out[g] = s;
})",
             shapes::grouped(), [](Job &job) {
               auto &in = job.random<I32>(4, 5, 5);
               auto &out = job.output<float>(job.n());
               job.forEachItem([&](const Item &i) {
                 auto element = [&](int k) { return float((k * 7 + int(i.gid[0])) & 255); };
                 float s = 0;
                 for (int k = 0; k < 8; ++k)
                   s = s * 3 + element(k) + 2 * element(k == 0 ? in[0] & 7 : k);
                 out[i.gid[0]] = s;
               });
             });
  // A value that all work-items compute alike in a loop, but that each takes out of its own round.
  corpus.add("count_of_a_divergent_loop_across_a_barrier", R"(
kernel void count_of_a_divergent_loop_across_a_barrier(global int *out) {
  int l = get_local_id(0), count = 0;
  for (int i = 0; i < l; ++i)
    count += 3 + i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = count;
})",
             shapes::grouped(), [](Job &job) {
               auto &out = job.output<I32>(job.n());
               job.forEachItem([&](const Item &i) {
                 I32 l = I32(i.lid[0]);
                 out[i.gid[0]] = 3 * l + l * (l - 1) / 2;
               });
             });
  // The compiler sees that both factors are -1 or -2, whose product of 128 bits begins with zeros.
  corpus.add("high_halves_of_known_products", R"(
kernel void high_halves_of_known_products(global int *out) {
  size_t g = get_global_id(0);
  long a = ~(long)(get_local_id(0) == 3), b = a - 1;
  out[4 * g] = mul_hi(a, a) < 1 ? 5 : 7;
  out[4 * g + 1] = (int)mul_hi(a, 3L);
  out[4 * g + 2] = (int)mul_hi(a, b);
  out[4 * g + 3] = (int)mad_hi(a, a, a);
})",
             shapes::grouped(), [](Job &job) {
               auto &out = job.output<I32>(4 * job.n());
               job.forEachItem([&](const Item &i) {
                 const size_t g = i.gid[0];
                 out[4 * g] = 5;
                 out[4 * g + 1] = -1;
                 out[4 * g + 2] = 0;
                 out[4 * g + 3] = i.lid[0] == 3 ? -2 : -1;
               });
             });
  // Few bits from high up in a product of two small numbers, beside all of them.
  corpus.add("high_bits_of_small_products", R"(
kernel void high_bits_of_small_products(global int *out) {
  int l = get_local_id(0), high = mul_hi(popcount(l), -7);
  size_t g = get_global_id(0);
  long product = (long)(l & 7) * -5;
  out[4 * g] = high;
  out[4 * g + 1] = rotate((short)1, (short)high);
  out[4 * g + 2] = (int)(product >> 20);
  out[4 * g + 3] = (short)(product >> 20) * 3;
})",
             shapes::grouped(), [](Job &job) {
               auto &out = job.output<I32>(4 * job.n());
               job.forEachItem([&](const Item &i) {
                 const size_t l = i.lid[0], g = i.gid[0];
                 out[4 * g] = l ? -1 : 0;
                 out[4 * g + 1] = l ? -32768 : 1;
                 out[4 * g + 2] = l & 7 ? -1 : 0;
                 out[4 * g + 3] = l & 7 ? -3 : 0;
               });
             });
  // Two private arrays that are too large for a fiber's stack.
  corpus.add("two_large_private_arrays", R"(
kernel void two_large_private_arrays(global long *out, int n) {
  int g = get_global_id(0);
  long a[4096], b[4096];
  for (int k = 0; k < 4096; ++k) {
    a[k] = k * 7 + g;
    b[k] = k * 5 - g;
  }
  a[(n + g) & 4095] = b[(n * g) & 4095];
  long s = 0;
  for (int k = 0; k < 4096; k += n)
    s = s * 3 + a[k] + 2 * b[k];
  out[g] = s;
})",
             shapes::groupedUpTo(33), [](Job &job) {
               auto &out = job.output<I64>(job.n());
               I32 n = job.value<I32>(512);
               job.forEachItem([&](const Item &i) {
                 I32 g = I32(i.gid[0]);
                 I64 s = 0;
                 for (I32 k = 0; k < 4096; k += n) {
                   I64 b = k * 5 - g;
                   I64 a = k == ((n + g) & 4095) ? ((n * g) & 4095) * 5 - g : k * 7 + g;
                   s = s * 3 + a + 2 * b;
                 }
                 out[i.gid[0]] = s;
               });
             });
  // Sums and products that do not fit lose their high bits, and no more than these.
  corpus.add("integer_functions_wrap", R"(
kernel void integer_functions_wrap(global const int *a, global long *out) {
  int g = get_global_id(0), x = a[g], y = a[g / 2];
  out[4 * g] = mad_hi(mad_hi(x, y, a[g / 3]), a[0], 0);
  out[4 * g + 1] = mul24(x >> 8, y >> 8);
  out[4 * g + 2] = mad24(x >> 8, y >> 8, y);
  out[4 * g + 3] = mad_sat(x, y, x);
})",
             shapes::flat(), [](Job &job) {
               auto &a = job.bits<I32>(job.n());
               auto &out = job.output<I64>(4 * job.n());
               auto wrapped = [](I64 value) { return I64(I32(U32(value))); };
               job.forEachItem([&](const Item &i) {
                 const size_t g = i.gid[0];
                 const I64 x = a[g], y = a[g / 2];
                 out[4 * g] = wrapped((x * y >> 32) + a[g / 3]) * a[0] >> 32;
                 out[4 * g + 1] = wrapped((x >> 8) * (y >> 8));
                 out[4 * g + 2] = wrapped((x >> 8) * (y >> 8) + y);
                 out[4 * g + 3] = std::clamp<I64>(x * y + x, INT32_MIN, INT32_MAX);
               });
             });
  // Halves between two whole numbers become the even one, also those that are the same for all and
  // the first of a vector.
  corpus.add("halves_round_to_even", R"(
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void halves_round_to_even(global const int *in, global int *out, int chosen) {
  int g = get_global_id(0);
  half own = (half)in[g] / 2, same = (half)in[chosen] / 2;
  half2 both = rint((half2)(own, same));
  out[4 * g] = convert_int_rte(own);
  out[4 * g + 1] = convert_short_rte(same);
  out[4 * g + 2] = convert_uint_rte(fabs(same)) + convert_ushort_rte(fabs(own));
  out[4 * g + 3] = (int)both.x;
})",
             shapes::flat(),
             [](Job &job) {
               auto &in = job.random<I32>(job.n(), -2000, 2000);
               auto &out = job.output<I32>(4 * job.n());
               const I32 chosen = job.value<I32>(I32(job.n() / 2));
               job.forEachItem([&](const Item &i) {
                 const size_t g = i.gid[0];
                 const I32 own = I32(std::nearbyint(in[g] / 2.0));
                 const I32 same = I32(std::nearbyint(in[chosen] / 2.0));
                 out[4 * g] = own;
                 out[4 * g + 1] = same;
                 out[4 * g + 2] = std::abs(same) + std::abs(own);
                 out[4 * g + 3] = own;
               });
             },
             {.needs = "cl_khr_fp16"});
}

} // namespace weft::kernels
