// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nanoseconds per 16 floats and per 8 doubles of the OpenCL C library's functions, beside those of
// glibc's libmvec and of SLEEF (1 and 3.5 units in the last place), where these are installed.
// Needs AVX-512. The best of several turns, all libraries taking turns for each function.
//   math_bench [name...]
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <random>
#include <string>
#include <vector>

namespace {

typedef float Float16 __attribute__((vector_size(64)));
typedef double Double8 __attribute__((vector_size(64)));

struct Function {
  const char *name;
  int arguments;
  double low, high, low2, high2;
  bool has_double;
};
const Function Functions[] = {
#define UNARY(NAME, LOW, HIGH) {#NAME, 1, LOW, HIGH, 0, 1, true},
#define BINARY(NAME, LOW, HIGH, LOW2, HIGH2) {#NAME, 2, LOW, HIGH, LOW2, HIGH2, true},
#define FLOAT_UNARY(NAME, LOW, HIGH) {#NAME, 1, LOW, HIGH, 0, 1, false},
#include "functions.def"
    {"fma", 3, -1, 1, -1, 1, true},
    {"copy", 1, -1, 1, -1, 1, true},
};

constexpr int Count = 256; // vectors; 16 KiB per array

// The same loop as functions.cl's around a vector function of another library.
template <typename V>
__attribute__((target("avx512f"), noinline)) void
overArray(void *function, int arguments, const V *x, const V *y, V *result, int count) {
  if (arguments == 1) {
    auto f = reinterpret_cast<V (*)(V)>(function);
    for (int i = 0; i < count; ++i)
      result[i] = f(x[i]);
  } else {
    auto f = reinterpret_cast<V (*)(V, V)>(function);
    for (int i = 0; i < count; ++i)
      result[i] = f(x[i], y[i]);
  }
}

template <typename Run> double nanosecondsPerVector(Run run) {
  using Clock = std::chrono::steady_clock;
  double best = HUGE_VAL;
  for (int turn = 0; turn < 12; ++turn) {
    auto start = Clock::now();
    for (int i = 0; i < 20; ++i)
      run();
    std::chrono::duration<double, std::nano> time = Clock::now() - start;
    best = std::min(best, time.count() / (20 * Count));
  }
  return best;
}

struct Libraries {
  void *ours, *libmvec, *sleef;
};

template <typename V, typename T> void measure(const Libraries &libraries, const Function &f) {
  constexpr bool IsFloat = sizeof(T) == 4;
  std::mt19937 generator(7);
  std::uniform_real_distribution<double> first(f.low, f.high), second(f.low2, f.high2);
  std::vector<T> x(Count * 64 / sizeof(T) + 16), y(x.size()), result(x.size());
  auto aligned = [](std::vector<T> &v) {
    return reinterpret_cast<V *>((reinterpret_cast<uintptr_t>(v.data()) + 63) & ~uintptr_t(63));
  };
  for (T &value : x)
    value = static_cast<T>(first(generator));
  for (T &value : y)
    value = static_cast<T>(second(generator));

  std::string suffix = IsFloat ? "f" : "", lanes = IsFloat ? "16" : "8";
  auto ours = reinterpret_cast<void (*)(const V *, const V *, V *, int)>(
      dlsym(libraries.ours,
            ("bench_" + std::string(f.name) + (IsFloat ? "_float16" : "_double8")).c_str()));
  if (!ours)
    return;
  double own = nanosecondsPerVector([&] { ours(aligned(x), aligned(y), aligned(result), Count); });
  std::printf("%-14s %-8s %8.2f", f.name, IsFloat ? "float16" : "double8", own);

  std::string plain = f.name;
  if (plain.starts_with("native_"))
    plain = plain.substr(7);
  double best = HUGE_VAL;
  auto beside = [&](void *library, const std::string &name) {
    void *function = library && f.arguments < 3 ? dlsym(library, name.c_str()) : nullptr;
    if (!function) {
      std::printf(" %8s", "-");
      return;
    }
    double time = nanosecondsPerVector([&] {
      overArray<V>(function, f.arguments, aligned(x), aligned(y), aligned(result), Count);
    });
    best = std::min(best, time);
    std::printf(" %8.2f", time);
  };
  beside(libraries.libmvec, "_ZGVeN" + lanes + (f.arguments == 2 ? "vv_" : "v_") + plain + suffix);
  std::string sleef = "Sleef_" + plain + (IsFloat ? "f16_" : "d8_");
  beside(libraries.sleef, sleef + "u10avx512f");
  beside(libraries.sleef, sleef + "u35avx512f");
  if (std::isfinite(best))
    std::printf(" %7.2fx", own / best);
  std::printf("\n");
}

} // namespace

int main(int argc, char **argv) {
  if (!__builtin_cpu_supports("x86-64-v4")) {
    std::fprintf(stderr, "math_bench needs AVX-512\n");
    return 1;
  }
  Libraries libraries = {dlopen(WEFT_BENCH_FUNCTIONS, RTLD_NOW), dlopen("libmvec.so.1", RTLD_NOW),
                         dlopen("libsleef.so.3", RTLD_NOW)};
  if (!libraries.ours) {
    std::fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  std::printf("%-14s %-8s %8s %8s %8s %8s   of the best\n", "ns/vector", "", "weft", "libmvec",
              "sleef10", "sleef35");
  for (const Function &function : Functions) {
    bool wanted = argc == 1;
    for (int i = 1; i < argc; ++i)
      wanted |= !std::strcmp(argv[i], function.name);
    if (!wanted)
      continue;
    measure<Float16, float>(libraries, function);
    if (function.has_double)
      measure<Double8, double>(libraries, function);
  }
}
