// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"
#include "case.h"
#include "data.h"

#include <algorithm>

namespace weft::perf {
namespace {

class StringSearch final : public Case {
  static constexpr size_t GroupSize = 256, Size = 8, Most = 4096;

public:
  void makeInput(Scale scale) override {
    text = randomBytes(scale == Scale::Tiny ? 70000 : 48000000);
    for (uint8_t &letter : text)
      letter = "acgt"[letter & 3]; // Prefixes of the pattern are frequent.
    pattern.assign({'g', 'a', 't', 't', 'a', 'c', 'a', 't'});
    for (size_t at = 1; at + Size <= text.size(); at += 30011)
      std::copy(pattern.begin(), pattern.end(), text.begin() + at);
    found.resize(Most);
  }
  void runBaseline() override {
    count = stringSearchBaseline(reinterpret_cast<const char *>(text.data()), cl_uint(text.size()),
                                 reinterpret_cast<const char *>(pattern.data()), Size, found.data(),
                                 Most);
  }

  void prepare(Device &device) override {
    kernel = device.kernel("search");
    bufferText = device.buffer(text);
    bufferPattern = device.buffer(pattern);
    bufferFound = device.buffer(Most * sizeof(cl_uint));
    bufferCount = device.buffer(sizeof(cl_uint));
  }
  void reset(Device &device) override { device.fillZero(bufferCount, sizeof(cl_uint)); }
  void launch(Device &device) override {
    size_t places = (text.size() + GroupSize - 1) / GroupSize * GroupSize;
    device.run(kernel, places, GroupSize, bufferText, cl_uint(text.size()), bufferPattern,
               cl_uint(Size), bufferFound, bufferCount, cl_uint(Most));
  }
  std::string check(Device &device) override {
    uint32_t foundCount = device.read<uint32_t>(bufferCount, 1)[0];
    if (foundCount != count || count == 0)
      return "found " + std::to_string(foundCount) + " times, not " + std::to_string(count);
    if (count > Most)
      return {}; // Which of the places are kept depends on the order.
    HostArray<uint32_t> got = device.read<uint32_t>(bufferFound, count);
    HostArray<uint32_t> want(found.begin(), found.begin() + count);
    std::sort(got.begin(), got.end());
    std::sort(want.begin(), want.end());
    return compareWords(got, want);
  }

private:
  uint32_t count = 0;
  HostArray<uint8_t> text, pattern;
  HostArray<uint32_t> found;
  cl_kernel kernel = nullptr;
  cl_mem bufferText = nullptr, bufferPattern = nullptr, bufferFound = nullptr;
  cl_mem bufferCount = nullptr;
};

const Registration<StringSearch> entry({"string_search", Bound::Compute});

} // namespace
} // namespace weft::perf
