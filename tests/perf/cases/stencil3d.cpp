// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"
#include "case.h"
#include "data.h"

namespace weft::perf {
namespace {

class Stencil3d final : public Case {
  static constexpr float Centre = 1.0f / 6, Neighbour = 1.0f / 36;

public:
  void makeInput(Scale scale) override {
    size = scale == Scale::Tiny ? 32 : 256;
    in = randomFloats(size * size * size, 0, 1);
    out.resize(in.size());
  }
  void runBaseline() override {
    stencil3dBaseline(in.data(), out.data(), int(size), int(size), int(size), Centre, Neighbour);
  }

  void prepare(Device &device) override {
    kernel = device.kernel("stencil");
    bufferIn = device.buffer(in);
    bufferOut = device.buffer(in.size() * sizeof(float));
  }
  void launch(Device &device) override {
    device.run(kernel, {size, size, size}, {32, 4, 1}, bufferIn, bufferOut, cl_int(size),
               cl_int(size), cl_int(size), Centre, Neighbour);
  }
  std::string check(Device &device) override {
    return compareFloats(device.read<float>(bufferOut, out.size()), out, 1e-5f, 1e-5f);
  }
  double bytes() const override { return 3.0 * double(in.size()) * sizeof(float); }

private:
  size_t size = 0;
  HostArray<float> in, out;
  cl_kernel kernel = nullptr;
  cl_mem bufferIn = nullptr, bufferOut = nullptr;
};

const Registration<Stencil3d> entry({"stencil3d", Bound::Streaming});

} // namespace
} // namespace weft::perf
