// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"
#include "case.h"
#include "data.h"

#include <cmath>

namespace weft::perf {
namespace {

class Fft final : public Case {
  static constexpr size_t N = 1024; // As in the kernel.

public:
  void makeInput(Scale scale) override {
    transforms = scale == Scale::Tiny ? 2 : 4096;
    in = randomFloats(transforms * N * 2, -1, 1);
    out.resize(in.size());
    table.resize(N * 2);
    for (size_t k = 0; k < N; ++k) {
      table[2 * k] = float(std::cos(2 * M_PI * double(k) / N));
      table[2 * k + 1] = float(-std::sin(2 * M_PI * double(k) / N));
    }
  }
  void runBaseline() override { fftBaseline(in.data(), out.data(), table.data(), int(transforms)); }

  void prepare(Device &device) override {
    kernel = device.kernel("fft");
    bufferIn = device.buffer(in);
    bufferOut = device.buffer(in.size() * sizeof(float));
    bufferTable = device.buffer(table);
  }
  void launch(Device &device) override {
    device.run(kernel, transforms * N / 4, N / 4, bufferIn, bufferOut, bufferTable);
  }
  std::string check(Device &device) override {
    return compareFloats(device.read<float>(bufferOut, out.size()), out, 1e-4f, 1e-3f);
  }

private:
  size_t transforms = 0;
  HostArray<float> in, out, table;
  cl_kernel kernel = nullptr;
  cl_mem bufferIn = nullptr, bufferOut = nullptr, bufferTable = nullptr;
};

const Registration<Fft> entry({"fft", Bound::Compute});

} // namespace
} // namespace weft::perf
