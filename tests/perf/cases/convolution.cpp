// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"
#include "case.h"
#include "data.h"

namespace weft::perf {
namespace {

class Convolution final : public Case {
public:
  void makeInput(Scale scale) override {
    size = scale == Scale::Tiny ? 64 : 2048;
    in = randomFloats(size * size, 0, 1, 1);
    filter = randomFloats(25, -1, 1, 2);
    out.resize(size * size);
  }
  void runBaseline() override {
    convolutionBaseline(in.data(), out.data(), filter.data(), int(size), int(size));
  }

  void prepare(Device &device) override {
    kernel = device.kernel("convolution");
    bufferIn = device.buffer(in);
    bufferOut = device.buffer(size * size * sizeof(float));
    bufferFilter = device.buffer(filter);
  }
  void launch(Device &device) override {
    device.run(kernel, {size, size}, {16, 16}, bufferIn, bufferOut, bufferFilter, cl_int(size),
               cl_int(size));
  }
  std::string check(Device &device) override {
    return compareFloats(device.read<float>(bufferOut, size * size), out, 1e-4f, 1e-4f);
  }

private:
  size_t size = 0;
  HostArray<float> in, out, filter;
  cl_kernel kernel = nullptr;
  cl_mem bufferIn = nullptr, bufferOut = nullptr, bufferFilter = nullptr;
};

const Registration<Convolution> entry({"convolution", Bound::Compute});

} // namespace
} // namespace weft::perf
