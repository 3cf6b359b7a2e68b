// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ICD 2.0 (cl_khr_icd 2.0.0, cl_loader_info): what OpenCL headers before 2024 do not declare.
#ifndef WEFT_API_ICD2_H
#define WEFT_API_ICD2_H

#include <CL/cl.h>
#include <cstdint>

#ifndef CL_ICD2_TAG_KHR
#if INTPTR_MAX == INT64_MAX
#define CL_ICD2_TAG_KHR ((intptr_t)0x4F50454E434C3331)
#else
#define CL_ICD2_TAG_KHR ((intptr_t)0x434C3331)
#endif
#endif

namespace weft::api {

// Like clGetExtensionFunctionAddressForPlatform, for every function.
void *clIcdGetFunctionAddressForPlatformKHR(cl_platform_id platform, const char *func_name);
// Gives the platform, and every object made under it, the loader's word.
cl_int clIcdSetPlatformDispatchDataKHR(cl_platform_id platform, void *dispatch_data);

} // namespace weft::api
#endif
