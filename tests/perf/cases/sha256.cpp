// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"
#include "case.h"
#include "data.h"

namespace weft::perf {
namespace {

class Sha256 final : public Case {
public:
  void makeInput(Scale scale) override {
    count = scale == Scale::Tiny ? 256 : 1 << 18;
    messages = randomWords(count * 16);
    digests.resize(count * 8);
  }
  void runBaseline() override { sha256Baseline(messages.data(), digests.data(), count); }

  void prepare(Device &device) override {
    kernel = device.kernel("sha256");
    bufferMessages = device.buffer(messages);
    bufferDigests = device.buffer(digests.size() * sizeof(cl_uint));
  }
  void launch(Device &device) override {
    device.run(kernel, count, 64, bufferMessages, bufferDigests);
  }
  std::string check(Device &device) override {
    return compareWords(device.read<uint32_t>(bufferDigests, digests.size()), digests);
  }

private:
  size_t count = 0;
  HostArray<uint32_t> messages, digests;
  cl_kernel kernel = nullptr;
  cl_mem bufferMessages = nullptr, bufferDigests = nullptr;
};

const Registration<Sha256> entry({"sha256", Bound::Compute});

} // namespace
} // namespace weft::perf
