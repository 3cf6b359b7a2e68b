// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"
#include "case.h"
#include "data.h"

namespace weft::perf {
namespace {

class RayTracer final : public Case {
  static constexpr cl_int Bounces = 4;

public:
  void makeInput(Scale scale) override {
    size = scale == Scale::Tiny ? 64 : 1024;
    Random random;
    for (int i = 0; i < 24; ++i)
      spheres.push_back({{random.uniform(-3, 3), random.uniform(-2, 2), random.uniform(0, 4),
                          random.uniform(0.3f, 0.7f)},
                         {random.uniform(0.2f, 1), random.uniform(0.2f, 1), random.uniform(0.2f, 1),
                          random.uniform(0.1f, 0.6f)}});
    out.resize(size * size * 4);
  }
  void runBaseline() override {
    rayTracerBaseline(out.data(), spheres.data(), int(spheres.size()), int(size), int(size),
                      Bounces);
  }

  void prepare(Device &device) override {
    kernel = device.kernel("trace");
    bufferSpheres = device.buffer(spheres);
    bufferOut = device.buffer(out.size());
  }
  void launch(Device &device) override {
    device.run(kernel, {size, size}, {16, 16}, bufferOut, bufferSpheres, cl_int(spheres.size()),
               Bounces);
  }
  std::string check(Device &device) override {
    // Rays that graze a sphere go either way.
    return compareMost(device.read<uint8_t>(bufferOut, out.size()), out, 2, 0.01);
  }

private:
  size_t size = 0;
  HostArray<Sphere> spheres;
  HostArray<uint8_t> out;
  cl_kernel kernel = nullptr;
  cl_mem bufferSpheres = nullptr, bufferOut = nullptr;
};

const Registration<RayTracer> entry({"ray_tracer", Bound::Compute, "-cl-fast-relaxed-math"});

} // namespace
} // namespace weft::perf
