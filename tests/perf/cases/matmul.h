// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The matrix products share input, launch and comparison.

#pragma once

#include "baselines.h"
#include "case.h"
#include "data.h"

namespace weft::perf {

class MatrixProduct : public Case {
public:
  using Baseline = void (*)(const float *a, const float *b, float *c, int n);
  explicit MatrixProduct(Baseline baseline) : baseline(baseline) {}

  void makeInput(Scale scale) override {
    n = scale == Scale::Tiny ? 48 : 768;
    a = randomFloats(n * n, -1, 1, 1);
    b = randomFloats(n * n, -1, 1, 2);
    c.resize(n * n);
  }
  void runBaseline() override { baseline(a.data(), b.data(), c.data(), int(n)); }

  void prepare(Device &device) override {
    kernel = device.kernel("matmul");
    bufferA = device.buffer(a);
    bufferB = device.buffer(b);
    bufferC = device.buffer(n * n * sizeof(float));
  }
  void launch(Device &device) override {
    device.run(kernel, {n, n}, {16, 16}, bufferA, bufferB, bufferC, cl_int(n));
  }
  std::string check(Device &device) override {
    return compareFloats(device.read<float>(bufferC, n * n), c, 1e-4f, 1e-3f);
  }

private:
  Baseline baseline;
  size_t n = 0;
  HostArray<float> a, b, c;
  cl_kernel kernel = nullptr;
  cl_mem bufferA = nullptr, bufferB = nullptr, bufferC = nullptr;
};

} // namespace weft::perf
