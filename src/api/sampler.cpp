// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Samplers: creation, references, queries.
#include "core/sampler.h"
#include "api/validate.h"

namespace weft::api {

cl_sampler clCreateSampler(cl_context context, cl_bool normalized_coords,
                           cl_addressing_mode addressing_mode, cl_filter_mode filter_mode,
                           cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&] {
    return Sampler::create(Ref<Context>(&activeContext(context)), normalized_coords,
                           addressing_mode, filter_mode);
  });
}

cl_sampler clCreateSamplerWithProperties(cl_context context,
                                         const cl_sampler_properties *sampler_properties,
                                         cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&] {
    return Sampler::create(Ref<Context>(&activeContext(context)), sampler_properties);
  });
}

cl_int clRetainSampler(cl_sampler sampler) {
  return apiCall([&] { get<Sampler>(sampler).apiRetain(); });
}

cl_int clReleaseSampler(cl_sampler sampler) {
  return apiCall([&] { get<Sampler>(sampler).apiRelease(); });
}

cl_int clGetSamplerInfo(cl_sampler sampler, cl_sampler_info param_name, size_t param_value_size,
                        void *param_value, size_t *param_value_size_ret) {
  return apiCall([&] {
    InfoWriter out(param_value_size, param_value, param_value_size_ret);
    get<Sampler>(sampler).writeInfo(param_name, out);
  });
}

} // namespace weft::api
