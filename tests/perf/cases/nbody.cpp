// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"
#include "case.h"
#include "data.h"

namespace weft::perf {
namespace {

class NBody final : public Case {
  static constexpr size_t GroupSize = 256;
  static constexpr float TimeStep = 0.005f, Softening = 50.0f;

public:
  void makeInput(Scale scale) override {
    count = scale == Scale::Tiny ? 512 : 8192;
    positions = randomFloats(count * 4, 1, 50, 1);
    velocities = randomFloats(count * 4, -1, 1, 2);
    newPositions.resize(count * 4);
    newVelocities.resize(count * 4);
  }
  void runBaseline() override {
    auto bodies = [](HostArray<float> &array) { return reinterpret_cast<Float4 *>(array.data()); };
    nbodyBaseline(bodies(positions), bodies(velocities), bodies(newPositions),
                  bodies(newVelocities), int(count), TimeStep, Softening);
  }

  void prepare(Device &device) override {
    kernel = device.kernel("nbody");
    inPositions = device.buffer(positions);
    inVelocities = device.buffer(velocities);
    outPositions = device.buffer(count * sizeof(Float4));
    outVelocities = device.buffer(count * sizeof(Float4));
  }
  void launch(Device &device) override {
    device.run(kernel, count, GroupSize, inPositions, inVelocities, outPositions, outVelocities,
               cl_int(count), TimeStep, Softening, Local{GroupSize * sizeof(Float4)});
  }
  std::string check(Device &device) override {
    std::string wrong =
        compareFloats(device.read<float>(outPositions, count * 4), newPositions, 1e-4f, 1e-3f);
    if (!wrong.empty())
      return wrong;
    return compareFloats(device.read<float>(outVelocities, count * 4), newVelocities, 1e-3f, 1e-2f);
  }

private:
  size_t count = 0;
  HostArray<float> positions, velocities, newPositions, newVelocities;
  cl_kernel kernel = nullptr;
  cl_mem inPositions = nullptr, inVelocities = nullptr;
  cl_mem outPositions = nullptr, outVelocities = nullptr;
};

const Registration<NBody> entry({"nbody", Bound::Compute, "-cl-fast-relaxed-math"});

} // namespace
} // namespace weft::perf
