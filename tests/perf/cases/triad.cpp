// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"
#include "case.h"
#include "data.h"

namespace weft::perf {
namespace {

class Triad final : public Case {
public:
  void makeInput(Scale scale) override {
    count = scale == Scale::Tiny ? 4096 : size_t{32} << 20;
    b = randomFloats(count, -1, 1, 1);
    c = randomFloats(count, -1, 1, 2);
    a.resize(count);
  }
  void runBaseline() override { triadBaseline(b.data(), c.data(), a.data(), 3.0f, count); }

  void prepare(Device &device) override {
    kernel = device.kernel("triad");
    bufferB = device.buffer(b);
    bufferC = device.buffer(c);
    bufferA = device.buffer(count * sizeof(float));
  }
  void launch(Device &device) override {
    device.run(kernel, count, 256, bufferB, bufferC, bufferA, 3.0f);
  }
  std::string check(Device &device) override {
    return compareFloats(device.read<float>(bufferA, count), a, 1e-6f, 1e-6f);
  }
  double bytes() const override { return 4.0 * double(count) * sizeof(float); }

private:
  size_t count = 0;
  HostArray<float> a, b, c;
  cl_kernel kernel = nullptr;
  cl_mem bufferA = nullptr, bufferB = nullptr, bufferC = nullptr;
};

const Registration<Triad> entry({"triad", Bound::Streaming});

} // namespace
} // namespace weft::perf
