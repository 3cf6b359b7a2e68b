// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"
#include "case.h"
#include "data.h"

namespace weft::perf {
namespace {

class Lu final : public Case {
public:
  void makeInput(Scale scale) override {
    n = scale == Scale::Tiny ? 40 : 640;
    matrix = randomFloats(n * n, -1, 1);
    for (size_t i = 0; i < n; ++i)
      matrix[i * n + i] += float(n); // Dominant, so that no pivot is needed.
  }
  void resetBaseline() override { factors = matrix; }
  void runBaseline() override { luBaseline(factors.data(), int(n)); }

  void prepare(Device &device) override {
    scaleColumn = device.kernel("scaleColumn");
    updateSquare = device.kernel("updateSquare");
    buffer = device.buffer(matrix);
  }
  void reset(Device &device) override { device.write(buffer, matrix); }
  void launch(Device &device) override {
    for (size_t k = 0; k + 1 < n; ++k) {
      size_t left = n - 1 - k, tiled = (left + 15) / 16 * 16;
      device.run(scaleColumn, (left + 63) / 64 * 64, 64, buffer, cl_int(n), cl_int(k));
      device.run(updateSquare, {tiled, tiled}, {16, 16}, buffer, cl_int(n), cl_int(k));
    }
  }
  std::string check(Device &device) override {
    return compareFloats(device.read<float>(buffer, n * n), factors, 1e-4f, 1e-4f);
  }

private:
  size_t n = 0;
  HostArray<float> matrix, factors;
  cl_kernel scaleColumn = nullptr, updateSquare = nullptr;
  cl_mem buffer = nullptr;
};

const Registration<Lu> entry({"lu", Bound::Compute});

} // namespace
} // namespace weft::perf
