// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names to functions, and what ICD 2 loaders want.
#include "api/icd2.h"
#include "api/khr_command_buffer.h"
#include "api/khr_entry_points.h"
#include "api/validate.h"
#include "core/platform.h"

#include <cstring>

namespace weft::api {

struct NamedFunction {
  const char *name;
  void *function;
};

static void *findFunction(const char *name) {
  static const NamedFunction functions[] = {
#define WEFT_ENTRY(name) {#name, reinterpret_cast<void *>(&weft::api::name)},
#define WEFT_NAMED(name) {#name, reinterpret_cast<void *>(&weft::api::name)},
#define WEFT_ABSENT(name)
#include "weft/entry_points.def"
      {"clGetKernelSuggestedLocalWorkSizeKHR",
       reinterpret_cast<void *>(&weft::api::clGetKernelSuggestedLocalWorkSize)},
      // cl_intel_create_buffer_with_properties, of which OpenCL 3.0 is the same under another name
      {"clCreateBufferWithPropertiesINTEL",
       reinterpret_cast<void *>(&weft::api::clCreateBufferWithProperties)},
      {"clIcdGetPlatformIDsKHR", reinterpret_cast<void *>(&weft::api::clGetPlatformIDs)},
      {"clIcdGetFunctionAddressForPlatformKHR",
       reinterpret_cast<void *>(&weft::api::clIcdGetFunctionAddressForPlatformKHR)},
      {"clIcdSetPlatformDispatchDataKHR",
       reinterpret_cast<void *>(&weft::api::clIcdSetPlatformDispatchDataKHR)},
  };
  if (name)
    for (const NamedFunction &entry : functions)
      if (!std::strcmp(entry.name, name))
        return entry.function;
  return nullptr;
}

void *clGetExtensionFunctionAddress(const char *func_name) { return findFunction(func_name); }

void *clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *func_name) {
  // "clGetExtensionFunctionAddressForPlatform returns NULL if [...] platform is not valid."
  return api::clIcdGetFunctionAddressForPlatformKHR(platform, func_name);
}

void *clIcdGetFunctionAddressForPlatformKHR(cl_platform_id platform, const char *func_name) {
  void *function = nullptr;
  apiCall([&] {
    get<Platform>(platform);
    function = findFunction(func_name);
  });
  return function;
}

cl_int clIcdSetPlatformDispatchDataKHR(cl_platform_id platform, void *dispatch_data) {
  return apiCall([&] { get<Platform>(platform).adoptLoaderData(dispatch_data); });
}

} // namespace weft::api
