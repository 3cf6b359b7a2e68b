// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"
#include "case.h"
#include "data.h"

namespace weft::perf {
namespace {

class BitonicSort final : public Case {
public:
  void makeInput(Scale scale) override {
    count = scale == Scale::Tiny ? 1024 : 1 << 18;
    keys = randomWords(count);
  }
  void resetBaseline() override { sorted = keys; }
  void runBaseline() override { bitonicSortBaseline(sorted.data(), count); }

  void prepare(Device &device) override {
    kernel = device.kernel("bitonicStep");
    buffer = device.buffer(keys);
  }
  void reset(Device &device) override { device.write(buffer, keys); }
  void launch(Device &device) override {
    for (cl_uint run = 2; run <= count; run *= 2)
      for (cl_uint distance = run / 2; distance > 0; distance /= 2)
        device.run(kernel, count / 2, 256, buffer, run, distance);
  }
  std::string check(Device &device) override {
    return compareWords(device.read<uint32_t>(buffer, count), sorted);
  }

private:
  cl_uint count = 0;
  HostArray<uint32_t> keys, sorted;
  cl_kernel kernel = nullptr;
  cl_mem buffer = nullptr;
};

const Registration<BitonicSort> entry({"bitonic_sort", Bound::Compute});

} // namespace
} // namespace weft::perf
