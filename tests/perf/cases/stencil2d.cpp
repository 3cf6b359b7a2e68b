// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"
#include "case.h"
#include "data.h"

namespace weft::perf {
namespace {

class Stencil2d final : public Case {
public:
  void makeInput(Scale scale) override {
    size = scale == Scale::Tiny ? 64 : 4096;
    in = randomFloats(size * size, 0, 1);
    out.resize(size * size);
  }
  void runBaseline() override { stencil2dBaseline(in.data(), out.data(), int(size), int(size)); }

  void prepare(Device &device) override {
    kernel = device.kernel("stencil");
    bufferIn = device.buffer(in);
    bufferOut = device.buffer(size * size * sizeof(float));
  }
  void launch(Device &device) override {
    device.run(kernel, {size, size}, {16, 16}, bufferIn, bufferOut, cl_int(size), cl_int(size));
  }
  std::string check(Device &device) override {
    return compareFloats(device.read<float>(bufferOut, size * size), out, 1e-5f, 1e-5f);
  }
  double bytes() const override { return 3.0 * double(size * size) * sizeof(float); }

private:
  size_t size = 0;
  HostArray<float> in, out;
  cl_kernel kernel = nullptr;
  cl_mem bufferIn = nullptr, bufferOut = nullptr;
};

const Registration<Stencil2d> entry({"stencil2d", Bound::Streaming});

} // namespace
} // namespace weft::perf
