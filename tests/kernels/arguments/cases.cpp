// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernel arguments: every scalar, vectors, structs by value, null pointers, many of them.
#include "harness/corpus.h"

namespace weft::kernels {

void addArguments(Corpus &c) {
  c.add("every_scalar", R"(
kernel void every_scalar(char a, uchar b, short c, ushort d, int e, uint f, long g, ulong h,
                         float i, global long *out) {
  size_t id = get_global_id(0);
  out[id * 9 + 0] = a;
  out[id * 9 + 1] = b;
  out[id * 9 + 2] = c;
  out[id * 9 + 3] = d;
  out[id * 9 + 4] = e;
  out[id * 9 + 5] = f;
  out[id * 9 + 6] = g;
  out[id * 9 + 7] = h;
  out[id * 9 + 8] = (long)i;
})",
        shapes::flat(), [](Job &j) {
          I64 v[9];
          v[0] = j.value<int8_t>(-5);
          v[1] = j.value<U8>(250);
          v[2] = j.value<int16_t>(-30000);
          v[3] = j.value<uint16_t>(60000);
          v[4] = j.value<I32>(-2000000000);
          v[5] = j.value<U32>(4000000000u);
          v[6] = j.value<I64>(-5000000000);
          v[7] = I64(j.value<U64>(9000000000000000000u));
          v[8] = I64(j.value<float>(-12345.0f));
          auto &out = j.output<I64>(j.n() * 9);
          j.forEachItem([&](const Item &i) { std::copy_n(v, 9, &out[i.gid[0] * 9]); });
        });

  c.add("vector_arguments", R"(
kernel void vector_arguments(char3 a, global int *out, int4 b, uchar b2, long2 c, float16 d,
                             short8 e) {
  size_t g = get_global_id(0);
  out[g] = a.x + a.y * 2 + a.z * 3 + b.x + b.w * 5 + b2 + (int)c.y + (int)d.s0 + (int)d.sf + e.s7;
})",
        shapes::flat(), [](Job &j) {
          j.value<std::array<int8_t, 4>>({1, -2, 3, 0});
          auto &out = j.output<I32>(j.n());
          struct alignas(16) Int4 {
            I32 e[4];
          };
          struct alignas(16) Long2 {
            I64 e[2];
          };
          struct alignas(64) Float16 {
            float e[16];
          };
          struct alignas(16) Short8 {
            int16_t e[8];
          };
          j.value(Int4{{100, 0, 0, 1000}});
          j.value<U8>(7);
          j.value(Long2{{0, 100000}});
          Float16 f = {};
          f.e[0] = 2000000.0f;
          f.e[15] = 4.0f;
          j.value(f);
          j.value(Short8{{0, 0, 0, 0, 0, 0, 0, -9}});
          j.forEachItem([&](const Item &i) {
            out[i.gid[0]] = 1 - 4 + 9 + 100 + 5000 + 7 + 100000 + 2000000 + 4 - 9;
          });
        });

  c.add("struct_by_value", R"(
typedef struct { char tag; int size; float scale; short pad[3]; long big; } config;
kernel void struct_by_value(config c, global long *out, char last) {
  size_t g = get_global_id(0);
  out[g] = c.tag + c.size * 10L + (long)(c.scale * 4.0f) + c.pad[g % 3] + c.big + last;
})",
        shapes::flat(), [](Job &j) {
          struct Config {
            char tag;
            I32 size;
            float scale;
            int16_t pad[3];
            I64 big;
          };
          Config config{};
          config.tag = 3;
          config.size = 77;
          config.scale = 2.25f;
          config.pad[0] = -5, config.pad[1] = 6, config.pad[2] = 1000;
          config.big = I64(1) << 40;
          j.value(config);
          auto &out = j.output<I64>(j.n());
          j.value<char>(11);
          j.forEachItem([&](const Item &i) {
            out[i.gid[0]] = 3 + 770 + 9 + config.pad[i.gid[0] % 3] + config.big + 11;
          });
        });

  c.add("many_arguments", R"(
kernel void many_arguments(global int *out, int a0, char a1, long a2, short a3, float a4, int a5,
                           char a6, long a7, short a8, float a9, int a10, uchar a11, ulong a12,
                           ushort a13, float a14, int a15, char a16, long a17, short a18,
                           global const int *in, char a20) {
  size_t g = get_global_id(0);
  long s = a0 + a1 * 2 + a2 * 3 + a3 * 4 + (long)a4 * 5 + a5 * 6 + a6 * 7 + a7 * 8 + a8 * 9 +
           (long)a9 * 10 + a10 * 11 + a11 * 12 + (long)a12 * 13 + a13 * 14 + (long)a14 * 15 +
           a15 * 16 + a16 * 17 + a17 * 18 + a18 * 19 + a20 * 20;
  out[g] = (int)s + in[g];
})",
        shapes::flat(), [](Job &j) {
          auto &out = j.output<I32>(j.n());
          I64 s = 0;
          s += j.value<I32>(1);
          s += 2 * j.value<char>(2);
          s += 3 * j.value<I64>(3);
          s += 4 * j.value<int16_t>(4);
          s += 5 * I64(j.value<float>(5));
          s += 6 * j.value<I32>(6);
          s += 7 * j.value<char>(7);
          s += 8 * j.value<I64>(8);
          s += 9 * j.value<int16_t>(9);
          s += 10 * I64(j.value<float>(10));
          s += 11 * j.value<I32>(11);
          s += 12 * j.value<U8>(12);
          s += 13 * I64(j.value<U64>(13));
          s += 14 * j.value<uint16_t>(14);
          s += 15 * I64(j.value<float>(15));
          s += 16 * j.value<I32>(16);
          s += 17 * j.value<char>(17);
          s += 18 * j.value<I64>(18);
          s += 19 * j.value<int16_t>(19);
          auto &in = j.random<I32>(j.n(), -1000, 1000);
          s += 20 * j.value<char>(20);
          j.forEachItem([&](const Item &i) { out[i.gid[0]] = I32(s) + in[i.gid[0]]; });
        });

  c.add("modified_argument", R"(
kernel void modified_argument(global int *data, int n, global int *out) {
  n += (int)get_global_id(0);
  data += n;
  for (; n > (int)get_global_id(0); --n)
    out[get_global_id(0)] += n * *--data;
})",
        shapes::flat(), [](Job &j) {
          auto &data = j.random<I32>(j.n() + 5, -1000, 1000);
          int n = j.value<I32>(5);
          auto &out = j.random<I32>(j.n(), -10, 10);
          j.forEachItem([&](const Item &item) {
            int g = int(item.gid[0]);
            for (int k = n + g; k > g; --k)
              out[g] += k * data[k - 1];
          });
        });

  c.add("unused_arguments", R"(
kernel void unused_arguments(global int *a, local int *b, int c, global float *d, global int *out) {
  out[get_global_id(0)] = (int)get_global_id(0) + c;
})",
        shapes::flat(), [](Job &j) {
          j.bits<I32>(4);
          j.local<I32>(4);
          int c = j.value<I32>(31);
          j.random<float>(4, 0, 9);
          auto &out = j.output<I32>(j.n());
          j.forEachItem([&](const Item &i) { out[i.gid[0]] = int(i.gid[0]) + c; });
        });

  c.add("double_argument", R"(
kernel void double_argument(double x, global double *out, double2 y) {
  out[get_global_id(0)] = x + y.y * (double)get_global_id(0);
})",
        shapes::flat(),
        [](Job &j) {
          double x = j.value<double>(0.125);
          auto &out = j.output<double>(j.n());
          struct alignas(16) Double2 {
            double e[2];
          };
          j.value(Double2{{5, -3}});
          j.forEachItem([&](const Item &i) { out[i.gid[0]] = x - 3.0 * double(i.gid[0]); });
        },
        {.needs = "cl_khr_fp64"});
}

} // namespace weft::kernels
