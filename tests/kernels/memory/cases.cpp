// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ways to reach memory: strides, gathers, scatters, offsets, narrow types, aliasing.
#include "harness/corpus.h"

namespace weft::kernels {

void addMemory(Corpus &c) {
  c.add("copy", R"(
kernel void copy(global const int *in, global int *out) {
  out[get_global_id(0)] = in[get_global_id(0)];
})",
        shapes::flat(), [](Job &j) {
          auto &in = j.bits<I32>(j.n());
          auto &out = j.output<I32>(j.n());
          j.forEachItem([&](const Item &i) { out[i.gid[0]] = in[i.gid[0]]; });
        });

  c.add("rounds_as_long_as_the_launch", R"(
kernel void rounds_as_long_as_the_launch(global const int *in, global int *out, global int *sums,
                                         uint n, int signed_n, ulong wide_n) {
  size_t g = get_global_id(0);
  for (uint i = get_global_id(0); i < n; i += get_global_size(0))
    out[i] = 3 * in[i] + 1;
  int sum = 0;
  for (int i = (int)g; i < signed_n; i += (int)get_global_size(0))
    sum += in[i] > 0 ? in[i] % 1000 : i;
  for (size_t i = wide_n - 1 - g; i < wide_n; i -= get_global_size(0))
    sum ^= in[i] << 3;
  sums[g] = sum;
})",
        shapes::flat(), [](Job &j) {
          const size_t size = j.items(), length = 5 * j.n() + size / 2 + 3;
          auto &in = j.bits<I32>(length);
          auto &out = j.output<I32>(length);
          auto &sums = j.output<I32>(j.n());
          j.value<U32>(U32(length));
          j.value<I32>(I32(length - 2));
          j.value<U64>(U64(length - 1));
          j.forEachItem([&](const Item &item) {
            const size_t g = item.gid[0];
            for (size_t i = g; i < length; i += size)
              out[i] = I32(3 * U32(in[i]) + 1);
            U32 sum = 0;
            for (size_t i = g; i < length - 2; i += size)
              sum += U32(in[i] > 0 ? in[i] % 1000 : I32(i));
            for (size_t i = length - 2 - g; i < length - 1; i -= size)
              sum ^= U32(in[i]) << 3;
            sums[g] = I32(sum);
          });
        });

  c.add("row_per_group", R"(
kernel void row_per_group(global const int *in, global int *out, global long *sums, int columns) {
  int lid = get_local_id(0), row = get_group_id(0);
  for (int i = lid; i < columns; i += get_local_size(0))
    out[row * columns + i] = in[row * columns + i] - row;
  long sum = 0;
  for (uint i = lid | 0xfffffff0u; i >= 0xfffffff0u; i += get_local_size(0))
    sum += in[i + 16];
  sums[get_global_id(0)] = sum;
})",
        shapes::uniform(), [](Job &j) {
          const size_t rows = j.groups(), columns = 45, local = j.localItems();
          auto &in = j.bits<I32>(rows * columns);
          auto &out = j.output<I32>(rows * columns);
          auto &sums = j.output<I64>(j.n());
          j.value<I32>(I32(columns));
          for (size_t i = 0; i < out.size(); ++i)
            out[i] = I32(U32(in[i]) - U32(i / columns));
          j.forEachItem([&](const Item &item) {
            I64 sum = 0;
            for (U32 i = U32(item.lid[0]) | 0xfffffff0u; i >= 0xfffffff0u; i += U32(local))
              sum += in[i + 16u];
            sums[item.gid[0]] = sum;
          });
        });

  c.add("rounds_into_local_memory", R"(
kernel void rounds_into_local_memory(global const uint *in, global uint *out, uint n) {
  local uint bins[64];
  uint lid = get_local_id(0), size = get_local_size(0);
  for (uint i = lid; i < 64; i += size)
    bins[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
    if (in[i] % 5 == 0)
      continue;
    atomic_inc(&bins[in[i] & 63]);
    atomic_add(&bins[in[i] >> 26], 3);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = lid; i < 64; i += size)
    out[get_group_id(0) * 64 + i] = bins[i];
})",
        shapes::grouped(), [](Job &j) {
          const size_t size = j.items(), length = 3 * j.n() + size / 3 + 1;
          auto &in = j.bits<U32>(length);
          auto &out = j.output<U32>(j.groups() * 64);
          j.value<U32>(U32(length));
          j.forEachGroup([&](const Group &group) {
            U32 *bins = &out[group.linear * 64];
            std::fill_n(bins, 64, 0);
            for (size_t lid = 0; lid < group.items(); ++lid)
              for (size_t i = group.base() + lid; i < length; i += size)
                if (in[i] % 5) {
                  ++bins[in[i] & 63];
                  bins[in[i] >> 26] += 3;
                }
          });
        });

  c.add("bytes_within_bounds", R"(
kernel void bytes_within_bounds(global const uchar *text, global uchar *out, uint length, uint wrapping, int most) {
  uint g = get_global_id(0);
  uchar found = 0;
  if (g + 4 <= length) {
    uchar k = 0;
    while (k < 4 && text[g + k] < 200)
      ++k;
    found = k;
  }
  if (g + wrapping < 20)
    found |= 16;
  if (!((int)g > most))
    found |= 32;
  out[g] = found;
})",
        shapes::flat(), [](Job &j) {
          const U32 length = U32(j.n()) - 1, wrapping = U32(-45);
          const I32 most = I32(j.n() / 2);
          auto &text = j.bits<U8>(j.n());
          auto &out = j.output<U8>(j.n());
          j.value<U32>(length);
          j.value<U32>(wrapping);
          j.value<I32>(most);
          j.forEachItem([&](const Item &item) {
            const U32 g = U32(item.gid[0]);
            U8 found = 0;
            if (g + 4 <= length)
              while (found < 4 && text[g + found] < 200)
                ++found;
            if (g + wrapping < 20)
              found |= 16;
            if (I32(g) <= most)
              found |= 32;
            out[g] = found;
          });
        });

  // Indices that run over the end of 32 bits within a vector: those before it are of idle lanes.
  c.add("bytes_at_sums_that_wrap", R"(
kernel void bytes_at_sums_that_wrap(global const uchar *in, global uchar *sums, global uchar *copy,
                                    uint before, uint count, uint rounds) {
  uint g = get_global_id(0);
  uchar sum = 0;
  for (uint i = 0; i < rounds; ++i) {
    uint at = g + i - before;
    if (at < count) {
      sum = sum * 3 + in[at];
      copy[at] = in[at] ^ 0x55;
    }
  }
  sums[g] = sum;
})",
        shapes::flat(), [](Job &j) {
          const U32 before = 37, rounds = 50, count = U32(j.n());
          auto &in = j.bits<U8>(j.n());
          auto &sums = j.output<U8>(j.n()), &copy = j.output<U8>(j.n());
          j.value<U32>(before);
          j.value<U32>(count);
          j.value<U32>(rounds);
          j.forEachItem([&](const Item &item) {
            U8 sum = 0;
            for (U32 i = 0; i < rounds; ++i) {
              U32 at = U32(item.gid[0]) + i - before;
              if (at < count) {
                sum = U8(sum * 3 + in[at]);
                copy[at] = in[at] ^ 0x55;
              }
            }
            sums[item.gid[0]] = sum;
          });
        });

  c.add("flattened_rows", R"(
kernel void flattened_rows(global const uint *in, global int *out, global const int *rows, int count,
                           ulong n) {
  size_t g = get_global_id(0);
  for (int i = 0; i < count; ++i, out += 3 * n) {
    uint row = rows[i];
    uint x = (uint)g % row, y = (uint)g / row;
    out[y * row + x] = in[x] - in[y];
    size_t long_row = row + 3, far = g + ((size_t)1 << 40);
    out[n + g / long_row * long_row + g % long_row] = in[g / long_row] + far % long_row;
    int signed_row = i % 2 ? rows[i] : -rows[i], h = (int)g - 5;
    int sx = h % signed_row, sy = h / signed_row;
    out[2 * n + sy * signed_row + sx + 5] = sx * 1000 + sy;
  }
})",
        shapes::flat(), [](Job &j) {
          const int lengths[] = {1, 3, 16, 17, 100};
          const int count = std::size(lengths);
          size_t n = j.n();
          auto &in = j.bits<I32>(n);
          auto &out = j.output<I32>(3 * n * count);
          j.buffer<I32>({std::begin(lengths), std::end(lengths)});
          j.value<I32>(count);
          j.value<U64>(n);
          for (int i = 0; i < count; ++i) {
            const size_t row = size_t(lengths[i]), long_row = row + 3;
            j.forEachItem([&](const Item &item) {
              const size_t g = item.gid[0];
              I32 *to = &out[3 * n * size_t(i)];
              to[g] = I32(U32(in[g % row]) - U32(in[g / row]));
              to[n + g] = I32(U32(in[g / long_row]) + U32((g + (size_t(1) << 40)) % long_row));
              const int signed_row = i % 2 ? lengths[i] : -lengths[i], h = int(g) - 5;
              to[2 * n + g] = h % signed_row * 1000 + h / signed_row;
            });
          }
        });

  c.add("strided", R"(
kernel void strided(global const short *in, global short *out) {
  size_t g = get_global_id(0);
  out[g * 2] = in[g * 3 + 1];
  out[g * 2 + 1] = in[g * 3] - in[g * 3 + 2];
})",
        shapes::flat(), [](Job &j) {
          auto &in = j.random<int16_t>(j.n() * 3, -1000, 1000);
          auto &out = j.output<int16_t>(j.n() * 2);
          j.forEachItem([&](const Item &i) {
            size_t g = i.gid[0];
            out[g * 2] = in[g * 3 + 1];
            out[g * 2 + 1] = int16_t(in[g * 3] - in[g * 3 + 2]);
          });
        });

  c.add("reversed", R"(
kernel void reversed(global const uchar *in, global uchar *out, int n) {
  int g = get_global_id(0);
  out[n - 1 - g] = in[g] + 1;
})",
        shapes::flat(), [](Job &j) {
          auto &in = j.bits<U8>(j.n());
          auto &out = j.output<U8>(j.n());
          int n = j.value<I32>(int(j.n()));
          j.forEachItem([&](const Item &i) { out[n - 1 - i.gid[0]] = U8(in[i.gid[0]] + 1); });
        });

  c.add("gather_scatter", R"(
kernel void gather_scatter(global const int *in, global const int *from, global const int *to,
                           global int *out) {
  size_t g = get_global_id(0);
  if (to[g] >= 0)
    out[to[g]] = in[from[g]] * 2;
})",
        shapes::flat(), [](Job &j) {
          size_t n = j.n();
          auto &in = j.random<I32>(n, -1000, 1000);
          auto &from = j.random<I32>(n, 0, I64(n) - 1);
          std::vector<I32> order(n);
          Random random(4);
          for (size_t i = 0; i < n; ++i)
            order[i] = I32(i);
          for (size_t i = n; i > 1; --i)
            std::swap(order[i - 1], order[random.next() % i]);
          for (size_t i = 0; i < n; i += 5)
            order[i] = -1;
          auto &to = j.buffer(order);
          auto &out = j.output<I32>(n);
          j.forEachItem([&](const Item &i) {
            size_t g = i.gid[0];
            if (to[g] >= 0)
              out[to[g]] = in[from[g]] * 2;
          });
        });

  c.add("narrow_types", R"(
kernel void narrow_types(global const char *a, global const uchar *b, global const short *c,
                         global const ushort *d, global long *out) {
  size_t g = get_global_id(0);
  out[g] = (long)a[g] * b[g] + c[g] * (long)d[g];
})",
        shapes::flat(), [](Job &j) {
          auto &a = j.bits<int8_t>(j.n());
          auto &b = j.bits<U8>(j.n());
          auto &c = j.bits<int16_t>(j.n());
          auto &d = j.bits<uint16_t>(j.n());
          auto &out = j.output<I64>(j.n());
          j.forEachItem([&](const Item &i) {
            size_t g = i.gid[0];
            out[g] = I64(a[g]) * b[g] + c[g] * I64(d[g]);
          });
        });

  c.add("in_place_shift", R"(
kernel void in_place_shift(global int *data, int n) {
  size_t g = get_global_id(0);
  data[g + n] = data[g] * 3 - data[g + 2 * n];
})",
        shapes::flat(), [](Job &j) {
          auto &data = j.random<I32>(j.n() * 3, -1000, 1000);
          int n = j.value<I32>(int(j.n()));
          j.forEachItem([&](const Item &i) {
            size_t g = i.gid[0];
            data[g + n] = data[g] * 3 - data[g + 2 * n];
          });
        });

  c.add("type_punning", R"(
kernel void type_punning(global const uint *in, global uchar *out) {
  size_t g = get_global_id(0);
  global const uchar *bytes = (global const uchar *)(in + g);
  uint v = as_uint((uchar4)(bytes[3], bytes[2], bytes[1], bytes[0]));
  *(global uint *)(out + 4 * g) = v + (uint)as_int(1.0f);
})",
        shapes::flat(), [](Job &j) {
          auto &in = j.bits<U32>(j.n());
          auto &out = j.output<U8>(j.n() * 4);
          j.forEachItem([&](const Item &i) {
            U32 v = __builtin_bswap32(in[i.gid[0]]) + 0x3f800000u;
            std::memcpy(&out[i.gid[0] * 4], &v, 4);
          });
        });

  c.add("plane_rows", R"(
kernel void plane_rows(global const int *in, global int *out, int pitch) {
  size_t x = get_global_id(0), y = get_global_id(1);
  out[x * get_global_size(1) + y] = in[y * pitch + x] + (int)(x * 100 + y);
})",
        shapes::join(shapes::planes(), {shapes::plane(4, 4, 10, 7), shapes::plane(16, 2, 17, 5)}),
        [](Job &j) {
          size_t w = j.shape().global[0], h = j.shape().global[1], pitch = w + 3;
          auto &in = j.random<I32>(pitch * h, -1000, 1000);
          auto &out = j.output<I32>(w * h);
          j.value<I32>(int(pitch));
          j.forEachItem([&](const Item &i) {
            size_t x = i.gid[0], y = i.gid[1];
            out[x * h + y] = in[y * pitch + x] + int(x * 100 + y);
          });
        });

  c.add("volume", R"(
kernel void volume(global const int *in, global int *out) {
  size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  size_t w = get_global_size(0), h = get_global_size(1), d = get_global_size(2);
  size_t left = (x + w - 1) % w, up = (y + 1) % h, deep = (z + 1) % d;
  out[(z * h + y) * w + x] = in[(z * h + y) * w + left] + 2 * in[(z * h + up) * w + x] +
                             4 * in[(deep * h + y) * w + x];
})",
        shapes::join(shapes::cubes(), shapes::remainders()), [](Job &j) {
          auto [w, h, d] = j.shape().global;
          auto &in = j.random<I32>(j.items(), -1000, 1000);
          auto &out = j.output<I32>(j.items());
          j.forEachItem([&, w = w, h = h, d = d](const Item &i) {
            auto [x, y, z] = i.gid;
            out[i.linear] = in[(z * h + y) * w + (x + w - 1) % w] +
                            2 * in[(z * h + (y + 1) % h) * w + x] +
                            4 * in[((z + 1) % d * h + y) * w + x];
          });
        });

  c.add("broadcast_load", R"(
kernel void broadcast_load(global const int *in, global int *out) {
  size_t g = get_global_id(0);
  int sum = 0;
  for (int i = 0; i < 10; ++i)
    sum += in[i] * (int)(g + i);
  out[g] = sum + in[get_num_groups(0) % 10];
})",
        shapes::uniform(), [](Job &j) {
          auto &in = j.random<I32>(10, -1000, 1000);
          auto &out = j.output<I32>(j.n());
          j.forEachItem([&](const Item &item) {
            int sum = 0;
            for (int i = 0; i < 10; ++i)
              sum += in[i] * int(item.gid[0] + i);
            out[item.gid[0]] = sum + in[j.groups() % 10];
          });
        });

  c.add("same_value_to_one_place", R"(
kernel void same_value_to_one_place(global int *out, int v) {
  if (get_global_id(0) % 2 == 1)
    out[1] = v;
  out[0] = v * 2;
})",
        shapes::uniform(), [](Job &j) {
          auto &out = j.output<I32>(3);
          int v = j.value<I32>(21);
          out[0] = v * 2;
          out[1] = v;
        });

  c.add("volatile_and_restrict", R"(
kernel void volatile_and_restrict(volatile global int *a, global const int *restrict b,
                                  global int *restrict out) {
  size_t g = get_global_id(0);
  a[g] = b[g] + 1;
  int x = a[g];
  a[g] = x * 2;
  out[g] = a[g] + b[g];
})",
        shapes::flat(), [](Job &j) {
          auto &a = j.output<I32>(j.n());
          auto &b = j.random<I32>(j.n(), -1000, 1000);
          auto &out = j.output<I32>(j.n());
          j.forEachItem([&](const Item &i) {
            size_t g = i.gid[0];
            a[g] = (b[g] + 1) * 2;
            out[g] = a[g] + b[g];
          });
        });

  c.add("generic_pointers", R"(
int sum_of(const int *p, int n) {
  int s = 0;
  for (int i = 0; i < n; ++i)
    s = s * 2 + p[i];
  return s;
}
kernel void generic_pointers(global int *data, local int *tmp) {
  size_t g = get_global_id(0), l = get_local_id(0);
  int mine[3] = {1, (int)l, data[g * 3]};
  for (int i = 0; i < 3; ++i)
    tmp[l * 3 + i] = data[g * 3 + i] + i;
  int *p = g % 3 == 0 ? (int *)mine : g % 3 == 1 ? (int *)(tmp + l * 3) : (int *)(data + g * 3);
  int s = sum_of(p, 3);
  p[1] = s;
  if (to_local(p))
    s += 1000;
  data[g * 3 + 2] = s + tmp[l * 3 + 1] + mine[1];
})",
        shapes::grouped(),
        [](Job &j) {
          auto &data = j.random<I32>(j.n() * 3, -100, 100);
          j.local<I32>(j.localItems() * 3);
          j.forEachItem([&](const Item &item) {
            size_t g = item.gid[0];
            I32 *d = &data[g * 3];
            I32 mine[3] = {1, I32(item.lid[0]), d[0]}, tmp[3] = {d[0], d[1] + 1, d[2] + 2};
            I32 *p = g % 3 == 0 ? mine : g % 3 == 1 ? tmp : d;
            I32 s = (p[0] * 2 + p[1]) * 2 + p[2];
            p[1] = s;
            d[2] = s + (p == tmp ? 1000 : 0) + tmp[1] + mine[1];
          });
        },
        {.needs = "__opencl_c_generic_address_space"});
}

} // namespace weft::kernels
