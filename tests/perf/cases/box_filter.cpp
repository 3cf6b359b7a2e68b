// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"
#include "case.h"
#include "data.h"

namespace weft::perf {
namespace {

class BoxFilter final : public Case {
  static constexpr size_t GroupSize = 256; // As in the kernel.

public:
  void makeInput(Scale scale) override {
    size = scale == Scale::Tiny ? GroupSize : 3072;
    in = randomBytes(size * size * 4);
    between.resize(in.size());
    out.resize(in.size());
  }
  void runBaseline() override {
    boxFilterBaseline(in.data(), between.data(), out.data(), int(size), int(size));
  }

  void prepare(Device &device) override {
    horizontal = device.kernel("horizontal");
    vertical = device.kernel("vertical");
    bufferIn = device.buffer(in);
    bufferBetween = device.buffer(in.size());
    bufferOut = device.buffer(in.size());
  }
  void launch(Device &device) override {
    device.run(horizontal, {size, size}, {GroupSize, 1}, bufferIn, bufferBetween, cl_int(size));
    device.run(vertical, {size, size}, {16, 16}, bufferBetween, bufferOut, cl_int(size),
               cl_int(size));
  }
  std::string check(Device &device) override {
    return compareBytes(device.read<uint8_t>(bufferOut, out.size()), out);
  }

private:
  size_t size = 0;
  HostArray<uint8_t> in, between, out;
  cl_kernel horizontal = nullptr, vertical = nullptr;
  cl_mem bufferIn = nullptr, bufferBetween = nullptr, bufferOut = nullptr;
};

const Registration<BoxFilter> entry({"box_filter", Bound::Compute});

} // namespace
} // namespace weft::perf
