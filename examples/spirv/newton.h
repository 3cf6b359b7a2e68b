// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Newton's iteration for any function of a complex number that is written once, as a template: its
// derivative comes from dual numbers. Plain C++, for the kernel and for the host that checks it.
#ifndef WEFT_EXAMPLES_SPIRV_NEWTON_H
#define WEFT_EXAMPLES_SPIRV_NEWTON_H

namespace newton {

struct Complex {
  float re, im;
};

constexpr Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }
constexpr Complex operator-(Complex a, Complex b) { return {a.re - b.re, a.im - b.im}; }
constexpr Complex operator*(Complex a, Complex b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
constexpr float norm(Complex a) { return a.re * a.re + a.im * a.im; }
constexpr Complex operator/(Complex a, Complex b) {
  const float length = norm(b);
  return {(a.re * b.re + a.im * b.im) / length, (a.im * b.re - a.re * b.im) / length};
}

// A value and its derivative.
template <typename T> struct Dual {
  T value, slope;
};

template <typename T> constexpr Dual<T> operator+(Dual<T> a, Dual<T> b) {
  return {a.value + b.value, a.slope + b.slope};
}
template <typename T> constexpr Dual<T> operator-(Dual<T> a, T b) { return {a.value - b, a.slope}; }
template <typename T> constexpr Dual<T> operator*(Dual<T> a, Dual<T> b) {
  return {a.value * b.value, a.value * b.slope + a.slope * b.value};
}

// z^N, by squaring, which the compiler unrolls.
template <unsigned N, typename T> constexpr T power(T z) {
  if constexpr (N == 1)
    return z;
  else if constexpr (N % 2)
    return z * power<N - 1>(z);
  else
    return power<N / 2>(z * z);
}

// Where the function is near 0: after how many steps, and the angle's direction as two signs.
struct Found {
  int steps;
  int quadrant;
};

template <typename Function> constexpr Found search(Function f, Complex z, int limit) {
  int steps = 0;
  for (; steps < limit; ++steps) {
    const Dual<Complex> at = f(Dual<Complex>{z, {1, 0}});
    if (norm(at.value) < 1e-6f || norm(at.slope) == 0)
      break;
    z = z - at.value / at.slope;
  }
  return {steps, (z.re < 0 ? 1 : 0) + (z.im < 0 ? 2 : 0)};
}

// What is drawn: the roots of z^5 + z^2 - 1.
constexpr auto Polynomial = [](auto z) { return power<5>(z) + power<2>(z) - Complex{1, 0}; };

// Where a pixel is.
constexpr float Left = -1.6f, Top = -0.9f, Step = 0.0025f;
constexpr Complex place(int x, int y) { return {Left + Step * float(x), Top + Step * float(y)}; }

} // namespace newton
#endif
