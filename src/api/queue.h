// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Entry points for queues that the dispatch table has no slot for.
#ifndef WEFT_API_QUEUE_H
#define WEFT_API_QUEUE_H

#include <CL/cl.h>

namespace weft::api {

// cl_khr_create_command_queue
cl_command_queue clCreateCommandQueueWithPropertiesKHR(cl_context context, cl_device_id device,
                                                       const cl_queue_properties *properties,
                                                       cl_int *errcode_ret);

} // namespace weft::api
#endif
