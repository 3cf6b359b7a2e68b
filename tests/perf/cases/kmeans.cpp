// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"
#include "case.h"
#include "data.h"

namespace weft::perf {
namespace {

class KMeans final : public Case {
  static constexpr cl_uint Clusters = 24, Dimensions = 20;
  static constexpr size_t GroupSize = 256;

public:
  void makeInput(Scale scale) override {
    points = scale == Scale::Tiny ? 992 : 400000;
    features = randomFloats(size_t{points} * Dimensions, 0, 1, 1);
    centres = randomFloats(Clusters * Dimensions, 0, 1, 2);
    membership.resize(points);
  }
  void runBaseline() override {
    kmeansBaseline(features.data(), centres.data(), membership.data(), points, Clusters,
                   Dimensions);
  }

  void prepare(Device &device) override {
    kernel = device.kernel("assign");
    bufferFeatures = device.buffer(features);
    bufferCentres = device.buffer(centres);
    bufferMembership = device.buffer(points * sizeof(cl_uint));
  }
  void launch(Device &device) override {
    device.run(kernel, (points + GroupSize - 1) / GroupSize * GroupSize, GroupSize, bufferFeatures,
               bufferCentres, bufferMembership, points, Clusters, Dimensions);
  }
  std::string check(Device &device) override {
    // Rounding may decide between two centres that are as good as equally near.
    return compareMost(device.read<uint32_t>(bufferMembership, points), membership, 0, 0.001);
  }

private:
  cl_uint points = 0;
  HostArray<float> features, centres;
  HostArray<uint32_t> membership;
  cl_kernel kernel = nullptr;
  cl_mem bufferFeatures = nullptr, bufferCentres = nullptr, bufferMembership = nullptr;
};

const Registration<KMeans> entry({"kmeans", Bound::Compute});

} // namespace
} // namespace weft::perf
