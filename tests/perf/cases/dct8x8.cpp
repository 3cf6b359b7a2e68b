// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"
#include "case.h"
#include "data.h"

#include <cmath>

namespace weft::perf {
namespace {

class Dct8x8 final : public Case {
public:
  void makeInput(Scale scale) override {
    size = scale == Scale::Tiny ? 64 : 3072;
    in = randomFloats(size * size, -128, 128);
    out.resize(size * size);
    cosines.resize(64);
    for (int v = 0; v < 8; ++v)
      for (int k = 0; k < 8; ++k)
        cosines[v * 8 + k] =
            float((v ? 0.5 : std::sqrt(0.125)) * std::cos((2 * k + 1) * v * M_PI / 16));
  }
  void runBaseline() override {
    dct8x8Baseline(in.data(), out.data(), cosines.data(), int(size), int(size));
  }

  void prepare(Device &device) override {
    kernel = device.kernel("dct8x8");
    bufferIn = device.buffer(in);
    bufferOut = device.buffer(size * size * sizeof(float));
    bufferCosines = device.buffer(cosines);
  }
  void launch(Device &device) override {
    device.run(kernel, {size, size}, {8, 8}, bufferIn, bufferOut, bufferCosines, cl_int(size));
  }
  std::string check(Device &device) override {
    return compareFloats(device.read<float>(bufferOut, size * size), out, 1e-4f, 1e-2f);
  }

private:
  size_t size = 0;
  HostArray<float> in, out, cosines;
  cl_kernel kernel = nullptr;
  cl_mem bufferIn = nullptr, bufferOut = nullptr, bufferCosines = nullptr;
};

const Registration<Dct8x8> entry({"dct8x8", Bound::Compute});

} // namespace
} // namespace weft::perf
