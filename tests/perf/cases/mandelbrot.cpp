// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"
#include "case.h"
#include "data.h"

namespace weft::perf {
namespace {

class Mandelbrot final : public Case {
public:
  void makeInput(Scale scale) override {
    size = scale == Scale::Tiny ? 64 : 1024;
    step = 3.0f / float(size);
    out.resize(size * size);
  }
  void runBaseline() override {
    mandelbrotBaseline(out.data(), int(size), int(size), Left, Top, step, Most);
  }

  void prepare(Device &device) override {
    kernel = device.kernel("mandelbrot");
    buffer = device.buffer(out);
  }
  void launch(Device &device) override {
    device.run(kernel, {size, size}, {16, 16}, buffer, cl_int(size), Left, Top, step, Most);
  }
  std::string check(Device &device) override {
    // The set's border is chaotic: contraction to fma moves it a little.
    return compareMost(device.read<uint32_t>(buffer, size * size), out, 0, 0.01);
  }

private:
  static constexpr float Left = -2.0f, Top = -1.5f;
  static constexpr cl_uint Most = 256;
  size_t size = 0;
  float step = 0;
  HostArray<uint32_t> out;
  cl_kernel kernel = nullptr;
  cl_mem buffer = nullptr;
};

const Registration<Mandelbrot> entry({"mandelbrot", Bound::Compute, "-cl-fast-relaxed-math"});

} // namespace
} // namespace weft::perf
