// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"
#include "case.h"
#include "data.h"

#include <utility>

namespace weft::perf {
namespace {

class RadixSort final : public Case {
  static constexpr size_t GroupSize = 64, ScanSize = 256, Digits = 16; // As in the kernels.

public:
  void makeInput(Scale scale) override {
    items = scale == Scale::Tiny ? 128 : 8192;
    perItem = scale == Scale::Tiny ? 8 : 128;
    keys = randomWords(items * perItem);
    other.resize(keys.size());
    counts.resize(Digits * items);
  }
  void resetBaseline() override { sorted = keys; }
  void runBaseline() override {
    radixSortBaseline(sorted.data(), other.data(), counts.data(), cl_uint(items), perItem);
  }

  void prepare(Device &device) override {
    countDigits = device.kernel("countDigits");
    scanCounts = device.kernel("scanCounts");
    moveKeys = device.kernel("moveKeys");
    from = device.buffer(keys);
    to = device.buffer(keys.size() * sizeof(cl_uint));
    bufferCounts = device.buffer(Digits * items * sizeof(cl_uint));
  }
  void reset(Device &device) override { device.write(from, keys); }
  void launch(Device &device) override {
    Local perGroup{Digits * GroupSize * sizeof(cl_uint)};
    for (cl_uint shift = 0; shift < 32; shift += 4) {
      device.run(countDigits, items, GroupSize, from, bufferCounts, perItem, shift, perGroup);
      device.run(scanCounts, ScanSize, ScanSize, bufferCounts, cl_uint(Digits * items),
                 Local{ScanSize * sizeof(cl_uint)});
      device.run(moveKeys, items, GroupSize, from, to, bufferCounts, perItem, shift, perGroup);
      std::swap(from, to); // An even number of times: the result is where the keys were.
    }
  }
  std::string check(Device &device) override {
    return compareWords(device.read<uint32_t>(from, keys.size()), sorted);
  }

private:
  size_t items = 0;
  cl_uint perItem = 0;
  HostArray<uint32_t> keys, sorted, other, counts;
  cl_kernel countDigits = nullptr, scanCounts = nullptr, moveKeys = nullptr;
  cl_mem from = nullptr, to = nullptr, bufferCounts = nullptr;
};

const Registration<RadixSort> entry({"radix_sort", Bound::Compute});

} // namespace
} // namespace weft::perf
