// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"
#include "case.h"
#include "data.h"

namespace weft::perf {
namespace {

class Histogram final : public Case {
  static constexpr size_t GroupSize = 256, Bins = 256;

public:
  void makeInput(Scale scale) override {
    groups = scale == Scale::Tiny ? 4 : 64;
    data = randomWords(scale == Scale::Tiny ? 4096 : size_t{8} << 20);
    for (uint32_t &word : data)
      word &= 0xff3f7fff; // Not all bins fill alike.
    partial.resize(groups * Bins);
    histogram.resize(Bins);
  }
  void runBaseline() override {
    histogramBaseline(data.data(), partial.data(), histogram.data(), cl_uint(data.size()), groups);
  }

  void prepare(Device &device) override {
    countBytes = device.kernel("countBytes");
    addHistograms = device.kernel("addHistograms");
    bufferData = device.buffer(data);
    bufferPartial = device.buffer(groups * Bins * sizeof(cl_uint));
    bufferHistogram = device.buffer(Bins * sizeof(cl_uint));
  }
  void launch(Device &device) override {
    device.run(countBytes, groups * GroupSize, GroupSize, bufferData, bufferPartial,
               cl_uint(data.size()));
    device.run(addHistograms, Bins, Bins, bufferPartial, bufferHistogram, groups);
  }
  std::string check(Device &device) override {
    return compareWords(device.read<uint32_t>(bufferHistogram, Bins), histogram);
  }

private:
  cl_uint groups = 0;
  HostArray<uint32_t> data, partial, histogram;
  cl_kernel countBytes = nullptr, addHistograms = nullptr;
  cl_mem bufferData = nullptr, bufferPartial = nullptr, bufferHistogram = nullptr;
};

const Registration<Histogram> entry({"histogram", Bound::Compute});

} // namespace
} // namespace weft::perf
