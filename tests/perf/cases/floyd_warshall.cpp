// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"
#include "case.h"
#include "data.h"

namespace weft::perf {
namespace {

class FloydWarshall final : public Case {
public:
  void makeInput(Scale scale) override {
    n = scale == Scale::Tiny ? 48 : 512;
    Random random;
    distances.resize(n * n);
    for (cl_uint y = 0; y < n; ++y)
      for (cl_uint x = 0; x < n; ++x)
        distances[y * n + x] = x == y ? 0 : random.below(8) ? 1000000 : 1 + random.below(1000);
    through.assign(n * n, ~0u);
  }
  void resetBaseline() override {
    shortest = distances;
    twinThrough = through;
  }
  void runBaseline() override { floydWarshallBaseline(shortest.data(), twinThrough.data(), n); }

  void prepare(Device &device) override {
    kernel = device.kernel("floydWarshall");
    bufferDistances = device.buffer(distances);
    bufferThrough = device.buffer(through);
  }
  void reset(Device &device) override {
    device.write(bufferDistances, distances);
    device.write(bufferThrough, through);
  }
  void launch(Device &device) override {
    for (cl_uint k = 0; k < n; ++k)
      device.run(kernel, {n, n}, {16, 16}, bufferDistances, bufferThrough, n, k);
  }
  std::string check(Device &device) override {
    std::string wrong = compareWords(device.read<uint32_t>(bufferDistances, n * n), shortest);
    if (!wrong.empty())
      return wrong;
    return compareWords(device.read<uint32_t>(bufferThrough, n * n), twinThrough);
  }

private:
  cl_uint n = 0;
  HostArray<uint32_t> distances, through, shortest, twinThrough;
  cl_kernel kernel = nullptr;
  cl_mem bufferDistances = nullptr, bufferThrough = nullptr;
};

const Registration<FloydWarshall> entry({"floyd_warshall", Bound::Compute});

} // namespace
} // namespace weft::perf
