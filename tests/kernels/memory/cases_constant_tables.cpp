// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small tables of constants, at numbers that work-items compute.
#include "harness/corpus.h"

#include <array>

namespace weft::kernels {
namespace {

// Whole tables of all widths, some not a power of two long; places before and behind the number.
void addWidths(Corpus &c) {
  c.add("tables_of_all_widths", R"(
constant uchar of8[64] = {
#define ROW(i) (i) * 37 & 255, (i) * 91 + 5 & 255, (i) * 53 ^ 170, 255 - (i) * 13
  ROW(0), ROW(1), ROW(2), ROW(3), ROW(4), ROW(5), ROW(6), ROW(7),
  ROW(8), ROW(9), ROW(10), ROW(11), ROW(12), ROW(13), ROW(14), ROW(15)};
constant short of16[11] = {-1, 2, -3, 4, -5, 6, -7, 8, -9, 10, -32768};
constant int of32[20] = {7, -1, 5, 0, 9, 3, -8, 2, 6, 1, 4, 11, -2, 13, 8, 15, -4, 17, 10, 19};
constant long of64[9] = {1, -2, 0x123456789abcdefL, 4, -5, 6, 7L << 60, 8, -9};
constant float of_floats[5][3] = {{1, 2, 3}, {-4, 5, 6}, {7, -8, 9}, {10, 11, -12}, {0.5f, 14, 15}};
kernel void tables_of_all_widths(global const uint *in, global long *out) {
  size_t g = get_global_id(0);
  uint v = in[g];
  long r = of8[v & 63] + of16[(v >> 6) % 11] * 3;
  r = r * 5 + of32[(v >> 10) % 19 + 1] - of32[19 - (v >> 15) % 20];
  r = r * 7 + of64[(v >> 20) % 9];
  int row = (v >> 24) % 5;
  out[g] = r + (long)((of_floats[row][0] * 2 + of_floats[row][1] * 4 - of_floats[row][2]) * 2);
})",
        shapes::flat(), [](Job &j) {
          constexpr std::array<int, 11> of16 = {-1, 2, -3, 4, -5, 6, -7, 8, -9, 10, -32768};
          constexpr std::array<int, 20> of32 = {7, -1, 5,  0,  9, 3,  -8, 2,  6,  1,
                                                4, 11, -2, 13, 8, 15, -4, 17, 10, 19};
          constexpr std::array<I64, 9> of64 = {
              1, -2, 0x123456789abcdef, 4, -5, 6, I64(7) << 60, I64(8), -9};
          constexpr float floats[5][3] = {
              {1, 2, 3}, {-4, 5, 6}, {7, -8, 9}, {10, 11, -12}, {0.5f, 14, 15}};
          auto &in = j.bits<U32>(j.n());
          auto &out = j.output<I64>(j.n());
          j.forEachItem([&](const Item &item) {
            const U32 v = in[item.gid[0]], i = (v & 63) / 4;
            const std::array<U32, 4> of8 = {i * 37 & 255, (i * 91 + 5) & 255, (i * 53 ^ 170) & 255,
                                            (255 - i * 13) & 255};
            U64 r = of8[v & 3] + U64(I64(of16[(v >> 6) % 11]) * 3);
            r = r * 5 + U64(I64(of32[(v >> 10) % 19 + 1] - of32[19 - (v >> 15) % 20]));
            r = r * 7 + U64(of64[(v >> 20) % 9]);
            const float *f = floats[(v >> 24) % 5];
            out[item.gid[0]] = I64(r + U64(I64((f[0] * 2 + f[1] * 4 - f[2]) * 2)));
          });
        });
}

// A part of a larger table that a mask leaves, records, vectors, and lanes that must not look up.
void addParts(Corpus &c) {
  c.add("parts_of_tables", R"(
typedef struct { int wide; short narrow[2]; } record;
constant record records[6] = {{1, {2, -3}}, {-4, {5, 6}}, {7, {-8, 9}},
                              {10, {11, 12}}, {-13, {14, 15}}, {16, {-17, 18}}};
constant uchar4 colours[8] = {(uchar4)(1, 2, 3, 4), (uchar4)(250, 6, 7, 8), (uchar4)(9, 10, 11, 12),
                              (uchar4)(13, 140, 15, 16), (uchar4)(17, 18, 19, 200),
                              (uchar4)(21, 22, 23, 24), (uchar4)(25, 26, 127, 28), (uchar4)(29)};
#define TEN(n) n, n + 1, n + 2, n + 3, n + 4, n + 5, n + 6, n + 7, n + 8, n + 9
constant int large[3][100] = {
  {TEN(0), TEN(10), TEN(20), TEN(30), TEN(40), TEN(50), TEN(60), TEN(70), TEN(80), TEN(90)},
  {TEN(100), TEN(110), TEN(120), TEN(130), TEN(140), TEN(150), TEN(160), TEN(170), TEN(180), TEN(190)},
  {TEN(200), TEN(210), TEN(220), TEN(230), TEN(240), TEN(250), TEN(260), TEN(270), TEN(280), TEN(290)}};
kernel void parts_of_tables(global const uint *in, global int *out, int row) {
  size_t g = get_global_id(0);
  uint v = in[g];
  int r = large[1][(v & 15) + 30] + large[row][v >> 4 & 7] - large[2][99 - (v >> 8 & 31)];
  constant record *one = &records[(v >> 13) % 6];
  r = r * 3 + one->wide * 5 - one->narrow[v >> 16 & 1] + one->narrow[1];
  uchar4 colour = colours[v >> 17 & 7];
  r = r * 7 + colour.x - colour.y * 3 + colour.z * 5 - colour.w;
  uint far = v >> 29;
  if (far < 6)
    r += records[far].wide;
  out[g] = r;
})",
        shapes::flat(), [](Job &j) {
          struct Record {
            int wide, narrow[2];
          };
          constexpr std::array<Record, 6> records = {{{1, {2, -3}},
                                                      {-4, {5, 6}},
                                                      {7, {-8, 9}},
                                                      {10, {11, 12}},
                                                      {-13, {14, 15}},
                                                      {16, {-17, 18}}}};
          constexpr int colours[8][4] = {{1, 2, 3, 4},      {250, 6, 7, 8},    {9, 10, 11, 12},
                                         {13, 140, 15, 16}, {17, 18, 19, 200}, {21, 22, 23, 24},
                                         {25, 26, 127, 28}, {29, 29, 29, 29}};
          constexpr I32 row = 2;
          auto &in = j.bits<U32>(j.n());
          auto &out = j.output<I32>(j.n());
          j.value<I32>(row);
          j.forEachItem([&](const Item &item) {
            const U32 v = in[item.gid[0]];
            int r = 100 + int(v & 15) + 30 + row * 100 + int(v >> 4 & 7) -
                    (200 + 99 - int(v >> 8 & 31));
            const Record &one = records[(v >> 13) % 6];
            r = r * 3 + one.wide * 5 - one.narrow[v >> 16 & 1] + one.narrow[1];
            const int *colour = colours[v >> 17 & 7];
            r = r * 7 + colour[0] - colour[1] * 3 + colour[2] * 5 - colour[3];
            if (v >> 29 < 6)
              r += records[v >> 29].wide;
            out[item.gid[0]] = r;
          });
        });
}

// Constants that hold the places of others; a function without a return, whose result nobody uses.
void addPointers(Corpus &c) {
  c.add("constants_that_point_to_constants", R"(
constant uint rows[3][3] = {{3, 1, 4}, {1, 5, 9}, {2, 6, 5}};
constant uint *constant chosen[2] = {&rows[1][0], &rows[2][1]};
constant char text[] = "hello\0world\x7f";
typedef struct { ulong v[4]; } four;
constant four least = {{1, 2, 3, 4}};
four less(four a, four b) {
  four r;
  for (int i = 0; i < 4; ++i)
    r.v[i] = a.v[i] - b.v[i];
}
kernel void constants_that_point_to_constants(global uint *out, int n) {
  int g = get_global_id(0);
  float3 corners[2] = {{1, 2, 3}, {4, 5, 6}};
  four unused = less((four){{5 + n, 6, 7, 8}}, least);
  out[4 * g] = chosen[g & 1][1];
  out[4 * g + 1] = text[g % sizeof text];
  out[4 * g + 2] = (uint)corners[g & 1].z + n;
  out[4 * g + 3] = least.v[g & 3];
})",
        shapes::flat(), [](Job &j) {
          static const U32 rows[9] = {3, 1, 4, 1, 5, 9, 2, 6, 5};
          static const char text[] = "hello\0world\x7f";
          auto &out = j.output<U32>(4 * j.n());
          const I32 n = j.value<I32>(7);
          j.forEachItem([&](const Item &item) {
            const size_t g = item.gid[0];
            out[4 * g] = rows[(g & 1 ? 7 : 3) + 1];
            out[4 * g + 1] = U32(text[g % sizeof text]);
            out[4 * g + 2] = U32((g & 1 ? 6 : 3) + n);
            out[4 * g + 3] = U32(1 + (g & 3));
          });
        });
}

} // namespace

void addConstantTables(Corpus &c) {
  addWidths(c);
  addPointers(c);
  addParts(c);
}

} // namespace weft::kernels
