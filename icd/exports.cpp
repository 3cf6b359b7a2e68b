// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The exported functions: what a loader finds with dlsym.
#include "api/entry_points.h"
#include "dispatch.h"

#define WEFT_EXPORT extern "C" __attribute__((visibility("default")))

WEFT_EXPORT void *clGetExtensionFunctionAddress(const char *func_name) {
  weft::compose();
  return weft::api::clGetExtensionFunctionAddress(func_name);
}

WEFT_EXPORT cl_int clIcdGetPlatformIDsKHR(cl_uint num_entries, cl_platform_id *platforms,
                                          cl_uint *num_platforms) {
  weft::compose();
  return weft::api::clGetPlatformIDs(num_entries, platforms, num_platforms);
}

WEFT_EXPORT cl_int clGetPlatformInfo(cl_platform_id platform, cl_platform_info param_name,
                                     size_t param_value_size, void *param_value,
                                     size_t *param_value_size_ret) {
  weft::compose();
  return weft::api::clGetPlatformInfo(platform, param_name, param_value_size, param_value,
                                      param_value_size_ret);
}

WEFT_EXPORT void *clIcdGetFunctionAddressForPlatformKHR(cl_platform_id platform,
                                                        const char *func_name) {
  weft::compose();
  return weft::api::clIcdGetFunctionAddressForPlatformKHR(platform, func_name);
}

WEFT_EXPORT cl_int clIcdSetPlatformDispatchDataKHR(cl_platform_id platform, void *dispatch_data) {
  weft::compose();
  return weft::api::clIcdSetPlatformDispatchDataKHR(platform, dispatch_data);
}
