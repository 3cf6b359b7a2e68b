// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"
#include "case.h"
#include "data.h"

namespace weft::perf {
namespace {

class Transpose final : public Case {
public:
  void makeInput(Scale scale) override {
    width = scale == Scale::Tiny ? 96 : 4000;
    height = scale == Scale::Tiny ? 64 : 4080;
    in = randomFloats(width * height, -1, 1);
    out.resize(width * height);
  }
  void runBaseline() override { transposeBaseline(in.data(), out.data(), int(width), int(height)); }

  void prepare(Device &device) override {
    kernel = device.kernel("transpose");
    bufferIn = device.buffer(in);
    bufferOut = device.buffer(width * height * sizeof(float));
  }
  void launch(Device &device) override {
    device.run(kernel, {width, height}, {16, 16}, bufferIn, bufferOut, cl_int(width),
               cl_int(height));
  }
  std::string check(Device &device) override {
    return compareFloats(device.read<float>(bufferOut, width * height), out, 0, 0);
  }
  double bytes() const override { return 3.0 * double(width * height) * sizeof(float); }

private:
  size_t width = 0, height = 0;
  HostArray<float> in, out;
  cl_kernel kernel = nullptr;
  cl_mem bufferIn = nullptr, bufferOut = nullptr;
};

const Registration<Transpose> entry({"transpose", Bound::Streaming});

} // namespace
} // namespace weft::perf
