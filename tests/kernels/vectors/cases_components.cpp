// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Components of vectors: written by work-items that share a vector; all computed with alike.
#include "harness/corpus.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace weft::kernels {
namespace {

// A place for each work-item, near its own.
std::vector<U32> &places(Job &j) {
  Random random(5);
  std::vector<U32> list(j.n());
  std::iota(list.begin(), list.end(), 0);
  for (size_t i = 0; i < list.size(); ++i)
    std::swap(list[i], list[std::min(i / 4 * 4 + size_t(random.within(0, 3)), list.size() - 1)]);
  return j.buffer(std::move(list));
}

} // namespace

void addVectorComponents(Corpus &c) {
  c.add("component_at_a_computed_index", R"(
kernel void component_at_a_computed_index(global const uint *where, global float4 *out) {
  size_t g = get_global_id(0);
  out[where[g] / 4][where[g] % 4] = g;
})",
        shapes::flat(), [](Job &j) {
          auto &where = places(j);
          auto &out = j.output<float>(j.n() * 4);
          j.forEachItem([&](const Item &i) { out[where[i.gid[0]]] = float(i.gid[0]); });
        });

  c.add("components_and_one_at_a_computed_index", R"(
kernel void components_and_one_at_a_computed_index(global const uint *where, global uchar16 *out) {
  size_t g = get_global_id(0);
  out[g].s0 = 200;
  out[g][1 + where[g] % 15] += 3;
  out[g].lo.s7 = 7;
})",
        shapes::flat(), [](Job &j) {
          auto &where = places(j);
          auto &out = j.random<U8>(j.n() * 16, 0, 100);
          j.forEachItem([&](const Item &i) {
            U8 *v = &out[i.gid[0] * 16];
            v[0] = 200;
            v[1 + where[i.gid[0]] % 15] += 3;
            v[7] = 7;
          });
        });

  c.add("components_all_computed_alike", R"(
kernel void components_all_computed_alike(global const uint4 *x, global const uint *w, global uint4 *out, uint n) {
  size_t g = get_global_id(0);
  uint4 v = x[g], sum = (uint4)(1, 2, 3, 4);
  for (uint k = 0; k < n; ++k)
    sum += v * k;
  for (uint k = 0; k < w[g] % 8; ++k)
    sum ^= v + w[g];
  if (w[g] & 1)
    sum = max(sum, v) - n;
  out[g] = sum;
})",
        shapes::flat(), [](Job &j) {
          auto &x = j.random<U32>(j.n() * 4, 0, 1000);
          auto &w = j.random<U32>(j.n(), 0, 100);
          auto &out = j.output<U32>(j.n() * 4);
          const U32 n = j.value<U32>(3);
          j.forEachItem([&](const Item &i) {
            const size_t g = i.gid[0];
            for (U32 e = 0; e < 4; ++e) {
              const U32 v = x[g * 4 + e];
              U32 sum = e + 1 + v * 3; // 0 + 1 + 2
              if (w[g] % 8 % 2)
                sum ^= v + w[g];
              out[g * 4 + e] = w[g] & 1 ? std::max(sum, v) - n : sum;
            }
          });
        });

  c.add("even_and_odd_components_in_branches", R"(
kernel void even_and_odd_components_in_branches(global const uint *where, global int4 *out) {
  int g = get_global_id(0);
  uint place = where[g];
  if (place & 1)
    out[place / 2].odd = (int2)(g, -g);
  else
    out[place / 2].even = (int2)(g, -g);
})",
        shapes::flat(), [](Job &j) {
          auto &where = places(j);
          auto &out = j.output<I32>(j.n() * 4);
          j.forEachItem([&](const Item &i) {
            I32 *v = &out[where[i.gid[0]] / 2 * 4 + where[i.gid[0]] % 2];
            v[0] = I32(i.gid[0]);
            v[2] = -I32(i.gid[0]);
          });
        });

  c.add("components_of_local_vectors", R"(
void first(volatile local short4 *v, short a, short b) { v->xy = (short2)(a, b); }
void second(volatile local short4 *v, short a, short b) { v->wz = (short2)(b, a); }
kernel void components_of_local_vectors(global short *out) {
  volatile local short4 shared[128];
  int l = get_local_id(0);
  switch (l & 1) {
  case 0: first(shared + l / 2, l, l * 3); break;
  default: second(shared + l / 2, l, l * 3);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  int other = get_local_size(0) - 1 - l;
  short4 v = shared[other / 2];
  out[get_global_id(0)] = other & 1 ? v.z * 2 + v.w : v.x * 2 + v.y;
})",
        shapes::groupedUpTo(256), [](Job &j) {
          auto &out = j.output<int16_t>(j.n());
          j.forEachGroup([&](const Group &g) {
            for (size_t l = 0; l < g.items(); ++l)
              out[g.base() + l] = int16_t((g.items() - 1 - l) * 5);
          });
        });

  c.add("three_components_and_the_fourth", R"(
kernel void three_components_and_the_fourth(global const uint *where, global float4 *a,
                                            global float3 *b) {
  uint place = where[get_global_id(0)];
  float g = get_global_id(0);
  if (place & 1) {
    a[place / 2].xyz = (float3)(g, g + 0.5f, g + 0.25f);
    b[place / 2].zy = (float2)(g, g + 0.5f);
  } else {
    a[place / 2].w = g;
    b[place / 2].x = g;
  }
})",
        shapes::flat(), [](Job &j) {
          auto &where = places(j);
          auto &a = j.output<float>(j.n() * 4);
          auto &b = j.output<float>(j.n() * 4);
          j.forEachItem([&](const Item &i) {
            const auto g = float(i.gid[0]);
            float *v = &a[where[i.gid[0]] / 2 * 4], *w = &b[where[i.gid[0]] / 2 * 4];
            if (where[i.gid[0]] % 2) {
              v[0] = g;
              v[1] = g + 0.5f;
              v[2] = g + 0.25f;
              w[2] = g;
              w[1] = g + 0.5f;
            } else {
              v[3] = w[0] = g;
            }
          });
        });
}

} // namespace weft::kernels
