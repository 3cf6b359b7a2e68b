// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"
#include "case.h"
#include "data.h"

namespace weft::perf {
namespace {

class BinomialOptions final : public Case {
  static constexpr size_t GroupSize = 256; // The leaves of STEPS steps, and one idle work-item.
  static constexpr float Riskless = 0.02f, Volatility = 0.3f;

public:
  void makeInput(Scale scale) override {
    count = scale == Scale::Tiny ? 4 : 8192;
    price = randomFloats(count, 5, 30, 1);
    strike = randomFloats(count, 1, 40, 2);
    years = randomFloats(count, 0.25f, 10, 3);
    call.resize(count);
  }
  void runBaseline() override {
    binomialOptionsBaseline(price.data(), strike.data(), years.data(), call.data(), Riskless,
                            Volatility, int(count));
  }

  void prepare(Device &device) override {
    kernel = device.kernel("binomialOptions");
    bufferPrice = device.buffer(price);
    bufferStrike = device.buffer(strike);
    bufferYears = device.buffer(years);
    bufferCall = device.buffer(count * sizeof(float));
  }
  void launch(Device &device) override {
    Local leaves{GroupSize * sizeof(float)};
    device.run(kernel, count * GroupSize, GroupSize, bufferPrice, bufferStrike, bufferYears,
               bufferCall, Riskless, Volatility, leaves, leaves);
  }
  std::string check(Device &device) override {
    return compareFloats(device.read<float>(bufferCall, count), call, 1e-3f, 1e-3f);
  }

private:
  size_t count = 0;
  HostArray<float> price, strike, years, call;
  cl_kernel kernel = nullptr;
  cl_mem bufferPrice = nullptr, bufferStrike = nullptr, bufferYears = nullptr, bufferCall = nullptr;
};

const Registration<BinomialOptions> entry({"binomial_options", Bound::Compute,
                                           "-cl-fast-relaxed-math"});

} // namespace
} // namespace weft::perf
