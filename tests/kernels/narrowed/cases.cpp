// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that Clang's optimiser makes odd things of: integers of two bits, sums of whole vectors,
// copies, fused operations. What producers of SPIR-V write for them were extensions once refused.
#include "harness/corpus.h"

#include <cmath>

namespace weft::kernels {

void addNarrowed(Corpus &corpus) {
  // A choice among three becomes a number of two bits.
  corpus.add("choice_of_three", R"(
kernel void choice_of_three(global const int *in, global int *out) {
  size_t l = get_global_id(0);
  int w = in[l];
  if (w > 0) {
    if (l % 3 == 0)
      w = -w;
    else if (l % 3 == 1)
      w *= 2;
  } else {
    w = w * w;
  }
  out[l] = w;
})",
             shapes::flat(), [](Job &job) {
               auto &in = job.random<I32>(job.n(), -100, 100);
               auto &out = job.output<I32>(job.n());
               job.forEachItem([&](const Item &i) {
                 const size_t l = i.gid[0];
                 const I32 w = in[l];
                 out[l] = w <= 0 ? w * w : l % 3 == 0 ? -w : l % 3 == 1 ? 2 * w : w;
               });
             });

  // Loads that become one vector, and a reduction of it.
  corpus.add("sum_of_eight", R"(
kernel void sum_of_eight(global const uint *a, global uint *o) {
  size_t g = get_global_id(0) * 8;
  uint s = 0;
  for (int i = 0; i < 8; i++)
    s += a[g + i];
  o[get_global_id(0)] = s;
})",
             shapes::flat(), [](Job &job) {
               auto &a = job.bits<U32>(8 * job.n());
               auto &o = job.output<U32>(job.n());
               job.forEachItem([&](const Item &i) {
                 o[i.gid[0]] = 0;
                 for (size_t k = 0; k < 8; ++k)
                   o[i.gid[0]] += a[8 * i.gid[0] + k];
               });
             });

  // The same at a distance: a gather.
  corpus.add("sum_of_eight_apart", R"(
kernel void sum_of_eight_apart(global const int *a, global int *o) {
  size_t g = get_global_id(0);
  int s = 0;
  for (int i = 0; i < 8; i++)
    s += a[i * 7];
  o[g] = s + a[g];
})",
             shapes::flat(), [](Job &job) {
               auto &a = job.random<I32>(job.n() + 50, -1000, 1000);
               auto &o = job.output<I32>(job.n());
               job.forEachItem([&](const Item &i) {
                 o[i.gid[0]] = a[i.gid[0]];
                 for (size_t k = 0; k < 8; ++k)
                   o[i.gid[0]] += a[7 * k];
               });
             });

  // A loop that becomes a move of bytes.
  corpus.add("moved_structures", R"(
typedef struct { float x[20]; } S;
kernel void moved_structures(global const S *from, global S *to) {
  size_t g = get_global_id(0);
  to[g] = from[g + 1];
})",
             shapes::flat(), [](Job &job) {
               auto &from = job.random<float>(20 * (job.n() + 1), -1, 1);
               auto &to = job.output<float>(20 * job.n());
               job.forEachItem([&](const Item &i) {
                 for (size_t k = 0; k < 20; ++k)
                   to[20 * i.gid[0] + k] = from[20 * (i.gid[0] + 1) + k];
               });
             });

  corpus.add("fused_products", R"(
kernel void fused_products(global const float *a, global float *o) {
  size_t g = get_global_id(0);
  o[g] = fma(a[g], 2.0f, 1.0f) * a[g + 1];
})",
             shapes::flat(), [](Job &job) {
               auto &a = job.random<float>(job.n() + 1, -100, 100);
               auto &o = job.output<float>(job.n());
               job.forEachItem([&](const Item &i) {
                 o[i.gid[0]] = std::fma(a[i.gid[0]], 2.0f, 1.0f) * a[i.gid[0] + 1];
               });
             });
}

} // namespace weft::kernels
