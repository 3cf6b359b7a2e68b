// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The version of OpenCL that the platform and every device report, and what follows from it.
#ifndef WEFT_SUPPORT_OPENCL_VERSION_H
#define WEFT_SUPPORT_OPENCL_VERSION_H

// Digits, for strings are made of them.
#define WEFT_OPENCL_MAJOR 3
#define WEFT_OPENCL_MINOR 1

namespace weft {

constexpr unsigned OpenCLMajor = WEFT_OPENCL_MAJOR;
constexpr unsigned OpenCLMinor = WEFT_OPENCL_MINOR;

// As macros of OpenCL C have versions: 310 is 3.1.
constexpr unsigned OpenCLVersion = 100 * OpenCLMajor + 10 * OpenCLMinor;

} // namespace weft
#endif
