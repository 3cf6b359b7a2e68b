// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private arrays and structs indexed by values.
#include "harness/corpus.h"

namespace weft::kernels {

void addPrivateArrays(Corpus &c) {
  c.add("insertion_sort", R"(
kernel void insertion_sort(global int *data) {
  size_t g = get_global_id(0);
  int a[12];
  for (int i = 0; i < 12; ++i)
    a[i] = data[g * 12 + i];
  for (int i = 1; i < 12; ++i) {
    int v = a[i], k = i - 1;
    while (k >= 0 && a[k] > v) {
      a[k + 1] = a[k];
      --k;
    }
    a[k + 1] = v;
  }
  for (int i = 0; i < 12; ++i)
    data[g * 12 + i] = a[i];
})",
        shapes::flat(), [](Job &j) {
          auto &data = j.random<I32>(j.n() * 12, -1000, 1000);
          j.forEachItem(
              [&](const Item &i) { std::sort(&data[i.gid[0] * 12], &data[i.gid[0] * 12] + 12); });
        });

  c.add("lookup_table", R"(
kernel void lookup_table(global const uint *in, global int *out) {
  const int table[8] = {3, -1, 4, -1, 5, -9, 2, 6};
  size_t g = get_global_id(0);
  out[g] = table[in[g] & 7] * 10 + table[(in[g] >> 3) & 7];
})",
        shapes::flat(), [](Job &j) {
          auto &in = j.bits<U32>(j.n());
          auto &out = j.output<I32>(j.n());
          const int table[8] = {3, -1, 4, -1, 5, -9, 2, 6};
          j.forEachItem([&](const Item &i) {
            U32 v = in[i.gid[0]];
            out[i.gid[0]] = table[v & 7] * 10 + table[(v >> 3) & 7];
          });
        });

  c.add("histogram_private", R"(
kernel void histogram_private(global const uint *in, global uchar *out) {
  size_t g = get_global_id(0);
  uchar bins[16] = {0};
  for (int i = 0; i < 8; ++i)
    ++bins[(in[g] >> (i * 4)) & 15];
  for (int i = 0; i < 16; ++i)
    out[g * 16 + i] = bins[i];
})",
        shapes::flat(), [](Job &j) {
          auto &in = j.bits<U32>(j.n());
          auto &out = j.output<U8>(j.n() * 16);
          j.forEachItem([&](const Item &item) {
            U8 *bins = &out[item.gid[0] * 16];
            std::fill_n(bins, 16, U8(0));
            for (int i = 0; i < 8; ++i)
              ++bins[(in[item.gid[0]] >> (i * 4)) & 15];
          });
        });

  c.add("matrix_of_vectors", R"(
kernel void matrix_of_vectors(global const int *in, global int *out) {
  size_t g = get_global_id(0);
  int4 m[4];
  for (int r = 0; r < 4; ++r)
    m[r] = (int4)(in[g] + r, r * 2, in[g] ^ r, (int)g);
  int k = in[g] & 3;
  m[k] += m[(k + 1) & 3].wzyx;
  m[(k + 2) & 3].y = k;
  int4 s = m[0] + 2 * m[1] + 3 * m[2] + 4 * m[3];
  out[g] = s.x + 5 * s.y + 7 * s.z + 11 * s.w;
})",
        shapes::flat(), [](Job &j) {
          auto &in = j.random<I32>(j.n(), -1000, 1000);
          auto &out = j.output<I32>(j.n());
          j.forEachItem([&](const Item &item) {
            int v = in[item.gid[0]], m[4][4];
            for (int r = 0; r < 4; ++r) {
              int row[4] = {v + r, r * 2, v ^ r, int(item.gid[0])};
              std::copy_n(row, 4, m[r]);
            }
            int k = v & 3;
            for (int e = 0; e < 4; ++e)
              m[k][e] += m[(k + 1) & 3][3 - e];
            m[(k + 2) & 3][1] = k;
            int s[4];
            for (int e = 0; e < 4; ++e)
              s[e] = m[0][e] + 2 * m[1][e] + 3 * m[2][e] + 4 * m[3][e];
            out[item.gid[0]] = s[0] + 5 * s[1] + 7 * s[2] + 11 * s[3];
          });
        });

  c.add("array_passed_to_function", R"(
void fill(int *a, int n, int v) {
  for (int i = 0; i < n; ++i)
    a[i] = v + i * i;
}
int pick(const int *a, int i) { return a[i % 10]; }
kernel void array_passed_to_function(global const int *in, global int *out) {
  size_t g = get_global_id(0);
  int a[10];
  fill(a, 10, in[g]);
  fill(a + 3, (int)(g % 5), -in[g]);
  out[g] = pick(a, (int)g) - pick(a, (int)g + 4);
})",
        shapes::flat(), [](Job &j) {
          auto &in = j.random<I32>(j.n(), -1000, 1000);
          auto &out = j.output<I32>(j.n());
          j.forEachItem([&](const Item &item) {
            size_t g = item.gid[0];
            int a[10];
            for (int i = 0; i < 10; ++i)
              a[i] = in[g] + i * i;
            for (int i = 0; i < int(g % 5); ++i)
              a[3 + i] = -in[g] + i * i;
            out[g] = a[g % 10] - a[(g + 4) % 10];
          });
        });

  c.add("explicit_stack", R"(
kernel void explicit_stack(global const uint *in, global uint *out) {
  size_t g = get_global_id(0);
  uint stack[20];
  int top = 0;
  uint visited = 0, seed = in[g];
  stack[top++] = 1;
  while (top > 0) {
    uint node = stack[--top];
    visited = visited * 31 + node;
    if (node < 64) {
      if (seed >> (node & 31) & 1)
        stack[top++] = 2 * node;
      if (seed >> ((node + 7) & 31) & 1)
        stack[top++] = 2 * node + 1;
    }
  }
  out[g] = visited;
})",
        shapes::flat(), [](Job &j) {
          auto &in = j.bits<U32>(j.n());
          auto &out = j.output<U32>(j.n());
          j.forEachItem([&](const Item &item) {
            U32 seed = in[item.gid[0]], visited = 0;
            std::vector<U32> stack = {1};
            while (!stack.empty()) {
              U32 node = stack.back();
              stack.pop_back();
              visited = visited * 31 + node;
              if (node < 64) {
                if (seed >> (node & 31) & 1)
                  stack.push_back(2 * node);
                if (seed >> ((node + 7) & 31) & 1)
                  stack.push_back(2 * node + 1);
              }
            }
            out[item.gid[0]] = visited;
          });
        });

  c.add("array_in_divergent_branch", R"(
kernel void array_in_divergent_branch(global const int *in, global int *out) {
  size_t g = get_global_id(0);
  int r = in[g];
  if (r > 0) {
    int a[6];
    for (int i = 0; i < 6; ++i)
      a[i] = r >> i;
    r = a[r % 6];
  } else {
    short a[4] = {1, 2, 3, (short)r};
    r = a[-r & 3] + a[3];
  }
  out[g] = r;
})",
        shapes::flat(), [](Job &j) {
          auto &in = j.random<I32>(j.n(), -1000, 1000);
          auto &out = j.output<I32>(j.n());
          j.forEachItem([&](const Item &item) {
            int r = in[item.gid[0]], k = -r & 3;
            out[item.gid[0]] = r > 0 ? r >> (r % 6) : (k == 3 ? r : k + 1) + r;
          });
        });

  // Nothing of it is written before a computed place is: its lifetime begins in mid-air.
  c.add("array_beyond_the_stack", R"(
kernel void array_beyond_the_stack(global const uint *in, global int *out) {
  size_t g = get_global_id(0);
  int a[10000];
  a[in[g] % 10000] = (int)g;
  a[(in[g] >> 8) % 10000] = -7;
  out[g] = a[in[g] % 10000];
})",
        shapes::flat(), [](Job &j) {
          auto &in = j.bits<U32>(j.n());
          auto &out = j.output<I32>(j.n());
          j.forEachItem([&](const Item &i) {
            U32 v = in[i.gid[0]];
            out[i.gid[0]] = (v >> 8) % 10000 == v % 10000 ? -7 : I32(i.gid[0]);
          });
        });
}

} // namespace weft::kernels
