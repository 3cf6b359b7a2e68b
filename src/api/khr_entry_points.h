// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Entry points of extensions that the dispatch table has no slot for, found by name.
#ifndef WEFT_API_KHR_ENTRY_POINTS_H
#define WEFT_API_KHR_ENTRY_POINTS_H

#include "core/khr_semaphore.h"
#include "core/newer_queries.h"

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

// cl_khr_terminate_context
std::remove_pointer_t<clTerminateContextKHR_fn> clTerminateContextKHR;

// cl_khr_semaphore
std::remove_pointer_t<clCreateSemaphoreWithPropertiesKHR_fn> clCreateSemaphoreWithPropertiesKHR;
std::remove_pointer_t<clRetainSemaphoreKHR_fn> clRetainSemaphoreKHR;
std::remove_pointer_t<clReleaseSemaphoreKHR_fn> clReleaseSemaphoreKHR;
std::remove_pointer_t<clGetSemaphoreInfoKHR_fn> clGetSemaphoreInfoKHR;
std::remove_pointer_t<clEnqueueSignalSemaphoresKHR_fn> clEnqueueSignalSemaphoresKHR;
std::remove_pointer_t<clEnqueueWaitSemaphoresKHR_fn> clEnqueueWaitSemaphoresKHR;

// cl_khr_external_semaphore
std::remove_pointer_t<clGetSemaphoreHandleForTypeKHR_fn> clGetSemaphoreHandleForTypeKHR;

// cl_khr_external_semaphore_sync_fd, since 2023
cl_int clReImportSemaphoreSyncFdKHR(cl_semaphore_khr sema_object,
                                    cl_semaphore_reimport_properties_khr *reimport_props, int fd);

// cl_khr_external_memory
std::remove_pointer_t<clEnqueueAcquireExternalMemObjectsKHR_fn>
    clEnqueueAcquireExternalMemObjectsKHR;
std::remove_pointer_t<clEnqueueReleaseExternalMemObjectsKHR_fn>
    clEnqueueReleaseExternalMemObjectsKHR;

// cl_intel_unified_shared_memory
std::remove_pointer_t<clHostMemAllocINTEL_fn> clHostMemAllocINTEL;
std::remove_pointer_t<clDeviceMemAllocINTEL_fn> clDeviceMemAllocINTEL;
std::remove_pointer_t<clSharedMemAllocINTEL_fn> clSharedMemAllocINTEL;
std::remove_pointer_t<clMemFreeINTEL_fn> clMemFreeINTEL;
std::remove_pointer_t<clMemBlockingFreeINTEL_fn> clMemBlockingFreeINTEL;
std::remove_pointer_t<clGetMemAllocInfoINTEL_fn> clGetMemAllocInfoINTEL;
std::remove_pointer_t<clSetKernelArgMemPointerINTEL_fn> clSetKernelArgMemPointerINTEL;
std::remove_pointer_t<clEnqueueMemFillINTEL_fn> clEnqueueMemFillINTEL;
std::remove_pointer_t<clEnqueueMemcpyINTEL_fn> clEnqueueMemcpyINTEL;
std::remove_pointer_t<clEnqueueMigrateMemINTEL_fn> clEnqueueMigrateMemINTEL;
std::remove_pointer_t<clEnqueueMemAdviseINTEL_fn> clEnqueueMemAdviseINTEL;

// cl_ext_buffer_device_address, since 2025
cl_int clSetKernelArgDevicePointerEXT(cl_kernel kernel, cl_uint arg_index,
                                      cl_mem_device_address_ext arg_value);

// cl_intel_global_variable_access, which no header has: as the OpenCL adapter of oneAPI's unified
// run time declares them.
cl_int clGetDeviceGlobalVariablePointerINTEL(cl_device_id device, cl_program program,
                                             const char *name, size_t *size_ret,
                                             void **pointer_ret);
cl_int clEnqueueReadGlobalVariableINTEL(cl_command_queue command_queue, cl_program program,
                                        const char *name, cl_bool blocking_read, size_t size,
                                        size_t offset, void *ptr, cl_uint num_events_in_wait_list,
                                        const cl_event *event_wait_list, cl_event *event);
cl_int clEnqueueWriteGlobalVariableINTEL(cl_command_queue command_queue, cl_program program,
                                         const char *name, cl_bool blocking_write, size_t size,
                                         size_t offset, const void *ptr,
                                         cl_uint num_events_in_wait_list,
                                         const cl_event *event_wait_list, cl_event *event);

// The same for functions of SPV_INTEL_function_pointers.
cl_int clGetDeviceFunctionPointerINTEL(cl_device_id device, cl_program program, const char *name,
                                       cl_ulong *pointer_ret);

} // namespace weft::api
#endif
