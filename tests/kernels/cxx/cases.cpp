// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C++ for OpenCL, 1.0 and 2021: what the language adds, and objects that are variables of the
// program, which are constructed before a kernel sees them.
#include "harness/corpus.h"

namespace weft::kernels {
namespace {

void addBoth(Corpus &c, const std::string &name, const std::string &source, Shapes shapes,
             std::function<void(Job &)> reference) {
  for (const char *version : {"1.0", "2021"}) {
    std::string own = name + (std::string(version) == "1.0" ? "_1" : "_2021"), text = source;
    for (size_t at; (at = text.find("NAME")) != std::string::npos;)
      text.replace(at, 4, own);
    c.add(own, text, shapes, reference,
          {.options = std::string("-cl-std=CLC++") + version, .needs = "cl_ext_cxx_for_opencl"});
  }
}

} // namespace

void addCxx(Corpus &c) {
  addBoth(c, "templates_and_lambdas", R"(
namespace algebra {
template <typename T, int N> struct Vector {
  T values[N];
  constexpr Vector() : values{} {}
  T &operator[](int i) { return values[i]; }
  const T &operator[](int i) const { return values[i]; }
  friend T dot(const Vector &a, const Vector &b) {
    T sum = 0;
    for (int i = 0; i < N; ++i)
      sum += a[i] * b[i];
    return sum;
  }
};
template <typename F> int applied(F f, int times) {
  int result = 0;
  for (int i = 0; i < times; ++i)
    result += f(i);
  return result;
}
}
enum class Kind : int { Even = 2, Odd = 3 };
kernel void NAME(global const int *in, global int *out, local int *tmp) {
  using namespace algebra;
  size_t i = get_global_id(0), l = get_local_id(0);
  Vector<int, 3> v;
  for (int k = 0; k < 3; ++k)
    v[k] = in[i] + k;
  tmp[l] = dot(v, v);
  barrier(CLK_LOCAL_MEM_FENCE);
  int other = tmp[get_local_size(0) - 1 - l];
  auto weigh = [&](int k) { return k * other + static_cast<int>(in[i] & 1 ? Kind::Odd : Kind::Even); };
  out[i] = applied(weigh, 4);
})",
          shapes::grouped(), [](Job &j) {
            auto &in = j.random<I32>(j.n(), -100, 100);
            auto &out = j.output<I32>(j.n());
            j.local<I32>(j.localItems());
            j.forEachGroup([&](const Group &g) {
              for (size_t l = 0; l < g.items(); ++l) {
                const I32 x = in[g.base() + g.items() - 1 - l];
                const I32 other = x * x + (x + 1) * (x + 1) + (x + 2) * (x + 2);
                out[g.base() + l] = 6 * other + 4 * (in[g.base() + l] & 1 ? 3 : 2);
              }
            });
          });

  // One after the other in the order in which they stand, with loops, library functions and
  // work-item functions in what they call.
  addBoth(c, "constructed_variables", R"(
struct Table {
  int values[64];
  Table() {
    for (int i = 0; i < 64; ++i)
      values[i] = i * i + (int)get_global_size(0);
  }
};
global Table table;
struct Sum {
  int sum;
  float root;
  Sum() : sum(0), root(sqrt(65536.0f)) {
    for (int i = 0; i < 64; ++i)
      sum += table.values[i];
  }
};
global Sum sum;
kernel void NAME(global int *out) {
  size_t i = get_global_id(0);
  out[i] = table.values[i % 64] + sum.sum + (int)sum.root;
})",
          shapes::grouped(), [](Job &j) {
            auto &out = j.output<I32>(j.n());
            I32 sum = 0;
            for (I32 i = 0; i < 64; ++i)
              sum += i * i + 1; // constructors are one work-item
            j.forEachGroup([&](const Group &g) {
              for (size_t l = 0; l < g.items(); ++l) {
                const I32 at = I32((g.base() + l) % 64);
                out[g.base() + l] = at * at + 1 + sum + 256;
              }
            });
          });
}

} // namespace weft::kernels
