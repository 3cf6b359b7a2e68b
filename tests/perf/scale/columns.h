// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What one process measures: all rows with one number of threads. Each prints "row best middle".
#ifndef WEFT_PERF_SCALE_COLUMNS_H
#define WEFT_PERF_SCALE_COLUMNS_H

#include <algorithm>
#include <cstdio>
#include <string>
#include <time.h>
#include <vector>

namespace scale {

struct Sample {
  double best = 0, middle = 0;
};

constexpr size_t SaxpySizes[] = {1 << 10, 1 << 14, 1 << 16, 1 << 18, 1 << 20};
constexpr double WarmUp = 30'000, Measured = 150'000; // microseconds of a row

inline double now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return double(time.tv_sec) * 1e6 + double(time.tv_nsec) * 1e-3;
}

// Calls `once` again and again; reports what a call took, in microseconds, divided by `parts`.
template <typename Function>
void report(const std::string &row, const Function &once, double parts = 1) {
  for (const double begin = now(); now() - begin < WarmUp;)
    once();
  std::vector<double> samples;
  for (const double begin = now(); now() - begin < Measured;) {
    const double start = now();
    once();
    samples.push_back((now() - start) / parts);
  }
  std::sort(samples.begin(), samples.end());
  std::printf("%s %.9g %.9g\n", row.c_str(), samples.front(), samples[samples.size() / 2]);
  std::fflush(stdout);
}

// Both return what main() does.
int openclColumn();
int openmpColumn();

} // namespace scale
#endif
