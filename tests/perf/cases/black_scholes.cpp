// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"
#include "case.h"
#include "data.h"

namespace weft::perf {
namespace {

class BlackScholes final : public Case {
  static constexpr size_t GroupSize = 256;
  static constexpr float Riskless = 0.02f, Volatility = 0.3f;

public:
  void makeInput(Scale scale) override {
    count = scale == Scale::Tiny ? 1000 : 4000000; // The last work-group is not full.
    price = randomFloats(count, 5, 30, 1);
    strike = randomFloats(count, 1, 100, 2);
    years = randomFloats(count, 0.25f, 10, 3);
    call.resize(count);
    put.resize(count);
  }
  void runBaseline() override {
    blackScholesBaseline(price.data(), strike.data(), years.data(), call.data(), put.data(),
                         Riskless, Volatility, count);
  }

  void prepare(Device &device) override {
    kernel = device.kernel("blackScholes");
    bufferPrice = device.buffer(price);
    bufferStrike = device.buffer(strike);
    bufferYears = device.buffer(years);
    bufferCall = device.buffer(count * sizeof(float));
    bufferPut = device.buffer(count * sizeof(float));
  }
  void launch(Device &device) override {
    size_t groups = (count + GroupSize - 1) / GroupSize;
    device.run(kernel, groups * GroupSize, GroupSize, bufferPrice, bufferStrike, bufferYears,
               bufferCall, bufferPut, Riskless, Volatility, cl_uint(count));
  }
  std::string check(Device &device) override {
    std::string wrong = compareFloats(device.read<float>(bufferCall, count), call, 1e-3f, 1e-3f);
    if (!wrong.empty())
      return wrong;
    return compareFloats(device.read<float>(bufferPut, count), put, 1e-3f, 1e-3f);
  }

private:
  size_t count = 0;
  HostArray<float> price, strike, years, call, put;
  cl_kernel kernel = nullptr;
  cl_mem bufferPrice = nullptr, bufferStrike = nullptr, bufferYears = nullptr;
  cl_mem bufferCall = nullptr, bufferPut = nullptr;
};

const Registration<BlackScholes> entry({"black_scholes", Bound::Compute, "-cl-fast-relaxed-math"});

} // namespace
} // namespace weft::perf
