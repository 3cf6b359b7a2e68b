// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"
#include "case.h"
#include "data.h"

namespace weft::perf {
namespace {

class Spmv final : public Case {
  static constexpr size_t GroupSize = 128;

public:
  void makeInput(Scale scale) override {
    rows = scale == Scale::Tiny ? 500 : 300000; // The last work-group is not full.
    Random random;
    starts.push_back(0);
    for (size_t row = 0; row < rows; ++row)
      starts.push_back(starts.back() + int(random.below(32)));
    for (int i = 0; i < starts.back(); ++i)
      columns.push_back(int(random.below(uint32_t(rows))));
    values = randomFloats(columns.size(), -1, 1, 2);
    x = randomFloats(rows, -1, 1, 3);
    y.resize(rows);
  }
  void runBaseline() override {
    spmvBaseline(values.data(), columns.data(), starts.data(), x.data(), y.data(), int(rows));
  }

  void prepare(Device &device) override {
    kernel = device.kernel("spmv");
    bufferValues = device.buffer(values);
    bufferColumns = device.buffer(columns);
    bufferStarts = device.buffer(starts);
    bufferX = device.buffer(x);
    bufferY = device.buffer(rows * sizeof(float));
  }
  void launch(Device &device) override {
    device.run(kernel, (rows + GroupSize - 1) / GroupSize * GroupSize, GroupSize, bufferValues,
               bufferColumns, bufferStarts, bufferX, bufferY, cl_int(rows));
  }
  std::string check(Device &device) override {
    return compareFloats(device.read<float>(bufferY, rows), y, 1e-4f, 1e-4f);
  }

private:
  size_t rows = 0;
  HostArray<float> values, x, y;
  HostArray<int32_t> columns, starts;
  cl_kernel kernel = nullptr;
  cl_mem bufferValues = nullptr, bufferColumns = nullptr, bufferStarts = nullptr;
  cl_mem bufferX = nullptr, bufferY = nullptr;
};

const Registration<Spmv> entry({"spmv", Bound::Compute});

} // namespace
} // namespace weft::perf
