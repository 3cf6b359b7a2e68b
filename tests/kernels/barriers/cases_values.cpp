// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What lives across barriers: scalars, vectors, pointers, arrays, structs.
#include "harness/corpus.h"

namespace weft::kernels {

void addBarrierValues(Corpus &c) {
  c.add("many_scalars", R"(
kernel void many_scalars(global const uint *in, global ulong *out, local uint *tmp) {
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  char a = in[g];
  uchar b = in[g] >> 3;
  short c = in[g] >> 5;
  ushort d = in[g] >> 7;
  int e = in[g];
  uint f = ~in[g];
  long h = (long)e * f;
  bool p = in[g] & 4;
  float q = (float)(in[g] & 0xffff);
  tmp[l] = f;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint other = tmp[(l + 1) % n];
  barrier(CLK_LOCAL_MEM_FENCE);
  tmp[l] = other + 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  ulong sum = (ulong)h + (ulong)(long)a + b + (ulong)(long)c + d;
  sum += p ? (ulong)q : (ulong)tmp[n - 1 - l];
  out[g] = sum ^ other;
})",
        shapes::grouped(), [](Job &j) {
          auto &in = j.bits<U32>(j.n());
          auto &out = j.output<U64>(j.n());
          j.local<U32>(j.localItems());
          j.forEachGroup([&](const Group &g) {
            size_t n = g.items();
            for (size_t l = 0; l < n; ++l) {
              U32 x = in[g.base() + l];
              I64 h = I64(I32(x)) * I64(U32(~x));
              U64 sum = U64(h) + U64(I64(int8_t(x))) + U8(x >> 3) + U64(I64(int16_t(x >> 5))) +
                        uint16_t(x >> 7);
              U32 other = ~in[g.base() + (l + 1) % n];
              U32 mirrored = ~in[g.base() + (n - l) % n] + 1;
              sum += x & 4 ? U64(x & 0xffff) : U64(mirrored);
              out[g.base() + l] = sum ^ other;
            }
          });
        });

  c.add("modified_on_both_sides", R"(
kernel void modified_on_both_sides(global int *data, local int *tmp) {
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  int a = data[g], b = 0, c = (int)l;
  a += 5;
  barrier(CLK_LOCAL_MEM_FENCE);
  a *= 3;
  b += a;
  tmp[l] = b;
  barrier(CLK_LOCAL_MEM_FENCE);
  b -= tmp[(l + 1) % n];
  c = c * c + b;
  barrier(CLK_LOCAL_MEM_FENCE);
  a ^= c;
  tmp[l] = a;
  barrier(CLK_LOCAL_MEM_FENCE);
  data[g] = tmp[n - 1 - l] + a - b + c;
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          auto old = data;
          j.forEachGroup([&](const Group &g) {
            size_t n = g.items();
            struct V {
              I32 a, b, c;
            };
            auto values = [&](size_t l) {
              I32 a = (old[g.base() + l] + 5) * 3;
              I32 b = a - (old[g.base() + (l + 1) % n] + 5) * 3;
              I32 c = int(l) * int(l) + b;
              return V{a ^ c, b, c};
            };
            for (size_t l = 0; l < n; ++l) {
              V v = values(l);
              data[g.base() + l] = values(n - 1 - l).a + v.a - v.b + v.c;
            }
          });
        });

  c.add("vectors_across", R"(
kernel void vectors_across(global const int4 *in, global int4 *out, local int *tmp) {
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  int4 v = in[g];
  int2 h = v.even;
  short8 s = (short8)((short)l);
  float3 f = (float3)(1.0f, (float)l, 3.0f);
  tmp[l] = v.x;
  barrier(CLK_LOCAL_MEM_FENCE);
  v.y += tmp[(l + 1) % n];
  v = v.wzyx;
  s.s3 = 9;
  f.z *= 2.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  tmp[l] = v.z;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = v + (int4)(h, s.s3, s.s0 + (int)(f.y + f.z)) + tmp[n - 1 - l];
})",
        shapes::grouped(), [](Job &j) {
          auto &in = j.random<I32>(j.n() * 4, -1000, 1000);
          auto &out = j.output<I32>(j.n() * 4);
          j.local<I32>(j.localItems());
          j.forEachGroup([&](const Group &g) {
            size_t n = g.items();
            auto at = [&](size_t l, int e) { return in[(g.base() + l) * 4 + e]; };
            auto y = [&](size_t l) { return at(l, 1) + at((l + 1) % n, 0); };
            for (size_t l = 0; l < n; ++l) {
              I32 *o = &out[(g.base() + l) * 4], t = y(n - 1 - l);
              o[0] = at(l, 3) + at(l, 0) + t;
              o[1] = at(l, 2) + at(l, 2) + t;
              o[2] = y(l) + 9 + t;
              o[3] = at(l, 0) + int(l) + int(l) + 6 + t;
            }
          });
        });

  c.add("pointers_across", R"(
kernel void pointers_across(global int *a, global int *b, local int *x, local int *y) {
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  global int *p = l & 1 ? a + g : b + g;
  local int *q = l & 2 ? x + l : y + l;
  x[l] = a[g];
  y[l] = b[g];
  barrier(CLK_LOCAL_MEM_FENCE);
  *q += 1000;
  barrier(CLK_LOCAL_MEM_FENCE);
  local int *r = (local int *)(l & 4 ? x : y) + (n - 1 - l);
  *p = *r;
})",
        shapes::grouped(), [](Job &j) {
          auto &a = j.random<I32>(j.n(), -100, 100);
          auto &b = j.random<I32>(j.n(), -100, 100);
          j.local<I32>(j.localItems());
          j.local<I32>(j.localItems());
          auto x = a, y = b;
          j.forEachItem([&](const Item &i) { (i.lid[0] & 2 ? x : y)[i.gid[0]] += 1000; });
          j.forEachGroup([&](const Group &g) {
            for (size_t l = 0; l < g.items(); ++l)
              (l & 1 ? a : b)[g.base() + l] = (l & 4 ? x : y)[g.base() + g.items() - 1 - l];
          });
        });

  c.add("private_array_across", R"(
kernel void private_array_across(global const int *in, global int *out, local int *tmp) {
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  int mine[9];
  for (int i = 0; i < 9; ++i)
    mine[i] = in[g] * i + (int)l;
  tmp[l] = mine[l % 9];
  barrier(CLK_LOCAL_MEM_FENCE);
  mine[tmp[(l + 1) % n] & 7] += 100;
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = 0;
  for (int i = 0; i < 9; ++i)
    sum = sum * 3 + mine[i];
  out[g] = sum;
})",
        shapes::grouped(), [](Job &j) {
          auto &in = j.random<I32>(j.n(), -100, 100);
          auto &out = j.output<I32>(j.n());
          j.local<I32>(j.localItems());
          j.forEachGroup([&](const Group &g) {
            size_t n = g.items();
            auto entry = [&](size_t l, size_t i) { return in[g.base() + l] * int(i) + int(l); };
            for (size_t l = 0; l < n; ++l) {
              size_t next = (l + 1) % n;
              size_t changed = entry(next, next % 9) & 7;
              U32 sum = 0;
              for (size_t i = 0; i < 9; ++i)
                sum = sum * 3 + entry(l, i) + (i == changed ? 100 : 0);
              out[g.base() + l] = I32(sum);
            }
          });
        });

  c.add("struct_across", R"(
struct inner { short a; char b[3]; };
struct outer { int x; struct inner i[2]; long y; float f; };
kernel void struct_across(global const int *in, global long *out, local int *tmp) {
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  struct outer s;
  s.x = in[g];
  s.i[0].a = (short)l;
  s.i[1].a = (short)in[g];
  for (int k = 0; k < 3; ++k) {
    s.i[0].b[k] = (char)k;
    s.i[1].b[k] = (char)(in[g] + k);
  }
  s.y = (long)in[g] << 20;
  s.f = (float)in[g];
  tmp[l] = s.x;
  barrier(CLK_LOCAL_MEM_FENCE);
  struct outer t = s;
  t.x = tmp[(l + 1) % n];
  t.i[l & 1].b[l % 3] += 50;
  barrier(CLK_LOCAL_MEM_FENCE);
  tmp[l] = t.i[0].b[0] + t.i[1].b[2];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = t.y + t.x * 3 + t.i[0].a + t.i[1].a + (long)t.f + tmp[n - 1 - l] + s.i[1].b[1];
})",
        shapes::grouped(), [](Job &j) {
          auto &in = j.random<I32>(j.n(), -1000, 1000);
          auto &out = j.output<I64>(j.n());
          j.local<I32>(j.localItems());
          j.forEachGroup([&](const Group &g) {
            size_t n = g.items();
            auto bytes = [&](size_t l) {
              int8_t b00 = 0, b12 = int8_t(in[g.base() + l] + 2);
              if ((l & 1) == 0 && l % 3 == 0)
                b00 += 50;
              if ((l & 1) == 1 && l % 3 == 2)
                b12 += 50;
              return b00 + b12;
            };
            for (size_t l = 0; l < n; ++l) {
              I64 x = in[g.base() + l];
              out[g.base() + l] = x * (1 << 20) + in[g.base() + (l + 1) % n] * 3 + int16_t(l) + x +
                                  x + bytes(n - 1 - l) + int8_t(x + 1);
            }
          });
        });

  c.add("address_of_private_across", R"(
kernel void address_of_private_across(global int *data, local int *tmp) {
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  int a = data[g], b = -data[g];
  int *p = l & 1 ? &a : &b;
  tmp[l] = *p;
  barrier(CLK_LOCAL_MEM_FENCE);
  *p = tmp[(l + 1) % n];
  p = p == &a ? &b : &a;
  barrier(CLK_LOCAL_MEM_FENCE);
  *p += 7;
  data[g] = a * 2 + b;
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          auto old = data;
          j.forEachGroup([&](const Group &g) {
            size_t n = g.items();
            for (size_t l = 0; l < n; ++l) {
              I32 a = old[g.base() + l], b = -a;
              size_t next = (l + 1) % n;
              I32 other = next & 1 ? old[g.base() + next] : -old[g.base() + next];
              (l & 1 ? a : b) = other;
              (l & 1 ? b : a) += 7;
              data[g.base() + l] = a * 2 + b;
            }
          });
        });

  c.add("loop_carried_across", R"(
kernel void loop_carried_across(global const uint *in, global uint *out, local uint *tmp,
                                int rounds) {
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  uint a = in[g], b = 1, c = (uint)l, at = (uint)l;
  for (int i = 0; i < rounds; ++i) {
    tmp[l] = a + b;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint t = tmp[at = (at + 1) % n];
    barrier(CLK_LOCAL_MEM_FENCE);
    c = b;
    b = a ^ i;
    a = t + c;
  }
  out[g] = a + 3 * b + 5 * c + 7 * at;
})",
        shapes::grouped(), [](Job &j) {
          auto &in = j.bits<U32>(j.n());
          auto &out = j.output<U32>(j.n());
          j.local<U32>(j.localItems());
          int rounds = j.value<I32>(6);
          j.forEachGroup([&](const Group &g) {
            size_t n = g.items();
            std::vector<U32> a(in.begin() + g.base(), in.begin() + g.base() + n), b(n, 1), c(n),
                at(n), tmp(n);
            for (size_t l = 0; l < n; ++l)
              c[l] = at[l] = U32(l);
            for (int i = 0; i < rounds; ++i) {
              for (size_t l = 0; l < n; ++l)
                tmp[l] = a[l] + b[l];
              for (size_t l = 0; l < n; ++l) {
                U32 t = tmp[at[l] = U32((at[l] + 1) % n)];
                c[l] = b[l];
                b[l] = a[l] ^ U32(i);
                a[l] = t + c[l];
              }
            }
            for (size_t l = 0; l < n; ++l)
              out[g.base() + l] = a[l] + 3 * b[l] + 5 * c[l] + 7 * at[l];
          });
        });

  // 64 KiB per work-item.
  c.add("huge_private_array", R"(
kernel void huge_private_array(global const int *in, global int *out, local int *tmp) {
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  int mine[16384];
  uint x = in[g];
  for (int i = 0; i < 16384; ++i) {
    mine[i] = (int)(x >> 8);
    x = x * 1664525u + 1013904223u;
  }
  tmp[l] = mine[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  mine[tmp[(l + 1) % n] & 16383] ^= 0x5555;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint sum = 0;
  for (int i = 0; i < 16384; i += 3)
    sum = sum * 31 + (uint)mine[(i * 7 + (int)l) & 16383];
  out[g] = (int)sum;
})",
        {shapes::line(1, 3), shapes::line(5, 10), shapes::line(16, 32), shapes::line(64, 64),
         shapes::line(7, 17)},
        [](Job &j) {
          auto &in = j.random<I32>(j.n(), -1000000, 1000000);
          auto &out = j.output<I32>(j.n());
          j.local<I32>(j.localItems());
          j.forEachGroup([&](const Group &g) {
            size_t n = g.items();
            std::vector<std::vector<U32>> mine(n, std::vector<U32>(16384));
            for (size_t l = 0; l < n; ++l) {
              U32 x = U32(in[g.base() + l]);
              for (U32 &m : mine[l]) {
                m = x >> 8;
                x = x * 1664525u + 1013904223u;
              }
            }
            std::vector<U32> tmp(n);
            for (size_t l = 0; l < n; ++l)
              tmp[l] = mine[l][l];
            for (size_t l = 0; l < n; ++l) {
              mine[l][tmp[(l + 1) % n] & 16383] ^= 0x5555;
              U32 sum = 0;
              for (size_t i = 0; i < 16384; i += 3)
                sum = sum * 31 + mine[l][(i * 7 + l) & 16383];
              out[g.base() + l] = I32(sum);
            }
          });
        });

  c.add("uniform_values_across", R"(
kernel void uniform_values_across(global const int *table, global int *out, int k) {
  size_t g = get_global_id(0);
  int base = table[k] + (int)get_group_id(0) * 10;
  int size = (int)get_local_size(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  base += table[(base & 7)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = base + size * (int)get_local_id(0) + (int)get_num_groups(0);
})",
        shapes::grouped(), [](Job &j) {
          auto &table = j.random<I32>(8, 0, 100);
          auto &out = j.output<I32>(j.n());
          int k = j.value<I32>(5);
          j.forEachGroup([&](const Group &g) {
            int base = table[k] + int(g.id[0]) * 10;
            base += table[base & 7];
            for (size_t l = 0; l < g.items(); ++l)
              out[g.base() + l] = base + int(g.items()) * int(l) + int(j.groups());
          });
        });

  c.add("partly_defined_across", R"(
kernel void partly_defined_across(global int *data, local int *tmp) {
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  int v;
  if (l % 3 == 0)
    v = data[g];
  tmp[l] = (int)l;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l % 3 != 0)
    v = tmp[n - 1 - l];
  barrier(CLK_LOCAL_MEM_FENCE);
  data[g] = v * 2;
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          j.forEachGroup([&](const Group &g) {
            for (size_t l = 0; l < g.items(); ++l)
              data[g.base() + l] = 2 * (l % 3 == 0 ? data[g.base() + l] : int(g.items() - 1 - l));
          });
        });

  c.add("double_and_long_vectors", R"(
#pragma OPENCL FP_CONTRACT OFF
kernel void double_and_long_vectors(global const double *in, global double *out,
                                    local double *tmp) {
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  double2 d = (double2)(in[g], in[g] * 0.5);
  long3 k = (long3)((long)l, -(long)l, 1L << 40);
  tmp[l] = d.y;
  barrier(CLK_LOCAL_MEM_FENCE);
  d.x += tmp[(l + 1) % n];
  k.y *= 3;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = d.x - d.y + (double)(k.x + k.y) + (double)(k.z >> 38);
})",
        shapes::grouped(),
        [](Job &j) {
          auto &in = j.random<double>(j.n(), -1000, 1000);
          auto &out = j.output<double>(j.n());
          j.local<double>(j.localItems());
          j.forEachGroup([&](const Group &g) {
            for (size_t l = 0; l < g.items(); ++l) {
              double x = in[g.base() + l];
              out[g.base() + l] =
                  x + in[g.base() + (l + 1) % g.items()] * 0.5 - x * 0.5 + double(-2 * I64(l)) + 4;
            }
          });
        },
        {.needs = "cl_khr_fp64"});

  // Values that become each other from round to round.
  c.add("values_take_turns", R"(
kernel void values_take_turns(global int *data, local int *tmp, int rounds) {
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  int a = data[g], b = a * 3 + 1, c = a ^ 5, d = 0;
  for (int i = 0; i < rounds; ++i) {
    tmp[l] = a;
    barrier(CLK_LOCAL_MEM_FENCE);
    d += tmp[(l + 1) % n];
    barrier(CLK_LOCAL_MEM_FENCE);
    int old = a;
    a = b;
    b = c;
    c = old;
  }
  data[g] = a + 2 * b + 4 * c + 8 * d;
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          int rounds = j.value<I32>(int(j.items() % 7));
          auto old = data;
          auto turn = [](I32 first, int round) {
            return round % 3 == 0 ? first : round % 3 == 1 ? first * 3 + 1 : first ^ 5;
          };
          j.forEachGroup([&](const Group &g) {
            for (size_t l = 0; l < g.items(); ++l) {
              I32 own = old[g.base() + l], other = old[g.base() + (l + 1) % g.items()], d = 0;
              for (int i = 0; i < rounds; ++i)
                d += turn(other, i);
              data[g.base() + l] =
                  turn(own, rounds) + 2 * turn(own, rounds + 1) + 4 * turn(own, rounds + 2) + 8 * d;
            }
          });
        });

  // Halves of pairs wait for their turn in local memory, at places that are computed from bits.
  c.add("halves_take_turns", R"(
kernel void halves_take_turns(global const int *in, global int *out, local int *tile) {
  size_t n = get_local_size(0), g = get_global_id(0);
  int l = get_local_id(0);
  volatile int block = l / 8;
  local int *own = tile + (((l << 3) & -64) | (l & 7)) - block * 56;
  int2 pair = vload2(g, in);
  *own = pair.x;
  barrier(CLK_LOCAL_MEM_FENCE);
  int x = tile[n - 1 - l];
  barrier(CLK_LOCAL_MEM_FENCE);
  *own = pair.y;
  barrier(CLK_LOCAL_MEM_FENCE);
  vstore2((int2)(x, tile[n - 1 - l]), g, out);
})",
        shapes::grouped(), [](Job &j) {
          auto &in = j.random<I32>(2 * j.n(), -1000, 1000);
          auto &out = j.output<I32>(2 * j.n());
          j.local<I32>(j.localItems());
          j.forEachGroup([&](const Group &g) {
            for (size_t l = 0; l < g.items(); ++l)
              for (size_t half = 0; half < 2; ++half)
                out[2 * (g.base() + l) + half] = in[2 * (g.base() + g.items() - 1 - l) + half];
          });
        });
}

} // namespace weft::kernels
