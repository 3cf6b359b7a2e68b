// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Well-known work-group algorithms with tiles in local memory.
#include "harness/corpus.h"

#include <numeric>

namespace weft::kernels {

// The determinant by the same integer-preserving elimination, on the host.
static I64 determinant(std::array<std::array<I64, 6>, 6> m) {
  I64 previous = 1, sign = 1;
  for (int k = 0; k < 5; ++k) {
    int pivot = k;
    while (pivot < 6 && m[pivot][k] == 0)
      ++pivot;
    if (pivot == 6)
      return 0;
    if (pivot != k) {
      std::swap(m[k], m[pivot]);
      sign = -sign;
    }
    for (int r = k + 1; r < 6; ++r)
      for (int c = k + 1; c < 6; ++c)
        m[r][c] = (m[r][c] * m[k][k] - m[r][k] * m[k][c]) / previous;
    previous = m[k][k];
  }
  return sign * m[5][5];
}

void addLocalMemoryMatrices(Corpus &c) {
  using shapes::plane;
  c.add("transpose", "transpose.cl",
        {plane(1, 1, 3, 5), plane(4, 4, 8, 12), plane(7, 7, 21, 7), plane(16, 16, 48, 32)},
        [](Job &j) {
          auto &in = j.random<float>(j.items(), -100, 100);
          auto &out = j.output<float>(j.items());
          size_t w = j.shape().global[0], h = j.shape().global[1], edge = j.shape().local[0];
          j.local<float>((edge + 1) * edge);
          j.value<I32>(int(w));
          j.value<I32>(int(h));
          for (size_t y = 0; y < h; ++y)
            for (size_t x = 0; x < w; ++x)
              out[x * h + y] = in[y * w + x];
        });

  c.add("columns_told_by_memory", "columns_told_by_memory.cl",
        {plane(16, 16, 16, 16), plane(16, 16, 48, 32)}, [](Job &j) {
          auto &in = j.random<U32>(j.items(), 0, UINT32_MAX);
          auto &starts = j.random<U32>(16, 0, 15);
          auto &out = j.output<U32>(j.items());
          const size_t w = j.shape().global[0], h = j.shape().global[1];
          for (size_t y = 0; y < h; ++y)
            for (size_t x = 0; x < w; ++x) {
              const size_t column = y % 16 + starts[y % 16], row = y - y % 16 + x % 16;
              const U32 from = in[row * w + x - x % 16 + column % 16];
              out[y * w + x] = column < 16 ? from : from * 3;
            }
        });

  // Parts of the last tiles are beyond the matrix.
  c.add("transpose_edges", "transpose_edges.cl",
        {plane(16, 16, 16, 16), plane(16, 16, 48, 32), plane(16, 16, 80, 48)}, [](Job &j) {
          const size_t w = j.shape().global[0] - 3, h = j.shape().global[1] - 2;
          auto &in = j.random<U32>(w * h, 0, UINT32_MAX);
          auto &first = j.output<U32>(w * h);
          auto &both = j.output<float>(w * h);
          j.value<I32>(I32(w));
          j.value<I32>(I32(h));
          for (size_t y = 0; y < h; ++y)
            for (size_t x = 0; x < w; ++x) {
              const U32 value = in[y * w + x];
              first[x * h + y] = value;
              // Of the tile's columns, in the place of the transposed one.
              both[x * h + y] = float(value % 1000) + float(value >> 16);
            }
        });

  // The first work-items have no neighbour, though unsigned numbers would wrap to one.
  c.add("neighbours_before", "neighbours_before.cl", shapes::grouped(), [](Job &j) {
    auto &in = j.random<U32>(j.n(), 0, UINT32_MAX);
    auto &out = j.output<U32>(j.n());
    j.local<U32>(j.shape().local[0]);
    j.forEachItem([&](const Item &i) {
      const size_t lid = i.lid[0], first = i.gid[0] - lid;
      out[i.gid[0]] = (lid > 0 ? in[first + lid - 1] * 3 : 7) +
                      (lid >= 5 ? in[first + lid - 5] * 5 : 1) +
                      (i.gid[0] != 0 ? in[i.gid[0] - 1] : 2);
    });
  });

  c.add("table_of_rows", "table_of_rows.cl",
        {plane(4, 4, 16, 16), plane(8, 8, 32, 32), plane(16, 8, 64, 16)}, [](Job &j) {
          size_t w = j.shape().global[0], n = j.items(), edge = j.shape().local[0];
          auto &in = j.random<float>(n, -8, 8);
          auto &table = j.random<float>(edge * 4, -8, 8);
          auto &out = j.output<float>(n);
          j.local<float>(edge * j.shape().local[1]);
          uint32_t first = uint32_t(-5) - uint32_t(3 * w);
          j.value<uint32_t>(first);
          const auto at = [&](size_t y, size_t x) { return (first + y * w + x) % n; };
          for (size_t y = 0; y < j.shape().global[1]; ++y)
            for (size_t x = 0; x < w; ++x) {
              out[at(y, x)] = 0;
              for (size_t k = 0; k < 4; ++k)
                out[at(y, x)] += in[at(y, x / edge * edge + k)] * table[x % edge * 4 + k];
            }
        });

  c.add("matmul_tiled", "matmul_tiled.cl", {plane(8, 8, 8, 8), plane(8, 8, 32, 24)}, [](Job &j) {
    size_t w = j.shape().global[0], h = j.shape().global[1], depth = 40;
    auto &a = j.random<float>(depth * h, -8, 8);
    auto &b = j.random<float>(depth * w, -8, 8);
    auto &out = j.output<float>(w * h);
    j.value<I32>(int(depth));
    // Multiples of 1/64 below 2^18: every order of summing, contracted or not, is exact.
    for (size_t y = 0; y < h; ++y)
      for (size_t x = 0; x < w; ++x) {
        float sum = 0;
        for (size_t k = 0; k < depth; ++k)
          sum += a[y * depth + k] * b[k * w + x];
        out[y * w + x] = sum;
      }
  });

  // Groups of 1 x N, as column transforms have them: no work-item asks for its place in x.
  Shapes columns = {plane(1, 1, 3, 5), plane(1, 90, 7, 180), plane(1, 33, 5, 70),
                    plane(1, 7, 4, 21), plane(3, 16, 6, 40)};
  columns.push_back({2, {5, 48, 1}, {1, 16, 1}, {2, 3, 0}});
  columns.push_back({3, {4, 24, 3}, {1, 8, 1}});
  c.add("column_per_group", "column_per_group.cl", columns, [](Job &j) {
    const Extent &global = j.shape().global, &offset = j.shape().offset;
    size_t columns = (global[0] + j.shape().local[0] - 1) / j.shape().local[0];
    size_t rows = global[1] + offset[1];
    auto &in = j.random<I32>(columns * rows * global[2], -1000, 1000);
    auto &out = j.output<I32>(columns * rows * global[2]);
    auto &places = j.output<I32>(4);
    j.local<I32>(j.shape().local[1]);
    j.forEachGroup([&](const Group &g) {
      for (size_t l = 0; l < g.size[1]; ++l) {
        auto at = [&](size_t row) {
          return ((g.first[2] * rows) + offset[1] + g.first[1] + row) * columns + g.id[0];
        };
        out[at(l)] = 3 * in[at((l + 1) % g.size[1])] + in[at(l)] + I32(l);
      }
    });
    places = {I32(global[0]), I32(columns), I32(offset[0]), I32(j.shape().local[0])};
  });

  Shapes rows = shapes::join(shapes::planes(), {plane(1, 90, 7, 180), plane(1, 33, 5, 70),
                                                plane(3, 16, 6, 40), plane(4, 40, 9, 50)});
  rows.push_back({2, {6, 48, 1}, {3, 16, 1}, {2, 3, 0}});
  c.add("rows_along_y", "rows_along_y.cl", rows, [](Job &j) {
    const size_t height = j.shape().global[0], width = j.shape().global[1];
    auto &in = j.random<U32>(height * width, 0, 1000);
    auto &out = j.output<U32>(height * width);
    j.value<I32>(I32(height));
    j.value<I32>(I32(width));
    j.local<U32>(j.shape().local[0] * j.shape().local[1]);
    auto &sums = j.output<U32>(height);
    j.forEachGroup([&](const Group &g) {
      auto at = [&](size_t row, size_t column) {
        return (g.first[0] + row) * width + g.first[1] + column;
      };
      for (size_t row = 0; row < g.size[0]; ++row)
        for (size_t column = 0; column < g.size[1]; ++column) {
          U32 sum = 0;
          for (ptrdiff_t k = -2; k <= 2; ++k) {
            const ptrdiff_t last = ptrdiff_t(g.size[1]) - 1, other = ptrdiff_t(column) + k;
            sum = sum * 3 + in[at(row, size_t(std::clamp<ptrdiff_t>(other, 0, last)))];
            if (other >= 0 && other <= last)
              sum += in[at(row, size_t(other))];
          }
          for (size_t k = 0; k < g.size[0]; ++k)
            sum += U32(k + 1) * in[at(k, column)];
          for (size_t k = 0; k < height; k += 5)
            sum ^= in[(g.first[0] + row) * width + std::min(k, width - 1)] *
                   in[k * width + g.first[1] + column];
          out[at(row, column)] = sum;
          if (g.first[1] + column == width - 1)
            sums[g.first[0] + row] = sum + U32(height);
        }
    });
  });
  c.add("rows_along_y_required", "rows_along_y.cl", {plane(4, 8, 12, 32)}, [](Job &j) {
    const size_t width = j.shape().global[1];
    auto &in = j.random<I32>(j.shape().global[0] * width, -1000, 1000);
    auto &out = j.output<I32>(j.shape().global[0] * width);
    j.value<I32>(I32(width));
    j.local<I32>(32);
    j.forEachGroup([&](const Group &g) {
      auto at = [&](size_t row, size_t column) {
        return (g.first[0] + row) * width + g.first[1] + column;
      };
      for (size_t row = 0; row < 4; ++row)
        for (size_t column = 0; column < 8; ++column)
          out[at(row, column)] = in[at(row, 7 - column)] * 2 + in[at(3 - row, column)] + 408;
    });
  });

  c.add("convolve_2d", "convolve_2d.cl",
        shapes::join(shapes::planes(), {plane(4, 4, 10, 7), plane(16, 2, 17, 5)}), [](Job &j) {
          int w = int(j.shape().global[0]), h = int(j.shape().global[1]);
          auto &in = j.random<float>(j.items(), -100, 100);
          auto &weights = j.random<float>(9, -4, 4);
          auto &out = j.output<float>(j.items());
          j.local<float>((j.shape().local[0] + 2) * (j.shape().local[1] + 2));
          for (int y = 0; y < h; ++y)
            for (int x = 0; x < w; ++x) {
              float sum = 0;
              for (int k = 0; k < 9; ++k) {
                int px = x + k % 3 - 1, py = y + k / 3 - 1;
                if (px >= 0 && py >= 0 && px < w && py < h)
                  sum += in[py * w + px] * weights[k];
              }
              out[y * w + x] = sum;
            }
        });

  c.add(
      "game_of_life", "game_of_life.cl", shapes::join(shapes::planes(), {plane(4, 4, 10, 7)}),
      [](Job &j) {
        auto &cells = j.random<U8>(j.items(), 0, 1);
        j.local<U8>(j.localItems());
        j.local<U8>(j.localItems());
        int steps = j.value<I32>(7 + int(j.items() % 2));
        j.forEachGroup([&](const Group &g) {
          size_t sx = g.size[0], sy = g.size[1];
          std::vector<U8> a(g.items());
          j.forEachItem(g, [&](const Item &i) { a[i.local] = cells[i.linear]; });
          for (int s = 0; s < steps; ++s) {
            auto from = a;
            for (size_t at = 0; at < a.size(); ++at) {
              int alive = 0;
              for (int k = 0; k < 9; ++k)
                if (k != 4)
                  alive +=
                      from[(at / sx + k / 3 + sy - 1) % sy * sx + (at % sx + k % 3 + sx - 1) % sx];
              a[at] = alive == 3 || (alive == 2 && from[at]);
            }
          }
          j.forEachItem(g, [&](const Item &i) { cells[i.linear] = a[i.local]; });
        });
      });

  c.add("matrix_determinant", "matrix_determinant.cl",
        {shapes::line(1, 4), shapes::line(5, 15), shapes::line(16, 64), shapes::line(36, 72),
         shapes::line(64, 192)},
        [](Job &j) {
          std::vector<I32> data(j.groups() * 36);
          Random random(5);
          for (size_t i = 0; i < data.size(); ++i)
            // Many zeros ask for pivots; each third matrix is singular.
            data[i] = (i / 36) % 3 == 2 && i % 6 == 1 ? 0
                      : random.next() % 3             ? I32(random.within(-9, 9))
                                                      : 0;
          auto &in = j.buffer(data);
          auto &out = j.output<I64>(j.groups());
          for (size_t k = 0; k < out.size(); ++k) {
            std::array<std::array<I64, 6>, 6> m;
            for (int i = 0; i < 36; ++i)
              m[i / 6][i % 6] = in[k * 36 + i];
            out[k] = determinant(m);
          }
        });
}

void addLocalMemoryLines(Corpus &c) {
  c.add("reduce_tree", "reduce_tree.cl", shapes::powersOfTwo(), [](Job &j) {
    auto &in = j.bits<U32>(j.n());
    auto &out = j.output<U32>(j.groups());
    j.local<U32>(j.localItems());
    j.forEachGroup([&](const Group &g) {
      out[g.id[0]] = std::accumulate(&in[g.base()], &in[g.base()] + g.items(), 0u);
    });
  });

  c.add("reduce_interleaved", "reduce_interleaved.cl", shapes::grouped(), [](Job &j) {
    auto &in = j.random<I32>(j.n(), -100000, 100000);
    auto &out = j.output<I32>(j.groups());
    j.local<I32>(j.localItems());
    j.forEachGroup([&](const Group &g) {
      out[g.id[0]] = *std::max_element(&in[g.base()], &in[g.base()] + g.items());
    });
  });

  c.add("scan_hillis_steele", "scan_hillis_steele.cl", shapes::grouped(), [](Job &j) {
    auto &in = j.random<I32>(j.n(), -1000, 1000);
    auto &out = j.output<I32>(j.n());
    j.local<I32>(j.localItems());
    j.local<I32>(j.localItems());
    j.forEachGroup([&](const Group &g) {
      std::partial_sum(&in[g.base()], &in[g.base()] + g.items(), &out[g.base()]);
    });
  });

  c.add("scan_blelloch", "scan_blelloch.cl", shapes::powersOfTwo(), [](Job &j) {
    auto &in = j.random<I32>(2 * j.n(), -1000, 1000);
    auto &out = j.output<I32>(2 * j.n());
    j.local<I32>(2 * j.localItems());
    j.forEachGroup([&](const Group &g) {
      I32 sum = 0;
      for (size_t i = 2 * g.base(); i < 2 * (g.base() + g.items()); ++i) {
        out[i] = sum;
        sum += in[i];
      }
    });
  });

  c.add("bitonic_sort", "bitonic_sort.cl", shapes::powersOfTwo(), [](Job &j) {
    auto &data = j.random<I32>(j.n(), -1000, 1000);
    j.local<I32>(j.localItems());
    j.forEachGroup(
        [&](const Group &g) { std::sort(&data[g.base()], &data[g.base()] + g.items()); });
  });

  c.add("odd_even_sort", "odd_even_sort.cl", shapes::groupedUpTo(100), [](Job &j) {
    auto &data = j.random<I32>(j.n(), -1000, 1000);
    j.local<I32>(j.localItems());
    j.forEachGroup(
        [&](const Group &g) { std::sort(&data[g.base()], &data[g.base()] + g.items()); });
  });

  c.add("histogram", "histogram.cl", shapes::grouped(), [](Job &j) {
    auto &in = j.bits<U32>(j.n() * 5);
    auto &bins = j.output<U32>(16, 3);
    j.value<I32>(5);
    j.forEachItem([&](const Item &i) {
      for (int k = 0; k < 5; ++k)
        ++bins[in[i.gid[0] * 5 + k] >> 28];
    });
  });

  c.add("histogram_of_fields", R"(
kernel void histogram_of_fields(global const uint *words, global const ulong *longs, global uint *bins, uint n) {
  local uint counts[256];
  for (uint i = get_local_id(0); i < 256; i += get_local_size(0))
    counts[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_global_id(0) - get_global_offset(0); i < n; i += get_global_size(0)) {
    uint word = words[i];
    ulong both = longs[i];
    atomic_inc(&counts[word & 0xff]);
    atomic_add(&counts[(word >> 8) & 0xff], 2);
    atomic_add(&counts[word >> 16], 3);
    atomic_xor(&counts[(word >> 5) & 0xff], 0x80000000);
    atomic_add(&counts[both >> 56], 5);
    atomic_add(&counts[(both >> 40) & 0xff], 7);
    atomic_add(&counts[(uchar)(both >> 16)], 11);
    atomic_add(&counts[(both >> 12) & 0xf], 13);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_local_id(0); i < 256; i += get_local_size(0))
    atomic_add(&bins[i], counts[i]);
})",
        shapes::grouped(), [](Job &j) {
          size_t n = j.n() * 3 + 1;
          auto &words = j.random<U32>(n, 0, 0xffffff);
          auto &longs = j.bits<U64>(n);
          auto &bins = j.output<U32>(256, 3);
          j.value<U32>(U32(n));
          for (size_t i = 0; i < n; ++i) {
            U32 word = words[i];
            U64 both = longs[i];
            ++bins[word & 0xff];
            bins[(word >> 8) & 0xff] += 2;
            bins[word >> 16] += 3;
            bins[(word >> 5) & 0xff] += 0x80000000;
            bins[both >> 56] += 5;
            bins[(both >> 40) & 0xff] += 7;
            bins[(both >> 16) & 0xff] += 11;
            bins[(both >> 12) & 0xf] += 13;
          }
        });

  c.add("stencil_1d", "stencil_1d.cl", shapes::grouped(), [](Job &j) {
    auto &in = j.random<I32>(j.n(), -1000, 1000);
    auto &out = j.output<I32>(j.n());
    j.local<I32>(j.localItems() + 6);
    int size = j.value<I32>(int(j.n()));
    j.forEachItem([&](const Item &item) {
      int g = int(item.gid[0]);
      out[g] = 0;
      for (int i = -3; i <= 3; ++i)
        out[g] += in[std::clamp(g + i, 0, size - 1)] * (i + 10);
    });
  });

  c.add("three_local_pointers", R"(
kernel void three_local_pointers(local char *a, global const int *in, local double *b,
                                 global double *out, local short4 *c) {
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  a[l] = (char)in[g];
  b[l] = in[g] * 0.25;
  c[l] = (short4)((short)in[g], (short)l, 3, -4);
  barrier(CLK_LOCAL_MEM_FENCE);
  size_t m = n - 1 - l, k = (l + 1) % n;
  out[g] = a[m] + b[k] + c[m].x * 2 + c[k].y + c[l].w;
})",
        shapes::grouped(),
        [](Job &j) {
          j.local<char>(j.localItems());
          auto &in = j.random<I32>(j.n(), -1000, 1000);
          j.local<double>(j.localItems());
          auto &out = j.output<double>(j.n());
          j.local<I64>(j.localItems());
          j.forEachGroup([&](const Group &g) {
            size_t n = g.items();
            for (size_t l = 0; l < n; ++l) {
              size_t m = n - 1 - l, k = (l + 1) % n;
              out[g.base() + l] = int8_t(in[g.base() + m]) + in[g.base() + k] * 0.25 +
                                  in[g.base() + m] * 2 + int16_t(k) - 4;
            }
          });
        },
        {.needs = "cl_khr_fp64"});

  c.add("static_and_argument", R"(
kernel void static_and_argument(global int *data, local int *dynamic) {
  local int fixed[5];
  local struct { int a; float4 b; char c; } mixed;
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  dynamic[l] = data[g];
  for (size_t i = l; i < 5; i += n)
    fixed[i] = (int)i * 11;
  if (l == 0) {
    mixed.a = 1;
    mixed.c = 2;
  }
  if (l == n - 1)
    mixed.b = (float4)(3.0f, 4.0f, 5.0f, 6.0f);
  barrier(CLK_LOCAL_MEM_FENCE);
  data[g] = dynamic[n - 1 - l] + fixed[l % 5] + mixed.a + mixed.c + (int)mixed.b.w;
})",
        shapes::grouped(), [](Job &j) {
          auto &data = j.random<I32>(j.n(), -1000, 1000);
          j.local<I32>(j.localItems());
          auto old = data;
          j.forEachGroup([&](const Group &g) {
            for (size_t l = 0; l < g.items(); ++l)
              data[g.base() + l] = old[g.base() + g.items() - 1 - l] + int(l % 5) * 11 + 9;
          });
        });

  c.add("array_of_structs", R"(
typedef struct { int key; short tag[3]; char flag; } entry;
kernel void array_of_structs(global const int *in, global int *out, local entry *table) {
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  entry e;
  e.key = in[g];
  e.flag = in[g] > 0;
  for (int i = 0; i < 3; ++i)
    e.tag[i] = (short)(l * 3 + i);
  table[l] = e;
  barrier(CLK_LOCAL_MEM_FENCE);
  entry o = table[(l * 5 + 2) % n];
  table[n - 1 - l].flag ^= 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = o.key + o.tag[l % 3] * 2 + table[l].flag * 100000;
})",
        // entry `o` is read while others flip a flag in the same struct: o.flag is not used.
        shapes::grouped(), [](Job &j) {
          auto &in = j.random<I32>(j.n(), -1000, 1000);
          auto &out = j.output<I32>(j.n());
          j.local<char>(12 * j.localItems());
          j.forEachGroup([&](const Group &g) {
            size_t n = g.items();
            for (size_t l = 0; l < n; ++l) {
              size_t o = (l * 5 + 2) % n;
              out[g.base() + l] = in[g.base() + o] + int16_t(o * 3 + l % 3) * 2 +
                                  (in[g.base() + l] > 0 ? 0 : 100000);
            }
          });
        });

  c.add("local_2d_array", R"(
kernel void local_2d_array(global const int *in, global int *out) {
  local int grid[16][17];
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  for (size_t i = l; i < 256; i += n)
    grid[i / 16][i % 16] = (int)i ^ (int)get_group_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = 0;
  for (int r = 0; r < 16; ++r)
    sum += grid[r][(l + r) & 15] * in[g];
  out[g] = sum;
})",
        shapes::grouped(), [](Job &j) {
          auto &in = j.random<I32>(j.n(), -1000, 1000);
          auto &out = j.output<I32>(j.n());
          j.forEachGroup([&](const Group &g) {
            for (size_t l = 0; l < g.items(); ++l) {
              int sum = 0;
              for (size_t r = 0; r < 16; ++r)
                sum += int((r * 16 + ((l + r) & 15)) ^ g.id[0]) * in[g.base() + l];
              out[g.base() + l] = sum;
            }
          });
        });

  c.add("atomics_between_barriers", R"(
kernel void atomics_between_barriers(global const int *in, global int *out) {
  local int sum, most, count[4];
  size_t l = get_local_id(0), g = get_global_id(0);
  if (l == 0) {
    sum = 0;
    most = -100000;
  }
  for (size_t i = l; i < 4; i += get_local_size(0))
    count[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&sum, in[g]);
  atomic_max(&most, in[g]);
  if (in[g] > 0)
    atomic_inc(&count[in[g] & 3]);
  barrier(CLK_LOCAL_MEM_FENCE);
  int s = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_sub(&sum, in[g]);
  atomic_xchg(&most, 5);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = s * 3 + sum + most + count[l & 3] * 1000;
})",
        shapes::grouped(), [](Job &j) {
          auto &in = j.random<I32>(j.n(), -1000, 1000);
          auto &out = j.output<I32>(j.n());
          j.forEachGroup([&](const Group &g) {
            int sum = 0, count[4] = {};
            for (size_t l = 0; l < g.items(); ++l) {
              int v = in[g.base() + l];
              sum += v;
              if (v > 0)
                ++count[v & 3];
            }
            for (size_t l = 0; l < g.items(); ++l)
              out[g.base() + l] = sum * 3 + 5 + count[l & 3] * 1000;
          });
        });

  c.add("compaction", R"(
kernel void compaction(global const int *in, global int *out, global int *counts, local int *tmp) {
  local int used;
  size_t l = get_local_id(0), n = get_local_size(0), g = get_global_id(0), base = g - l;
  int keep = in[g] % 3 == 0;
  tmp[l] = keep;
  barrier(CLK_LOCAL_MEM_FENCE);
  int before = 0;
  for (size_t i = 0; i < l; ++i)
    before += tmp[i];
  if (l == n - 1)
    used = before + keep;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[base + (keep ? before : used + (int)l - before)] = in[g];
  if (l == 0)
    counts[get_group_id(0)] = used;
})",
        shapes::groupedUpTo(256), [](Job &j) {
          auto &in = j.random<I32>(j.n(), -1000, 1000);
          auto &out = j.output<I32>(j.n());
          auto &counts = j.output<I32>(j.groups());
          j.local<I32>(j.localItems());
          j.forEachGroup([&](const Group &g) {
            size_t to = g.base();
            for (bool kept : {true, false}) {
              for (size_t i = g.base(); i < g.base() + g.items(); ++i)
                if ((in[i] % 3 == 0) == kept)
                  out[to++] = in[i];
              if (kept)
                counts[g.id[0]] = I32(to - g.base());
            }
          });
        });
}

} // namespace weft::kernels
