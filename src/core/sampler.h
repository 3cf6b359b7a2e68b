// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Samplers: for a kernel only their bits.
#ifndef WEFT_CORE_SAMPLER_H
#define WEFT_CORE_SAMPLER_H

#include "core/context.h"
#include "core/object.h"

#include <limits>
#include <vector>

namespace weft {

class InfoWriter;

class Sampler final : public ApiObject<_cl_sampler, Kind::Sampler, CL_INVALID_SAMPLER> {
public:
  // clCreateSampler, with all of its checks.
  static Ref<Sampler> create(Ref<Context> context, cl_bool normalized,
                             cl_addressing_mode addressing, cl_filter_mode filter);
  // clCreateSamplerWithProperties, with all of its checks; `properties` may be null.
  static Ref<Sampler> create(Ref<Context> context, const cl_sampler_properties *properties);

  Context &context() const { return *ctx; }
  // Of weft_sampler (image_abi.h).
  uint64_t bits() const;

  // clGetSamplerInfo.
  void writeInfo(cl_sampler_info param, InfoWriter &out) const;

private:
  explicit Sampler(Ref<Context> context) : ctx(std::move(context)) {}
  void set(cl_sampler_properties name, cl_sampler_properties value);

  Ref<Context> ctx;
  cl_bool normalized = CL_TRUE;
  cl_addressing_mode addressing = CL_ADDRESS_CLAMP;
  cl_filter_mode filter = CL_FILTER_NEAREST;
  // cl_khr_mipmap_image
  cl_filter_mode mip_filter = CL_FILTER_NEAREST;
  float lod_min = 0, lod_max = std::numeric_limits<float>::max();
  std::vector<cl_sampler_properties> property_list; // with the terminating 0, or empty
};

} // namespace weft
#endif
