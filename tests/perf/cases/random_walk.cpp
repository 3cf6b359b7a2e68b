// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"
#include "case.h"
#include "data.h"

namespace weft::perf {
namespace {

class RandomWalk final : public Case {
  static constexpr cl_int Radius = 16;
  static constexpr cl_uint Most = 2000;

public:
  void makeInput(Scale scale) override {
    seeds = randomWords(scale == Scale::Tiny ? 256 : 1 << 17);
    steps.resize(seeds.size());
  }
  void runBaseline() override {
    randomWalkBaseline(seeds.data(), steps.data(), seeds.size(), Radius, Most);
  }

  void prepare(Device &device) override {
    kernel = device.kernel("walk");
    bufferSeeds = device.buffer(seeds);
    bufferSteps = device.buffer(steps.size() * sizeof(cl_uint));
  }
  void launch(Device &device) override {
    device.run(kernel, seeds.size(), 64, bufferSeeds, bufferSteps, Radius, Most);
  }
  std::string check(Device &device) override {
    return compareWords(device.read<uint32_t>(bufferSteps, steps.size()), steps);
  }

private:
  HostArray<uint32_t> seeds, steps;
  cl_kernel kernel = nullptr;
  cl_mem bufferSeeds = nullptr, bufferSteps = nullptr;
};

const Registration<RandomWalk> entry({"random_walk", Bound::Compute});

} // namespace
} // namespace weft::perf
