// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Entry points of extensions that the dispatch table has no slot for, found by name.
#ifndef WEFT_API_KHR_ENTRY_POINTS_H
#define WEFT_API_KHR_ENTRY_POINTS_H

#include <CL/cl_ext.h>
#include <type_traits>

namespace weft::api {

// cl_khr_create_command_queue
std::remove_pointer_t<clCreateCommandQueueWithPropertiesKHR_fn>
    clCreateCommandQueueWithPropertiesKHR;

// cl_ext_image_requirements_info
std::remove_pointer_t<clGetImageRequirementsInfoEXT_fn> clGetImageRequirementsInfoEXT;

// cl_khr_il_program
std::remove_pointer_t<clCreateProgramWithILKHR_fn> clCreateProgramWithILKHR;

} // namespace weft::api
#endif
