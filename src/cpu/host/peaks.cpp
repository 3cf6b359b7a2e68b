// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/host/peaks.h"

#include "cpu/arch/float_peak.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <exception>
#include <memory>
#include <new>
#include <pthread.h>
#include <thread>
#include <vector>

namespace weft {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto TimeOfEach = std::chrono::milliseconds(40);
constexpr uint64_t LeastBytes = uint64_t(96) << 20;
constexpr uint64_t RoundsAtOnce = 1 << 16;

double secondsSince(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// Has all threads begin at the same time: they share what is measured.
class Gate {
public:
  explicit Gate(unsigned threads) : missing(int(threads)) {}
  void leave(unsigned threads) { missing.fetch_sub(int(threads)); }
  void pass() {
    leave(1);
    while (missing.load() > 0)
      std::this_thread::yield();
  }

private:
  std::atomic<int> missing;
};

// The best of many passes, as others take turns with us on the CPUs.
double arithmetic() {
  double best = 0;
  const Clock::time_point begin = Clock::now();
  do {
    const Clock::time_point pass = Clock::now();
    const double operations = arch::multiplyAndAdd(RoundsAtOnce);
    best = std::max(best, operations / secondsSince(pass));
  } while (Clock::now() - begin < TimeOfEach);
  return best;
}

// Bytes that STREAM counts: two arrays read, one written. The best pass, too.
double triad(float *to, const float *a, const float *b, size_t count, float factor) {
  double best = 0;
  [[maybe_unused]] volatile float seen;
  const Clock::time_point begin = Clock::now();
  do {
    const Clock::time_point pass = Clock::now();
    for (size_t i = 0; i < count; ++i)
      to[i] = a[i] + factor * b[i];
    seen = to[count / 2]; // so that all passes are made
    best = std::max(best, double(3 * sizeof(float) * count) / secondsSince(pass));
  } while (Clock::now() - begin < TimeOfEach);
  return best;
}

} // namespace

trace::Peaks measurePeaks(unsigned threads, uint64_t cache_bytes, uint64_t most_bytes) {
  const uint64_t bytes = std::min(std::max(4 * cache_bytes, LeastBytes), most_bytes);
  const size_t count = size_t(bytes / threads / 3 / sizeof(float));
  std::vector<trace::Peaks> found(threads);
  Gate filled(threads);
  const auto measure = [&](unsigned number) {
    std::unique_ptr<float[]> arrays(new (std::nothrow) float[3 * count]);
    if (arrays)
      std::fill_n(arrays.get(), 3 * count, 1.0f);
    filled.pass();
    if (arrays && count)
      found[number].bytes =
          triad(arrays.get(), arrays.get() + count, arrays.get() + 2 * count, count, 0.5f);
    found[number].operations = arithmetic();
  };
  std::vector<std::thread> others;
  others.reserve(threads);
  // Signals are for the application's own threads.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  unsigned begun = 1;
  try {
    for (; begun < threads; ++begun)
      others.emplace_back(measure, begun);
  } catch (const std::exception &) { // no more threads, or no memory for them
    filled.leave(threads - begun);
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  measure(0);
  for (std::thread &other : others)
    other.join();
  trace::Peaks peaks;
  for (const trace::Peaks &one : found) {
    peaks.bytes += one.bytes;
    peaks.operations += one.operations;
  }
  peaks.threads = threads;
  return peaks;
}

} // namespace weft
