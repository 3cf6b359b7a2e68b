// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private arrays that are filled, copied and moved as wholes, or in parts whose length is a value,
// and indexed by values in between.
#include "harness/corpus.h"

#include <array>

namespace weft::kernels {
namespace {

// More elements than are accessed one by one; the length of what is copied out differs by lane.
void addFilled(Corpus &c) {
  c.add("filled_and_copied_out", R"(
kernel void filled_and_copied_out(global const uchar *in, global uint *out) {
  size_t g = get_global_id(0);
  uint bins[100];
  for (int i = 0; i < 100; ++i)
    bins[i] = 0;
  for (int i = 0; i < 20; ++i)
    bins[in[g * 20 + i] % 100] += i + 1;
  int count = in[g * 20] % 101;
  for (int i = 0; i < count; ++i)
    out[g * 100 + i] = bins[i];
})",
        shapes::flat(), [](Job &j) {
          auto &in = j.bits<U8>(j.n() * 20);
          auto &out = j.output<U32>(j.n() * 100);
          j.forEachItem([&](const Item &item) {
            const size_t g = item.gid[0];
            std::array<U32, 100> bins{};
            for (U32 i = 0; i < 20; ++i)
              bins[in[g * 20 + i] % 100] += i + 1;
            std::copy_n(bins.begin(), in[g * 20] % 101, &out[g * 100]);
          });
        });
}

// A window that moves on by one element: within the array, down and up.
void addMoved(Corpus &c) {
  c.add("moved_window", R"(
kernel void moved_window(global const int *in, global int *out) {
  size_t g = get_global_id(0);
  int window[9], kept[9];
  for (int i = 0; i < 9; ++i)
    window[i] = in[g] * i;
  for (int r = 0; r < 5; ++r) {
    for (int i = 0; i < 8; ++i)
      window[i] = window[i + 1];
    window[8] = window[(in[g] + r) & 7] + r;
    for (int i = 0; i < 9; ++i)
      kept[i] = window[i];
    for (int i = 8; i > 4; --i)
      window[i] = window[i - 1];
    window[(in[g] >> 2) & 7] ^= kept[in[g] & 7];
  }
  for (int i = 0; i < 9; ++i)
    out[g * 9 + i] = window[i] - kept[i];
})",
        shapes::flat(), [](Job &j) {
          auto &in = j.random<I32>(j.n(), -1000, 1000);
          auto &out = j.output<I32>(j.n() * 9);
          j.forEachItem([&](const Item &item) {
            const I32 v = in[item.gid[0]];
            std::array<I32, 9> window, kept;
            for (I32 i = 0; i < 9; ++i)
              window[i] = v * i;
            for (I32 r = 0; r < 5; ++r) {
              std::copy(window.begin() + 1, window.end(), window.begin());
              window[8] = window[(v + r) & 7] + r;
              kept = window;
              std::copy_backward(window.begin() + 4, window.begin() + 8, window.end());
              window[(v >> 2) & 7] ^= kept[v & 7];
            }
            for (size_t i = 0; i < 9; ++i)
              out[item.gid[0] * 9 + i] = window[i] - kept[i];
          });
        });
}

// Records that are assigned as wholes, some by a condition, and from memory.
void addAssigned(Corpus &c) {
  c.add("assigned_records", R"(
typedef struct { int at[10]; } record;
kernel void assigned_records(global const record *in, global record *out, int which) {
  size_t g = get_global_id(0);
  record a = in[g], b = in[g / 2];
  a.at[b.at[0] & 7] = which;
  if (a.at[1] & 1)
    b = a;
  b.at[(a.at[2] & 7) + which] ^= a.at[b.at[3] & 7];
  out[g] = b;
})",
        shapes::flat(), [](Job &j) {
          constexpr I32 which = 2;
          auto &in = j.random<I32>(j.n() * 10, -1000, 1000);
          auto &out = j.output<I32>(j.n() * 10);
          j.value<I32>(which);
          j.forEachItem([&](const Item &item) {
            std::array<I32, 10> a, b;
            std::copy_n(&in[item.gid[0] * 10], 10, a.begin());
            std::copy_n(&in[item.gid[0] / 2 * 10], 10, b.begin());
            a[b[0] & 7] = which;
            if (a[1] & 1)
              b = a;
            b[(a[2] & 7) + which] ^= a[b[3] & 7];
            std::copy_n(b.begin(), 10, &out[item.gid[0] * 10]);
          });
        });
}

} // namespace

void addArrayBlocks(Corpus &c) {
  addFilled(c);
  addMoved(c);
  addAssigned(c);
}

} // namespace weft::kernels
