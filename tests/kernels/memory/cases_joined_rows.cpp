// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops in which the rows of a plane share what they load, as in a product of matrices.
#include "harness/corpus.h"

namespace weft::kernels {
namespace {

constexpr int N = 21;

// Work-items that have something to do.
struct Plane {
  int w, h;
};

Shapes planesOfAllKinds() {
  Shapes more = {shapes::plane(16, 16, 64, 48), shapes::plane(64, 4, 192, 12),
                 shapes::plane(8, 5, 72, 35),   shapes::plane(1, 1, 33, 9),
                 shapes::plane(128, 1, 256, 7), shapes::plane(32, 6, 96, 18)};
  Shape chosen = shapes::plane(1, 1, 150, 22);
  chosen.local_chosen_by_driver = true;
  more.push_back(chosen);
  Shapes all = shapes::join(shapes::join(shapes::planes(), shapes::remainders()), more);
  std::erase_if(all, [](const Shape &shape) { return shape.dims != 2; });
  return all;
}

Plane planeOf(const Job &j, int less) {
  const Extent &global = j.shape().global;
  return {std::max(int(global[0]) - less, 1), std::max(int(global[1]) - less, 1)};
}

// `body` of a kernel with a result of each work-item of a plane, a column of `a` for each row and a
// row of `b` for each k.
template <typename T, typename Fn>
void add(Corpus &c, const std::string &name, const std::string &type, const char *body, int less,
         Fn fn) {
  c.add(name + "_" + type,
        "kernel void " + name + "_" + type + "(global " + type + " *out, global " + type +
            " *a, global " + type + " *b, int w, int h, int n) {\n" +
            "  int x = get_global_id(0), y = get_global_id(1);\n" + body + "}",
        planesOfAllKinds(), [less, fn](Job &j) {
          const auto [w, h] = planeOf(j, less);
          auto &out = j.random<T>(size_t(w) * h * N, -9, 9);
          auto &a = j.random<T>(size_t(h) * N, -9, 9);
          auto &b = j.random<T>(size_t(w) * N, -9, 9);
          j.value<I32>(w);
          j.value<I32>(h);
          j.value<I32>(N);
          for (int y = 0; y < h; ++y)
            for (int x = 0; x < w; ++x)
              fn(out, a, b, x, y, w, h);
        });
}

template <typename T> void addProducts(Corpus &c, const std::string &type) {
  add<T>(c, "product_of_matrices", type, R"(
  if (x < w && y < h) {
    out[y * w + x] = 0;
    for (int k = 0; k < n; k++)
      out[y * w + x] += a[y * n + k] * b[k * w + x];
  }
)",
         0, [](auto &out, auto &a, auto &b, int x, int y, int w, int) {
           T sum = 0;
           for (int k = 0; k < N; ++k)
             sum = T(sum + a[y * N + k] * b[k * w + x]);
           out[y * w + x] = sum;
         });
  add<T>(c, "bounded_product", type, R"(
  if (x >= w || y >= h)
    return;
  out[y * w + x] *= 2;
  for (int k = 0; k < n; k++)
    out[y * w + x] += a[y * n + k] * b[k * w + x];
)",
         1, [](auto &out, auto &a, auto &b, int x, int y, int w, int) {
           T sum = T(out[y * w + x] * 2);
           for (int k = 0; k < N; ++k)
             sum = T(sum + a[y * N + k] * b[k * w + x]);
           out[y * w + x] = sum;
         });
}

} // namespace

void addJoinedRows(Corpus &c) {
  addProducts<I32>(c, "int");
  addProducts<float>(c, "float");
  addProducts<double>(c, "double");
  addProducts<uint16_t>(c, "ushort");
  add<U32>(c, "rows_that_write_as_they_go", "uint", R"(
  if (x < w && y < h) {
    uint value = a[y * n];
    for (int k = 0; k < n; k++) {
      value = value * 31 + (b[k * w + x] ^ (uint)(y + k));
      out[(k * h + y) * w + x] = value + b[k * w + x] * 5;
    }
  }
)",
           0, [](auto &out, auto &a, auto &b, int x, int y, int w, int h) {
             U32 value = a[y * N];
             for (int k = 0; k < N; ++k) {
               value = value * 31 + (b[k * w + x] ^ U32(y + k));
               out[(k * h + y) * w + x] = value + b[k * w + x] * 5;
             }
           });
  add<U32>(c, "rows_share_inner_loops", "uint", R"(
  if (x < w && y < h) {
    uint sum = 0;
    for (int i = 0; i < 3; i++) {
      for (int k = i; k < n; k += 2)
        sum += b[k * w + x] * a[y * n + k] ^ b[i * w + x];
      sum = sum * 3 + b[i * w + x];
    }
    out[y * w + x] = sum;
  }
)",
           0, [](auto &out, auto &a, auto &b, int x, int y, int w, int) {
             U32 sum = 0;
             for (int i = 0; i < 3; ++i) {
               for (int k = i; k < N; k += 2)
                 sum += (b[k * w + x] * a[y * N + k]) ^ b[i * w + x];
               sum = sum * 3 + b[i * w + x];
             }
             out[y * w + x] = sum;
           });
}

} // namespace weft::kernels
