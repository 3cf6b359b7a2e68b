// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vector types: arithmetic, swizzles, comparisons, conversions, vload and vstore, shuffles.
#include "harness/corpus.h"

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace weft::kernels {

void addVectors(Corpus &c) {
  c.add("float4_saxpy", R"(
#pragma OPENCL FP_CONTRACT OFF
kernel void float4_saxpy(global const float4 *x, global float4 *y, float a) {
  y[get_global_id(0)] = a * x[get_global_id(0)] + y[get_global_id(0)];
})",
        shapes::flat(), [](Job &j) {
          auto &x = j.random<float>(j.n() * 4, -100, 100);
          auto &y = j.random<float>(j.n() * 4, -100, 100);
          float a = j.value<float>(1.7f);
          j.forEachItem([&](const Item &i) {
            for (size_t k = i.gid[0] * 4; k < i.gid[0] * 4 + 4; ++k)
              y[k] = a * x[k] + y[k];
          });
        });

  c.add("swizzles", R"(
kernel void swizzles(global const int8 *in, global int8 *out) {
  int8 v = in[get_global_id(0)];
  int4 a = v.s7351, b = v.even, c = v.hi.wzyx;
  int3 d = v.s012;
  d.zx = a.yw;
  int8 r = (int8)(a + b, c);
  r.s1 = d.x;
  r.lo.zw = d.yz;
  r.odd += v.lo;
  out[get_global_id(0)] = r;
})",
        shapes::flat(), [](Job &j) {
          auto &in = j.random<I32>(j.n() * 8, -1000, 1000);
          auto &out = j.output<I32>(j.n() * 8);
          j.forEachItem([&](const Item &i) {
            const I32 *v = &in[i.gid[0] * 8];
            I32 a[4] = {v[7], v[3], v[5], v[1]}, d[3] = {v[0], v[1], v[2]};
            d[2] = a[1];
            d[0] = a[3];
            I32 r[8] = {a[0] + v[0], d[0], d[1], d[2], v[7], v[6], v[5], v[4]};
            for (int k = 0; k < 4; ++k)
              r[2 * k + 1] += v[k];
            std::copy_n(r, 8, &out[i.gid[0] * 8]);
          });
        });

  c.add("half_of_a_vector_of_three", R"(
kernel void half_of_a_vector_of_three(global const char3 *in, global const short3 *wide,
                                      global const uint *where, global char2 *out,
                                      global char2 *scattered, global short2 *out_wide) {
  size_t g = get_global_id(0);
  char2 upper = in[g].hi;
  out[g] = upper;
  scattered[where[g]] = upper;
  out_wide[g] = wide[g].odd.yx;
  // The other halves are undefined.
  ((global char *)out)[2 * g + 1] = 1;
  ((global char *)scattered)[2 * where[g] + 1] = 2;
  ((global short *)out_wide)[2 * g] = 3;
})",
        shapes::flat(), [](Job &j) {
          auto &in = j.random<int8_t>(j.n() * 4, -100, 100);
          auto &wide = j.random<int16_t>(j.n() * 4, -100, 100);
          std::vector<U32> backwards(j.n());
          std::iota(backwards.rbegin(), backwards.rend(), 0);
          auto &where = j.buffer(backwards);
          auto &out = j.output<int8_t>(j.n() * 2);
          auto &scattered = j.output<int8_t>(j.n() * 2);
          auto &out_wide = j.output<int16_t>(j.n() * 2);
          j.forEachItem([&](const Item &i) {
            const size_t g = i.gid[0];
            out[2 * g] = in[4 * g + 2];
            out[2 * g + 1] = 1;
            scattered[2 * where[g]] = in[4 * g + 2];
            scattered[2 * where[g] + 1] = 2;
            out_wide[2 * g + 1] = wide[4 * g + 1];
            out_wide[2 * g] = 3;
          });
        });

  // The undefined half goes through arithmetic before it is stored.
  c.add("sum_with_half_of_a_vector_of_three", R"(
kernel void sum_with_half_of_a_vector_of_three(global const char3 *in, global char2 *out) {
  size_t g = get_global_id(0);
  out[g] = add_sat(in[g].hi, (char2)50);
  ((global char *)out)[2 * g + 1] = 1;
})",
        shapes::flat(), [](Job &j) {
          auto &in = j.random<int8_t>(j.n() * 4, -100, 100);
          auto &out = j.output<int8_t>(j.n() * 2);
          j.forEachItem([&](const Item &i) {
            const size_t g = i.gid[0];
            out[2 * g] = int8_t(std::min(in[4 * g + 2] + 50, 127));
            out[2 * g + 1] = 1;
          });
        });

  c.add("comparison_and_select", R"(
kernel void comparison_and_select(global const int4 *a, global const int4 *b, global int4 *out) {
  size_t g = get_global_id(0);
  int4 less = a[g] < b[g];
  int4 r = select(a[g], b[g], less) + (a[g] == b[g]) * 100;
  r += less ? (int4)(1, 2, 3, 4) : (int4)(5);
  out[g] = any(less) ? (all(less) ? r : r * 2) : -r;
})",
        shapes::flat(), [](Job &j) {
          auto &a = j.random<I32>(j.n() * 4, -3, 3);
          auto &b = j.random<I32>(j.n() * 4, -3, 3);
          auto &out = j.output<I32>(j.n() * 4);
          j.forEachItem([&](const Item &i) {
            size_t g = i.gid[0] * 4;
            int count = 0;
            for (int k = 0; k < 4; ++k)
              count += a[g + k] < b[g + k];
            for (int k = 0; k < 4; ++k) {
              bool less = a[g + k] < b[g + k];
              I32 r = (less ? b[g + k] : a[g + k]) - (a[g + k] == b[g + k] ? 100 : 0);
              r += less ? k + 1 : 5;
              out[g + k] = count ? (count == 4 ? r : r * 2) : -r;
            }
          });
        });

  c.add("three_element_vectors", R"(
kernel void three_element_vectors(global const float *in, global float3 *out, global float *packed) {
  size_t g = get_global_id(0);
  float3 v = vload3(g, in);
  float3 w = v.zxy * 2.0f - (float3)(1.0f, 2.0f, 3.0f);
  vstore3(w, g, packed);
  vstore3(v + w, 0, (global float *)(out + g));
})",
        shapes::flat(), [](Job &j) {
          auto &in = j.random<float>(j.n() * 3, -100, 100);
          auto &out = j.output<float>(j.n() * 4);
          auto &packed = j.output<float>(j.n() * 3);
          j.forEachItem([&](const Item &i) {
            const float *v = &in[i.gid[0] * 3];
            for (int k = 0; k < 3; ++k) {
              float w = v[(k + 2) % 3] * 2.0f - float(k + 1);
              packed[i.gid[0] * 3 + k] = w;
              out[i.gid[0] * 4 + k] = v[k] + w;
            }
          });
        });

  c.add("load_and_store_unaligned", R"(
kernel void load_and_store_unaligned(global const short *in, global short *out) {
  size_t g = get_global_id(0);
  short2 a = vload2(g, in + 1);
  short4 b = vload4(g, in + 3);
  short8 c = vload8(0, in + g);
  vstore4((short4)(a, a.yx) + b + c.s1357, g, out + 1);
})",
        shapes::flat(), [](Job &j) {
          auto &in = j.random<int16_t>(j.n() * 4 + 16, -1000, 1000);
          auto &out = j.output<int16_t>(j.n() * 4 + 1);
          j.forEachItem([&](const Item &i) {
            size_t g = i.gid[0];
            const int16_t a[4] = {in[g * 2 + 1], in[g * 2 + 2], in[g * 2 + 2], in[g * 2 + 1]};
            for (size_t k = 0; k < 4; ++k)
              out[1 + g * 4 + k] = int16_t(a[k] + in[3 + g * 4 + k] + in[g + 2 * k + 1]);
          });
        });

  c.add("conversions", R"(
kernel void conversions(global const float4 *in, global int4 *a, global uchar4 *b,
                        global short4 *c, global float4 *d) {
  size_t g = get_global_id(0);
  float4 v = in[g];
  a[g] = convert_int4_rte(v) + convert_int4(v) * 100 + convert_int4_rtp(v) * 10000;
  b[g] = convert_uchar4_sat(v);
  c[g] = convert_short4_sat_rtn(v * 300.0f);
  d[g] = convert_float4(convert_char4_sat(v)) + convert_float4(a[g] & 255);
})",
        shapes::flat(), [](Job &j) {
          auto &in = j.random<float>(j.n() * 4, -300, 300);
          auto &a = j.output<I32>(j.n() * 4);
          auto &b = j.output<U8>(j.n() * 4);
          auto &c = j.output<int16_t>(j.n() * 4);
          auto &d = j.output<float>(j.n() * 4);
          j.forEachItem([&](const Item &i) {
            for (size_t k = i.gid[0] * 4; k < i.gid[0] * 4 + 4; ++k) {
              float v = in[k];
              a[k] = int(std::nearbyint(v)) + int(v) * 100 + int(std::ceil(v)) * 10000;
              b[k] = U8(std::clamp(std::trunc(v), 0.0f, 255.0f));
              c[k] = int16_t(std::clamp(std::floor(v * 300.0f), -32768.0f, 32767.0f));
              d[k] = std::clamp(std::trunc(v), -128.0f, 127.0f) + float(a[k] & 255);
            }
          });
        });

  c.add("shuffle_builtins", R"(
kernel void shuffle_builtins(global const int4 *in, global const uint4 *mask, global int4 *out) {
  size_t g = get_global_id(0);
  out[g] = shuffle(in[g], mask[g]) * 1000 + shuffle2(in[g], in[g] + 500, mask[g]);
})",
        shapes::flat(), [](Job &j) {
          auto &in = j.random<I32>(j.n() * 4, -100, 100);
          auto &mask = j.bits<U32>(j.n() * 4);
          auto &out = j.output<I32>(j.n() * 4);
          j.forEachItem([&](const Item &i) {
            size_t g = i.gid[0] * 4;
            for (size_t k = 0; k < 4; ++k) {
              U32 m = mask[g + k];
              I32 both = in[g + (m & 3)] + (m & 4 ? 500 : 0);
              out[g + k] = in[g + (m & 3)] * 1000 + both;
            }
          });
        });

  c.add("wide_vectors", R"(
kernel void wide_vectors(global const uchar16 *in, global uchar16 *out, global ulong *sums) {
  size_t g = get_global_id(0);
  uchar16 v = in[g];
  uchar16 r = (v + v.sfedcba9876543210) ^ (uchar16)((uchar)g);
  ushort8 s = convert_ushort8(v.lo) + convert_ushort8(v.hi);
  ushort4 t = s.lo + s.hi;
  out[g] = r;
  sums[g] = (ulong)t.x + t.y + t.z + t.w;
})",
        shapes::flat(), [](Job &j) {
          auto &in = j.bits<U8>(j.n() * 16);
          auto &out = j.output<U8>(j.n() * 16);
          auto &sums = j.output<U64>(j.n());
          j.forEachItem([&](const Item &i) {
            size_t g = i.gid[0];
            sums[g] = 0;
            for (size_t k = 0; k < 16; ++k) {
              sums[g] += in[g * 16 + k];
              out[g * 16 + k] = U8(in[g * 16 + k] + in[g * 16 + 15 - k]) ^ U8(g);
            }
          });
        });

  // Numbers out of range: the low bits of the number as an int, in vectors of any form.
  c.add("conversions_out_of_range", R"(
kernel void conversions_out_of_range(global const int *in, global uchar4 *bytes, global uchar *byte,
                                     global short *words, global ushort2 *pairs) {
  size_t g = get_global_id(0);
  float4 f = (float4)(in[g], in[g + 1], in[g + 2], in[g + 3]) * 0.5f;
  bytes[g] = convert_uchar4(f);
  byte[g] = (uchar)f.x;
  words[g] = (short)f.y;
  pairs[g] = convert_ushort2((double2)(in[g], in[g + 1]));
})",
        shapes::flat(), [](Job &j) {
          auto &in = j.random<I32>(j.n() + 3, -200000, 200000);
          auto &bytes = j.output<U8>(j.n() * 4);
          auto &byte = j.output<U8>(j.n());
          auto &words = j.output<int16_t>(j.n());
          auto &pairs = j.output<uint16_t>(j.n() * 2);
          j.forEachItem([&](const Item &item) {
            const size_t g = item.gid[0];
            for (size_t i = 0; i < 4; ++i)
              bytes[g * 4 + i] = U8(in[g + i] / 2);
            byte[g] = U8(in[g] / 2);
            words[g] = int16_t(in[g + 1] / 2);
            for (size_t i = 0; i < 2; ++i)
              pairs[g * 2 + i] = uint16_t(in[g + i]);
          });
        });

  c.add("indexed_element", R"(
kernel void indexed_element(global const int4 *in, global int4 *out) {
  size_t g = get_global_id(0);
  int4 v = in[g];
  int4 r = 0;
  for (int i = 0; i < 4; ++i) {
    int k = (v.x + i) & 3;
    int picked = k == 0 ? v.x : k == 1 ? v.y : k == 2 ? v.z : v.w;
    r = r.yzwx;
    r.x += picked;
  }
  ((int *)&r)[(g + 1) & 3] += 7;
  out[g] = r;
})",
        shapes::flat(), [](Job &j) {
          auto &in = j.random<I32>(j.n() * 4, -1000, 1000);
          auto &out = j.output<I32>(j.n() * 4);
          j.forEachItem([&](const Item &item) {
            const I32 *v = &in[item.gid[0] * 4];
            I32 r[4] = {};
            for (int i = 0; i < 4; ++i) {
              std::rotate(r, r + 1, r + 4);
              r[0] += v[(v[0] + i) & 3];
            }
            r[(item.gid[0] + 1) & 3] += 7;
            std::copy_n(r, 4, &out[item.gid[0] * 4]);
          });
        });

  c.add("divergent_vectors", R"(
kernel void divergent_vectors(global const int4 *in, global int4 *out) {
  size_t g = get_global_id(0);
  int4 v = in[g], sum = 0;
  for (int i = 0; i < (v.x & 7); ++i) {
    if (v.y & 1)
      sum += v * i;
    else
      sum ^= v.wzyx + i;
    v.y >>= 1;
  }
  out[g] = sum;
})",
        shapes::flat(), [](Job &j) {
          auto &in = j.random<I32>(j.n() * 4, -1000, 1000);
          auto &out = j.output<I32>(j.n() * 4);
          j.forEachItem([&](const Item &item) {
            I32 v[4], sum[4] = {};
            std::copy_n(&in[item.gid[0] * 4], 4, v);
            for (int i = 0; i < (v[0] & 7); ++i) {
              for (int k = 0; k < 4; ++k)
                sum[k] = v[1] & 1 ? sum[k] + v[k] * i : sum[k] ^ (v[3 - k] + i);
              v[1] >>= 1;
            }
            std::copy_n(sum, 4, &out[item.gid[0] * 4]);
          });
        });
}

} // namespace weft::kernels
