// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"
#include "case.h"
#include "data.h"

namespace weft::perf {
namespace {

class Scan final : public Case {
  static constexpr size_t GroupSize = 256; // As in the baseline.

public:
  void makeInput(Scale scale) override {
    count = scale == Scale::Tiny ? 3000 : 16000000; // Three levels of sums.
    in = randomWords(count);
    out.resize(count);
    sums.resize(count / GroupSize * 2);
  }
  void runBaseline() override { scanBaseline(in.data(), out.data(), sums.data(), cl_uint(count)); }

  void prepare(Device &device) override {
    scanParts = device.kernel("scanParts");
    addSums = device.kernel("addSums");
    bufferIn = device.buffer(in);
    levels.push_back({count, device.buffer(count * sizeof(cl_uint))});
    do {
      size_t parts = (levels.back().count + GroupSize - 1) / GroupSize;
      levels.push_back({parts, device.buffer(parts * sizeof(cl_uint))});
    } while (levels.back().count > 1);
  }
  void launch(Device &device) override {
    Local part{GroupSize * sizeof(cl_uint)};
    for (size_t i = 0; i + 1 < levels.size(); ++i)
      device.run(scanParts, threads(levels[i]), GroupSize, i == 0 ? bufferIn : levels[i].memory,
                 levels[i].memory, levels[i + 1].memory, cl_uint(levels[i].count), part, part);
    for (size_t i = levels.size() - 2; i-- > 0;)
      device.run(addSums, threads(levels[i]), GroupSize, levels[i].memory, levels[i + 1].memory,
                 cl_uint(levels[i].count));
  }
  std::string check(Device &device) override {
    return compareWords(device.read<uint32_t>(levels[0].memory, count), out);
  }

private:
  struct Level {
    size_t count;
    cl_mem memory;
  };
  static size_t threads(const Level &level) {
    return (level.count + GroupSize - 1) / GroupSize * GroupSize;
  }

  size_t count = 0;
  HostArray<uint32_t> in, out, sums;
  cl_kernel scanParts = nullptr, addSums = nullptr;
  cl_mem bufferIn = nullptr;
  std::vector<Level> levels;
};

const Registration<Scan> entry({"scan", Bound::Compute});

} // namespace
} // namespace weft::perf
