// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernel launches, tasks, native kernels.
#include "api/enqueue.h"
#include "api/khr_entry_points.h"
#include "core/launch.h"

namespace weft::api {

cl_int clEnqueueNDRangeKernel(cl_command_queue command_queue, cl_kernel kernel, cl_uint work_dim,
                              const size_t *global_work_offset, const size_t *global_work_size,
                              const size_t *local_work_size, cl_uint num_events_in_wait_list,
                              const cl_event *event_wait_list, cl_event *event) {
  return apiCall([&] {
    Queue &queue = get<Queue>(command_queue);
    Kernel &object = get<Kernel>(kernel);
    auto wait_list = getWaitList(num_events_in_wait_list, event_wait_list, queue.context());
    enqueue(queue,
            makeLaunch(queue, CL_COMMAND_NDRANGE_KERNEL, object,
                       {work_dim, global_work_offset, global_work_size, local_work_size}),
            wait_list, event);
  });
}

cl_int clGetKernelSuggestedLocalWorkSize(cl_command_queue command_queue, cl_kernel kernel,
                                         cl_uint work_dim, const size_t *global_work_offset,
                                         const size_t *global_work_size,
                                         size_t *suggested_local_work_size) {
  return apiCall([&] {
    Queue &queue = get<Queue>(command_queue);
    Kernel &object = get<Kernel>(kernel);
    // "CL_INVALID_VALUE if suggested_local_work_size is NULL"
    require(suggested_local_work_size, CL_INVALID_VALUE, "no place for the result");
    const auto local =
        suggestLocalSize(queue, object, {work_dim, global_work_offset, global_work_size, nullptr});
    for (cl_uint d = 0; d < work_dim; ++d)
      suggested_local_work_size[d] = local[d];
  });
}

// "clEnqueueTask is equivalent to calling clEnqueueNDRangeKernel with work_dim set to 1,
// global_work_offset set to NULL, global_work_size[0] set to 1, and local_work_size[0] set to 1."
cl_int clEnqueueTask(cl_command_queue command_queue, cl_kernel kernel,
                     cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                     cl_event *event) {
  return apiCall([&] {
    Queue &queue = get<Queue>(command_queue);
    Kernel &object = get<Kernel>(kernel);
    auto wait_list = getWaitList(num_events_in_wait_list, event_wait_list, queue.context());
    const size_t one = 1;
    enqueue(queue, makeLaunch(queue, CL_COMMAND_TASK, object, {1, nullptr, &one, &one}), wait_list,
            event);
  });
}

cl_int clEnqueueNativeKernel(cl_command_queue command_queue, NativeFunction user_func, void *args,
                             size_t cb_args, cl_uint num_mem_objects, const cl_mem *mem_list,
                             const void **args_mem_loc, cl_uint num_events_in_wait_list,
                             const cl_event *event_wait_list, cl_event *event) {
  return apiCall([&] {
    Queue &queue = get<Queue>(command_queue);
    // "CL_INVALID_VALUE if user_func is NULL."
    require(user_func, CL_INVALID_VALUE, "no function");
    // "CL_INVALID_VALUE if args is a NULL value and cb_args > 0, or if args is a NULL value and
    // num_mem_objects > 0"; "if args is not NULL and cb_args is 0."
    require((args != nullptr) == (cb_args != 0), CL_INVALID_VALUE,
            "arguments without a size or a size without arguments");
    require(args || !num_mem_objects, CL_INVALID_VALUE, "memory objects without arguments");
    // "CL_INVALID_VALUE if num_mem_objects > 0 and mem_list or args_mem_loc are NULL"; "if
    // num_mem_objects = 0 and mem_list or args_mem_loc are not NULL."
    const bool has_memory = num_mem_objects != 0;
    require((mem_list != nullptr) == has_memory && (args_mem_loc != nullptr) == has_memory,
            CL_INVALID_VALUE, "num_mem_objects does not match mem_list and args_mem_loc");
    const char *bytes = static_cast<const char *>(args);
    std::vector<Ref<Memory>> memory;
    std::vector<size_t> places;
    for (cl_uint i = 0; i < num_mem_objects; ++i) {
      // "The buffer object values specified in mem_list are memory object handles [...] or NULL."
      memory.push_back(mem_list[i] ? Ref<Memory>(&getBuffer(mem_list[i], queue.context()))
                                   : Ref<Memory>());
      // "args_mem_loc is a pointer to appropriate locations that args points to": as numbers, for
      // what the application passes may point anywhere.
      const size_t place =
          reinterpret_cast<uintptr_t>(args_mem_loc[i]) - reinterpret_cast<uintptr_t>(bytes);
      require(cb_args >= sizeof(void *) && place <= cb_args - sizeof(void *), CL_INVALID_VALUE,
              "a location is not within args");
      places.push_back(place);
    }
    auto wait_list = getWaitList(num_events_in_wait_list, event_wait_list, queue.context());
    enqueue(queue, makeNativeKernel(queue, user_func, {bytes, cb_args}, memory, places), wait_list,
            event);
  });
}

} // namespace weft::api
