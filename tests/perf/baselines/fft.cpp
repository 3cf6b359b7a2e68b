// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"

namespace weft::perf {

static constexpr int N = 1024, Quarter = N / 4;

namespace {
/// Real and imaginary parts apart, so that vectors need no shuffles.
struct Signal {
  alignas(64) float re[N], im[N];
};

/// The factors of one pass, in the order in which it uses them.
struct Factors {
  alignas(64) float re[3][Quarter], im[3][Quarter];
};
} // namespace

static void arrange(const float *table, int done, Factors &factors) {
  for (int j = 0; j < Quarter; ++j) {
    for (int r = 1; r < 4; ++r) {
      int at = r * (j & (done - 1)) * (Quarter / done);
      factors.re[r - 1][j] = table[2 * at];
      factors.im[r - 1][j] = table[2 * at + 1];
    }
  }
}

template <int Done>
static inline void butterfly(const Signal &from, Signal &to, const Factors &factors, int j,
                             int out) {
  float re[4], im[4];
  re[0] = from.re[j], im[0] = from.im[j];
  for (int r = 1; r < 4; ++r) {
    float a = from.re[j + r * Quarter], b = from.im[j + r * Quarter];
    float c = Done == 1 ? 1 : factors.re[r - 1][j], s = Done == 1 ? 0 : factors.im[r - 1][j];
    re[r] = a * c - b * s, im[r] = a * s + b * c;
  }
  float sumRe02 = re[0] + re[2], sumIm02 = im[0] + im[2];
  float differenceRe02 = re[0] - re[2], differenceIm02 = im[0] - im[2];
  float sumRe13 = re[1] + re[3], sumIm13 = im[1] + im[3];
  float differenceRe13 = im[1] - im[3], differenceIm13 = re[3] - re[1];
  to.re[out] = sumRe02 + sumRe13, to.im[out] = sumIm02 + sumIm13;
  to.re[out + Done] = differenceRe02 + differenceRe13;
  to.im[out + Done] = differenceIm02 + differenceIm13;
  to.re[out + 2 * Done] = sumRe02 - sumRe13, to.im[out + 2 * Done] = sumIm02 - sumIm13;
  to.re[out + 3 * Done] = differenceRe02 - differenceRe13;
  to.im[out + 3 * Done] = differenceIm02 - differenceIm13;
}

template <int Done> static void pass(const Signal &from, Signal &to, const Factors &factors) {
  if constexpr (Done < 16) {
#pragma omp simd
    for (int j = 0; j < Quarter; ++j)
      butterfly<Done>(from, to, factors, j, (j & -Done) * 4 + (j & (Done - 1)));
  } else {
    for (int first = 0; first < Quarter; first += Done) {
#pragma omp simd
      for (int k = 0; k < Done; ++k)
        butterfly<Done>(from, to, factors, first + k, first * 4 + k);
    }
  }
}

void fftBaseline(const float *in, float *out, const float *table, int transforms) {
  Factors factors[5];
  for (int p = 0; p < 5; ++p)
    arrange(table, 1 << (2 * p), factors[p]);
#pragma omp parallel for schedule(static)
  for (int t = 0; t < transforms; ++t) {
    Signal a, b;
    const float *source = in + size_t(t) * N * 2;
    float *target = out + size_t(t) * N * 2;
    for (int i = 0; i < N; ++i)
      a.re[i] = source[2 * i], a.im[i] = source[2 * i + 1];
    pass<1>(a, b, factors[0]);
    pass<4>(b, a, factors[1]);
    pass<16>(a, b, factors[2]);
    pass<64>(b, a, factors[3]);
    pass<256>(a, b, factors[4]);
    for (int i = 0; i < N; ++i)
      target[2 * i] = b.re[i], target[2 * i + 1] = b.im[i];
  }
}

} // namespace weft::perf
