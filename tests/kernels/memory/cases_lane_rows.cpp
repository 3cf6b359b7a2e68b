// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops in which each work-item goes along a row of its own, element by element, and what they
// write meanwhile.
#include "harness/corpus.h"

#include <string>

namespace weft::kernels {
namespace {

// Of several types at once, forwards and backwards, and as long as the work-item says.
void addRowsRead(Corpus &c) {
  c.add("lane_rows", R"(
kernel void lane_rows(global const uint *a, global const uchar *b, global const ulong *c,
                      global const uint *x, global uint *sums, global uint *parts, int n) {
  int g = get_global_id(0);
  uint sum = 1, part = 2;
  for (int k = 0; k < n; ++k)
    sum = sum * 31 + a[g * n + k] * x[k] + b[g * n + k] + (uint)(c[g * n + k] >> 7);
  for (int k = n - 1; k >= 0; --k)
    sum = sum * 7 ^ a[g * n + k];
  for (int k = g % 5; k < n - g % 9; ++k)
    part = part * 3 + a[g * n + k];
  sums[g] = sum;
  parts[g] = part;
})",
        shapes::flat(), [](Job &j) {
          const size_t n = 37;
          auto &a = j.bits<U32>(j.n() * n);
          auto &b = j.bits<U8>(j.n() * n);
          auto &c = j.bits<U64>(j.n() * n);
          auto &x = j.bits<U32>(n);
          auto &sums = j.output<U32>(j.n());
          auto &parts = j.output<U32>(j.n());
          j.value<I32>(I32(n));
          j.forEachItem([&](const Item &item) {
            const size_t g = item.gid[0];
            U32 sum = 1, part = 2;
            for (size_t k = 0; k < n; ++k)
              sum = sum * 31 + a[g * n + k] * x[k] + b[g * n + k] + U32(c[g * n + k] >> 7);
            for (size_t k = n; k-- > 0;)
              sum = (sum * 7) ^ a[g * n + k];
            for (size_t k = g % 5; k < n - g % 9; ++k)
              part = part * 3 + a[g * n + k];
            sums[g] = sum;
            parts[g] = part;
          });
        });
}

// Sums in memory: apart from the rows, and in the row itself, where later iterations read them.
void addRowsSummed(Corpus &c) {
  c.add("lane_rows_summed", R"(
kernel void lane_rows_summed(global uint *a, global const uint *b, global uint *first,
                             global uint *second, ulong offset, int n) {
  int g = get_global_id(0);
  global uint *hole = (global uint *)((ulong)a + offset) + g * n + g % n;
  for (int k = 0; k < n; ++k) {
    first[g] += a[g * n + k] * 5;
    second[g] ^= b[g * n + k] * k;
  }
  for (int k = 0; k < n; ++k)
    *hole += a[g * n + k] * 3 + b[g * n + k];
})",
        shapes::flat(), [](Job &j) {
          const size_t n = 29;
          auto &a = j.bits<U32>(j.n() * n);
          auto &b = j.bits<U32>(j.n() * n);
          auto &first = j.bits<U32>(j.n());
          auto &second = j.bits<U32>(j.n());
          j.value<U64>(0);
          j.value<I32>(I32(n));
          j.forEachItem([&](const Item &item) {
            const size_t g = item.gid[0];
            for (size_t k = 0; k < n; ++k) {
              first[g] += a[g * n + k] * 5;
              second[g] ^= b[g * n + k] * U32(k);
            }
            for (size_t k = 0; k < n; ++k)
              a[g * n + g % n] += a[g * n + k] * 3 + b[g * n + k];
          });
        });
}

// Rows that are written, too: in place, and some elements behind what is read.
void addRowsWritten(Corpus &c) {
  c.add("lane_rows_written", R"(
kernel void lane_rows_written(global uint *a, global const uint *b, global uint *out,
                              ulong offset, int n) {
  int g = get_global_id(0);
  global uint *behind = (global uint *)((ulong)a + offset) + g * n;
  for (int k = 0; k < n; ++k)
    out[g * n + k] = a[g * n + k] * 3 + b[g * n + k];
  for (int k = 1; k < n; ++k)
    a[g * n + k] = a[g * n + k] - a[g * n + k - 1] * b[g * n + k];
  for (int k = 0; k < n - 3; ++k)
    behind[k] += a[g * n + k] ^ b[g * n + k];
})",
        shapes::flat(), [](Job &j) {
          const size_t n = 41;
          auto &a = j.bits<U32>(j.n() * n);
          auto &b = j.bits<U32>(j.n() * n);
          auto &out = j.output<U32>(j.n() * n);
          j.value<U64>(3 * sizeof(U32));
          j.value<I32>(I32(n));
          j.forEachItem([&](const Item &item) {
            const size_t row = item.gid[0] * n;
            for (size_t k = 0; k < n; ++k)
              out[row + k] = a[row + k] * 3 + b[row + k];
            for (size_t k = 1; k < n; ++k)
              a[row + k] = a[row + k] - a[row + k - 1] * b[row + k];
            for (size_t k = 0; k < n - 3; ++k)
              a[row + k + 3] += a[row + k] ^ b[row + k];
          });
        });
}

// The next iteration loads what this one stores, beside stores through another argument.
void addRowsRecurring(Corpus &c) {
  c.add("lane_rows_recurring", R"(
kernel void lane_rows_recurring(global uint *a, global uint *b, global const uint *c, int n) {
  int i = get_global_id(0);
  for (int k = 1; k < n; k++) {
    a[i * n + k] = a[i * n + k] * 3 + a[i * n + (k - 1)] * c[i * n + k] + b[i * n + k - 1];
    b[i * n + k] ^= a[i * n + k] + c[i * n + k - 1];
  }
  for (int k = n - 2; k >= 0; k--)
    b[i * n + k] += 5 * b[i * n + k + 1];
})",
        shapes::flat(), [](Job &j) {
          const size_t n = 45;
          auto &a = j.bits<U32>(j.n() * n);
          auto &b = j.bits<U32>(j.n() * n);
          auto &c = j.bits<U32>(j.n() * n);
          j.value<I32>(I32(n));
          j.forEachItem([&](const Item &i) {
            U32 *x = &a[i.gid[0] * n], *y = &b[i.gid[0] * n];
            const U32 *z = &c[i.gid[0] * n];
            for (size_t k = 1; k < n; ++k) {
              x[k] = x[k] * 3 + x[k - 1] * z[k] + y[k - 1];
              y[k] ^= x[k] + z[k - 1];
            }
            for (size_t k = n - 1; k-- > 0;)
              y[k] += 5 * y[k + 1];
          });
        });
}

// Two pointers into each row, as far apart as an argument says.
void addRowsOverlapping(Corpus &c) {
  c.add("lane_rows_overlapping", R"(
kernel void lane_rows_overlapping(global uint *a, int n, int distance) {
  int i = get_global_id(0);
  global uint *b = a + distance;
  for (int k = 1; k < n - 3; k++) {
    a[i * n + k] = a[i * n + (k - 1)] * 3 + b[i * n + k];
    b[i * n + k] += a[i * n + k] * 5;
  }
})",
        shapes::flat(), [](Job &j) {
          const size_t n = 29, distance = 2;
          auto &a = j.bits<U32>(j.n() * n);
          j.value<I32>(I32(n));
          j.value<I32>(I32(distance));
          j.forEachItem([&](const Item &i) {
            U32 *x = &a[i.gid[0] * n], *y = x + distance;
            for (size_t k = 1; k < n - 3; ++k) {
              x[k] = x[k - 1] * 3 + y[k];
              y[k] += x[k] * 5;
            }
          });
        });
}

// What a work-item sums up in memory is what the others read in the next round.
void addRowsInRounds(Corpus &c) {
  c.add("lane_rows_in_rounds", R"(
kernel void lane_rows_in_rounds(global const uint *weights, global uint *a, global uint *b,
                                int rounds) {
  int l = get_local_id(0), n = get_local_size(0);
  global uint *from = a + get_group_id(0) * n, *to = b + get_group_id(0) * n;
  for (int round = 0; round < rounds; ++round) {
    for (int k = 0; k < n; ++k)
      to[l] += weights[l * n + k] * from[k];
    barrier(CLK_GLOBAL_MEM_FENCE);
    global uint *other = from;
    from = to;
    to = other;
  }
  for (int round = 0; round < 2; ++round) {
    for (int k = 0; k < n; ++k)
      to[l] ^= weights[l * n + k] + from[k];
    barrier(CLK_GLOBAL_MEM_FENCE);
    for (int k = 0; k < n; ++k)
      from[l] += weights[l * n + k] * to[k];
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
})",
        shapes::uniform(), [](Job &j) {
          const size_t n = j.localItems(), rounds = 3;
          auto &weights = j.bits<U32>(n * n);
          auto &a = j.bits<U32>(j.n());
          auto &b = j.bits<U32>(j.n());
          j.value<I32>(I32(rounds));
          j.forEachGroup([&](const Group &g) {
            U32 *from = &a[g.linear * n], *to = &b[g.linear * n];
            for (size_t round = 0; round < rounds; ++round) {
              for (size_t l = 0; l < n; ++l)
                for (size_t k = 0; k < n; ++k)
                  to[l] += weights[l * n + k] * from[k];
              std::swap(from, to);
            }
            for (int round = 0; round < 2; ++round) {
              for (size_t l = 0; l < n; ++l)
                for (size_t k = 0; k < n; ++k)
                  to[l] ^= weights[l * n + k] + from[k];
              for (size_t l = 0; l < n; ++l)
                for (size_t k = 0; k < n; ++k)
                  from[l] += weights[l * n + k] * to[k];
            }
          });
        });
}

// Rows of sixteen elements at a time, which may be more than there are lanes; records of as many.
void addRowsOfBytes(Corpus &c) {
  c.add("lane_rows_of_bytes", R"(
kernel void lane_rows_of_bytes(global const uchar *a, global uint *sums, global ushort *last,
                               global uint16 *records, int n) {
  int g = get_global_id(0);
  uint sum = 0;
  for (int k = 0; k < n; ++k) {
    sum = sum * 3 + a[g * n + k];
    sums[g * n + k] = sum;
  }
  for (int k = 0; k < n; ++k)
    last[g * n + n - 1 - k] = a[g * n + k] ^ (ushort)k;
  records[g ^ 1] = records[g ^ 1] * 5 + sum;
})",
        shapes::flat(), [](Job &j) {
          const size_t n = 53;
          auto &a = j.bits<U8>(j.n() * n);
          auto &sums = j.output<U32>(j.n() * n);
          auto &last = j.output<uint16_t>(j.n() * n);
          auto &records = j.bits<U32>((j.n() + 1) * 16);
          j.value<I32>(I32(n));
          j.forEachItem([&](const Item &item) {
            const size_t g = item.gid[0];
            U32 sum = 0;
            for (size_t k = 0; k < n; ++k) {
              sum = sum * 3 + a[g * n + k];
              sums[g * n + k] = sum;
              last[g * n + n - 1 - k] = uint16_t(a[g * n + k] ^ k);
            }
            for (size_t i = 0; i < 16; ++i)
              records[(g ^ 1) * 16 + i] = records[(g ^ 1) * 16 + i] * 5 + sum;
          });
        });
}

} // namespace

void addLaneRows(Corpus &c) {
  addRowsRead(c);
  addRowsSummed(c);
  addRowsWritten(c);
  addRowsRecurring(c);
  addRowsOverlapping(c);
  addRowsInRounds(c);
  addRowsOfBytes(c);
}

} // namespace weft::kernels
