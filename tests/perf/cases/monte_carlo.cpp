// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"
#include "case.h"
#include "data.h"

namespace weft::perf {
namespace {

class MonteCarlo final : public Case {
  static constexpr float Price = 20, Strike = 22, Drift = -0.02f, Deviation = 0.3f;

public:
  void makeInput(Scale scale) override {
    count = scale == Scale::Tiny ? 256 : 8192;
    pairs = scale == Scale::Tiny ? 20 : 512;
    words = randomWords(count * 4);
    sums.resize(count);
  }
  void runBaseline() override {
    monteCarloBaseline(reinterpret_cast<const Twister *>(words.data()), sums.data(), int(count),
                       pairs, Price, Strike, Drift, Deviation);
  }

  void prepare(Device &device) override {
    kernel = device.kernel("monteCarlo");
    twisters = device.buffer(words);
    bufferSums = device.buffer(count * sizeof(float));
  }
  void launch(Device &device) override {
    device.run(kernel, count, 128, twisters, bufferSums, cl_int(pairs), Price, Strike, Drift,
               Deviation);
  }
  std::string check(Device &device) override {
    return compareFloats(device.read<float>(bufferSums, count), sums, 1e-3f, 1e-2f);
  }

private:
  size_t count = 0;
  int pairs = 0;
  HostArray<uint32_t> words;
  HostArray<float> sums;
  cl_kernel kernel = nullptr;
  cl_mem twisters = nullptr, bufferSums = nullptr;
};

const Registration<MonteCarlo> entry({"monte_carlo", Bound::Compute, "-cl-fast-relaxed-math"});

} // namespace
} // namespace weft::perf
