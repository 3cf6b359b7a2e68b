// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_khr_semaphore 1.0: what headers of 2023 lack or call otherwise, from the specification.
#ifndef WEFT_CORE_KHR_SEMAPHORE_H
#define WEFT_CORE_KHR_SEMAPHORE_H

#include <CL/cl_ext.h>

#ifndef CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR
#define CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR 0x2053
#define CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR 0
#endif

// cl_khr_external_semaphore 1.0.1, cl_khr_external_semaphore_sync_fd 1.0
#ifndef CL_SEMAPHORE_EXPORTABLE_KHR
#define CL_SEMAPHORE_EXPORTABLE_KHR 0x2054
#endif
typedef cl_properties cl_semaphore_reimport_properties_khr;

#endif
