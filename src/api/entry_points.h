// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Declares every entry point of the driver as weft::api::cl*, hidden, with the type that the
// dispatch table has for it: a definition that differs does not link.
#ifndef WEFT_API_ENTRY_POINTS_H
#define WEFT_API_ENTRY_POINTS_H

#include "api/icd2.h"

#include <CL/cl_ext.h>
#include <CL/cl_icd.h>
#include <type_traits>

namespace weft::api {

// OpenCL 3.1 has it in its core as it was in cl_khr_suggested_local_work_size.
using cl_api_clGetKernelSuggestedLocalWorkSize = clGetKernelSuggestedLocalWorkSizeKHR_fn;

#define WEFT_ENTRY(name) std::remove_pointer_t<cl_api_##name> name;
#define WEFT_ABSENT(name)
#include "weft/entry_points.def"

} // namespace weft::api
#endif
