// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"
#include "case.h"
#include "data.h"

namespace weft::perf {
namespace {

class ConvolutionSeparable final : public Case {
public:
  void makeInput(Scale scale) override {
    size = scale == Scale::Tiny ? 64 : 2048;
    in = randomFloats(size * size, 0, 1, 1);
    filter = randomFloats(17, -1, 1, 2);
    between.resize(size * size);
    out.resize(size * size);
  }
  void runBaseline() override {
    convolutionSeparableBaseline(in.data(), between.data(), out.data(), filter.data(), int(size),
                                 int(size));
  }

  void prepare(Device &device) override {
    rows = device.kernel("rows");
    columns = device.kernel("columns");
    bufferIn = device.buffer(in);
    bufferBetween = device.buffer(size * size * sizeof(float));
    bufferOut = device.buffer(size * size * sizeof(float));
    bufferFilter = device.buffer(filter);
  }
  void launch(Device &device) override {
    device.run(rows, {size, size}, {64, 4}, bufferIn, bufferBetween, bufferFilter, cl_int(size));
    device.run(columns, {size, size}, {16, 16}, bufferBetween, bufferOut, bufferFilter,
               cl_int(size), cl_int(size));
  }
  std::string check(Device &device) override {
    return compareFloats(device.read<float>(bufferOut, size * size), out, 1e-4f, 1e-4f);
  }

private:
  size_t size = 0;
  HostArray<float> in, between, out, filter;
  cl_kernel rows = nullptr, columns = nullptr;
  cl_mem bufferIn = nullptr, bufferBetween = nullptr, bufferOut = nullptr, bufferFilter = nullptr;
};

const Registration<ConvolutionSeparable> entry({"convolution_separable", Bound::Compute});

} // namespace
} // namespace weft::perf
