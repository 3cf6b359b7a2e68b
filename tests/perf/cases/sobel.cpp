// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"
#include "case.h"
#include "data.h"

namespace weft::perf {
namespace {

class Sobel final : public Case {
public:
  void makeInput(Scale scale) override {
    size = scale == Scale::Tiny ? 64 : 3072;
    in = randomBytes(size * size * 4);
    out.resize(in.size());
  }
  void runBaseline() override { sobelBaseline(in.data(), out.data(), int(size), int(size)); }

  void prepare(Device &device) override {
    kernel = device.kernel("sobel");
    bufferIn = device.buffer(in);
    bufferOut = device.buffer(in.size());
  }
  void launch(Device &device) override {
    device.run(kernel, {size, size}, {16, 16}, bufferIn, bufferOut);
  }
  std::string check(Device &device) override {
    // OpenCL's sqrt may be off by a few units in the last place, before the cut to an integer.
    return compareMost(device.read<uint8_t>(bufferOut, out.size()), out, 1, 0);
  }

private:
  size_t size = 0;
  HostArray<uint8_t> in, out;
  cl_kernel kernel = nullptr;
  cl_mem bufferIn = nullptr, bufferOut = nullptr;
};

const Registration<Sobel> entry({"sobel", Bound::Compute});

} // namespace
} // namespace weft::perf
