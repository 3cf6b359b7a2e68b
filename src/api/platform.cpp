// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetPlatform*, clUnload*Compiler.
#include "core/platform.h"
#include "api/validate.h"

namespace weft::api {

cl_int clGetPlatformIDs(cl_uint num_entries, cl_platform_id *platforms, cl_uint *num_platforms) {
  return apiCall([&] {
    // "CL_INVALID_VALUE if num_entries is equal to zero and platforms is not NULL or if both
    // num_platforms and platforms are NULL."
    require(!platforms || num_entries, CL_INVALID_VALUE, "num_entries is zero");
    require(platforms || num_platforms, CL_INVALID_VALUE, "nothing asked for");
    if (platforms)
      platforms[0] = Platform::instance().handle();
    if (num_platforms)
      *num_platforms = 1;
  });
}

cl_int clGetPlatformInfo(cl_platform_id platform, cl_platform_info param_name,
                         size_t param_value_size, void *param_value, size_t *param_value_size_ret) {
  return apiCall([&] {
    InfoWriter out(param_value_size, param_value, param_value_size_ret);
    platformOrDefault(platform).info(param_name, out);
  });
}

// The compiler is a library that stays loaded; unloading is a hint ("allows the implementation to
// release the resources").
cl_int clUnloadCompiler() { return CL_SUCCESS; }

cl_int clUnloadPlatformCompiler(cl_platform_id platform) {
  return apiCall([&] { get<Platform>(platform); });
}

} // namespace weft::api
