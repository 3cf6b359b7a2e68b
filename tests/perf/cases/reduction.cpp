// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"
#include "case.h"
#include "data.h"

namespace weft::perf {
namespace {

class Reduction final : public Case {
  static constexpr size_t GroupSize = 256; // As in the baseline.

public:
  void makeInput(Scale scale) override {
    groups = scale == Scale::Tiny ? 8 : 65536;
    in = randomFloats(groups * GroupSize * 2, -1, 1, 1);
    partial.resize(groups);
  }
  void runBaseline() override { reductionBaseline(in.data(), partial.data(), int(groups)); }

  void prepare(Device &device) override {
    kernel = device.kernel("reduction");
    bufferIn = device.buffer(in);
    bufferPartial = device.buffer(groups * sizeof(float));
  }
  void launch(Device &device) override {
    device.run(kernel, groups * GroupSize, GroupSize, bufferIn, bufferPartial,
               Local{GroupSize * sizeof(float)});
  }
  std::string check(Device &device) override {
    return compareFloats(device.read<float>(bufferPartial, groups), partial, 1e-4f, 1e-4f);
  }

private:
  size_t groups = 0;
  HostArray<float> in, partial;
  cl_kernel kernel = nullptr;
  cl_mem bufferIn = nullptr, bufferPartial = nullptr;
};

const Registration<Reduction> entry({"reduction", Bound::Compute});

} // namespace
} // namespace weft::perf
