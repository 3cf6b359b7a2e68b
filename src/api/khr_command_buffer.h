// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_khr_command_buffer 1.0: the functions, as weft::api::cl*. Headers of 2023 declare those of
// version 0.9.0, which take fewer arguments.
#ifndef WEFT_API_KHR_COMMAND_BUFFER_H
#define WEFT_API_KHR_COMMAND_BUFFER_H

#include "core/khr_command_buffer.h"

namespace weft::api {

cl_command_buffer_khr clCreateCommandBufferKHR(cl_uint num_queues, const cl_command_queue *queues,
                                               const cl_command_buffer_properties_khr *properties,
                                               cl_int *errcode_ret);
cl_int clRetainCommandBufferKHR(cl_command_buffer_khr command_buffer);
cl_int clReleaseCommandBufferKHR(cl_command_buffer_khr command_buffer);
cl_int clFinalizeCommandBufferKHR(cl_command_buffer_khr command_buffer);
cl_int clEnqueueCommandBufferKHR(cl_uint num_queues, cl_command_queue *queues,
                                 cl_command_buffer_khr command_buffer,
                                 cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                 cl_event *event);
cl_int clGetCommandBufferInfoKHR(cl_command_buffer_khr command_buffer,
                                 cl_command_buffer_info_khr param_name, size_t param_value_size,
                                 void *param_value, size_t *param_value_size_ret);

cl_int clCommandBarrierWithWaitListKHR(cl_command_buffer_khr command_buffer,
                                       cl_command_queue command_queue,
                                       const cl_command_properties_khr *properties,
                                       cl_uint num_sync_points_in_wait_list,
                                       const cl_sync_point_khr *sync_point_wait_list,
                                       cl_sync_point_khr *sync_point,
                                       cl_mutable_command_khr *mutable_handle);
cl_int clCommandCopyBufferKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                              const cl_command_properties_khr *properties, cl_mem src_buffer,
                              cl_mem dst_buffer, size_t src_offset, size_t dst_offset, size_t size,
                              cl_uint num_sync_points_in_wait_list,
                              const cl_sync_point_khr *sync_point_wait_list,
                              cl_sync_point_khr *sync_point,
                              cl_mutable_command_khr *mutable_handle);
cl_int clCommandCopyBufferRectKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_mem src_buffer, cl_mem dst_buffer,
    const size_t *src_origin, const size_t *dst_origin, const size_t *region, size_t src_row_pitch,
    size_t src_slice_pitch, size_t dst_row_pitch, size_t dst_slice_pitch,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle);
cl_int clCommandCopyBufferToImageKHR(cl_command_buffer_khr command_buffer,
                                     cl_command_queue command_queue,
                                     const cl_command_properties_khr *properties, cl_mem src_buffer,
                                     cl_mem dst_image, size_t src_offset, const size_t *dst_origin,
                                     const size_t *region, cl_uint num_sync_points_in_wait_list,
                                     const cl_sync_point_khr *sync_point_wait_list,
                                     cl_sync_point_khr *sync_point,
                                     cl_mutable_command_khr *mutable_handle);
cl_int clCommandCopyImageKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                             const cl_command_properties_khr *properties, cl_mem src_image,
                             cl_mem dst_image, const size_t *src_origin, const size_t *dst_origin,
                             const size_t *region, cl_uint num_sync_points_in_wait_list,
                             const cl_sync_point_khr *sync_point_wait_list,
                             cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle);
cl_int clCommandCopyImageToBufferKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_mem src_image, cl_mem dst_buffer,
    const size_t *src_origin, const size_t *region, size_t dst_offset,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle);
cl_int clCommandFillBufferKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                              const cl_command_properties_khr *properties, cl_mem buffer,
                              const void *pattern, size_t pattern_size, size_t offset, size_t size,
                              cl_uint num_sync_points_in_wait_list,
                              const cl_sync_point_khr *sync_point_wait_list,
                              cl_sync_point_khr *sync_point,
                              cl_mutable_command_khr *mutable_handle);
cl_int clCommandFillImageKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                             const cl_command_properties_khr *properties, cl_mem image,
                             const void *fill_color, const size_t *origin, const size_t *region,
                             cl_uint num_sync_points_in_wait_list,
                             const cl_sync_point_khr *sync_point_wait_list,
                             cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle);
cl_int clCommandNDRangeKernelKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_kernel kernel, cl_uint work_dim,
    const size_t *global_work_offset, const size_t *global_work_size, const size_t *local_work_size,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle);
cl_int clCommandSVMMemcpyKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                             const cl_command_properties_khr *properties, void *dst_ptr,
                             const void *src_ptr, size_t size, cl_uint num_sync_points_in_wait_list,
                             const cl_sync_point_khr *sync_point_wait_list,
                             cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle);
cl_int clCommandSVMMemFillKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                              const cl_command_properties_khr *properties, void *svm_ptr,
                              const void *pattern, size_t pattern_size, size_t size,
                              cl_uint num_sync_points_in_wait_list,
                              const cl_sync_point_khr *sync_point_wait_list,
                              cl_sync_point_khr *sync_point,
                              cl_mutable_command_khr *mutable_handle);

// cl_khr_command_buffer_mutable_dispatch 0.9.5
cl_int clUpdateMutableCommandsKHR(cl_command_buffer_khr command_buffer, cl_uint num_configs,
                                  const cl_command_buffer_update_type_khr *config_types,
                                  const void **configs);
cl_int clGetMutableCommandInfoKHR(cl_mutable_command_khr command,
                                  cl_mutable_command_info_khr param_name, size_t param_value_size,
                                  void *param_value, size_t *param_value_size_ret);

} // namespace weft::api
#endif
