// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clCommand*: what clEnqueue* does, recorded.
#include "api/khr_command_buffer.h"
#include "api/transfers.h"
#include "api/validate.h"
#include "core/command.h"
#include "core/command_buffer.h"
#include "core/kernel.h"

#include <set>

namespace weft::api {

namespace {

// What all clCommand* calls have in common.
struct Recording {
  cl_command_buffer_khr command_buffer;
  cl_command_queue command_queue;
  const cl_command_properties_khr *properties;
  cl_uint num_sync_points;
  const cl_sync_point_khr *sync_points;
  cl_sync_point_khr *sync_point;
  cl_mutable_command_khr *mutable_handle;

  CommandBuffer &buffer() const { return get<CommandBuffer>(command_buffer); }
  const Context &context() const { return buffer().context(); }

  // All checks but those of the command itself; of kernels, whose commands have properties and may
  // be changed, neither of these.
  RecordedCommand check(cl_command_type type) const {
    CommandBuffer &target = buffer();
    target.requireRecording();
    // "CL_INVALID_COMMAND_QUEUE if the cl_khr_command_buffer_multi_device extension is not
    // supported and command_queue is not NULL."
    require(!command_queue, CL_INVALID_COMMAND_QUEUE, "a queue for a single command");
    if (type != CL_COMMAND_NDRANGE_KERNEL) {
      // "CL_INVALID_VALUE if values specified in properties are not valid": there are none.
      require(!properties || !*properties, CL_INVALID_VALUE, "unknown property of a command");
      // "CL_INVALID_VALUE if mutable_handle is not NULL."
      require(!mutable_handle, CL_INVALID_VALUE, "the command cannot be changed");
    }
    // "CL_INVALID_SYNC_POINT_WAIT_LIST_KHR if sync_point_wait_list is NULL and
    // num_sync_points_in_wait_list is > 0, or [the other way round]"
    require((num_sync_points == 0) == (sync_points == nullptr), CL_INVALID_SYNC_POINT_WAIT_LIST_KHR,
            "sync points without a count or a count without sync points");
    RecordedCommand command;
    command.type = type;
    command.after = target.commandsOf({sync_points, num_sync_points});
    return command;
  }

  void giveOut(cl_sync_point_khr point) const {
    if (sync_point)
      *sync_point = point;
  }

  // `make` returns the work of a transfer, checked.
  template <typename Make> void transfer(cl_command_type type, Make &&make) const {
    RecordedCommand command = check(type);
    auto work = make();
    if constexpr (PointerWork<decltype(work)>)
      command.uses_pointers = work.usesPointers();
    command.work = std::make_shared<const std::function<void()>>(std::move(work));
    giveOut(buffer().record(std::move(command)));
  }
};

} // namespace

// The properties of a kernel's command.
static MutableDispatch::Properties
checkLaunchProperties(const CommandBuffer &buffer, const cl_command_properties_khr *properties,
                      bool has_local_size) {
  MutableDispatch::Properties result;
  result.list = propertyList(properties);
  bool asserts_groups = buffer.assertsGroups();
  std::set<cl_command_properties_khr> seen;
  for (; properties && *properties; properties += 2) {
    // "CL_INVALID_VALUE if values specified in properties are not valid."
    require(seen.insert(*properties).second, CL_INVALID_VALUE, "a property is given twice");
    switch (properties[0]) {
    case CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR:
      requireFlags(properties[1], MutableDispatch::Fields);
      result.fields = properties[1];
      result.defers_arguments = properties[1] & CL_MUTABLE_DISPATCH_ARGUMENTS_KHR;
      break;
    case CL_MUTABLE_DISPATCH_ASSERTS_KHR:
      requireFlags(properties[1], CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR);
      asserts_groups |= properties[1] != 0;
      break;
    default:
      throw Error{CL_INVALID_VALUE, "unknown property of a command"};
    }
  }
  // "CL_INVALID_VALUE if command_buffer was created with [...] ASSERT_NO_ADDITIONAL_WORK_GROUPS
  // and local_work_size is NULL, or if properties includes [it] and local_work_size is NULL."
  require(!asserts_groups || has_local_size, CL_INVALID_VALUE,
          "the number of work-groups is not known");
  return result;
}

#define WEFT_RECORDING                                                                             \
  const Recording recording = {                                                                    \
      command_buffer,       command_queue, properties,    num_sync_points_in_wait_list,            \
      sync_point_wait_list, sync_point,    mutable_handle}

cl_int clCommandBarrierWithWaitListKHR(cl_command_buffer_khr command_buffer,
                                       cl_command_queue command_queue,
                                       const cl_command_properties_khr *properties,
                                       cl_uint num_sync_points_in_wait_list,
                                       const cl_sync_point_khr *sync_point_wait_list,
                                       cl_sync_point_khr *sync_point,
                                       cl_mutable_command_khr *mutable_handle) {
  WEFT_RECORDING;
  return apiCall([&] {
    recording.giveOut(recording.buffer().recordBarrier(recording.check(CL_COMMAND_BARRIER)));
  });
}

cl_int clCommandCopyBufferKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                              const cl_command_properties_khr *properties, cl_mem src_buffer,
                              cl_mem dst_buffer, size_t src_offset, size_t dst_offset, size_t size,
                              cl_uint num_sync_points_in_wait_list,
                              const cl_sync_point_khr *sync_point_wait_list,
                              cl_sync_point_khr *sync_point,
                              cl_mutable_command_khr *mutable_handle) {
  WEFT_RECORDING;
  return apiCall([&] {
    recording.transfer(CL_COMMAND_COPY_BUFFER, [&] {
      return copyBuffer(recording.context(), src_buffer, dst_buffer, src_offset, dst_offset, size);
    });
  });
}

cl_int clCommandCopyBufferRectKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_mem src_buffer, cl_mem dst_buffer,
    const size_t *src_origin, const size_t *dst_origin, const size_t *region, size_t src_row_pitch,
    size_t src_slice_pitch, size_t dst_row_pitch, size_t dst_slice_pitch,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle) {
  WEFT_RECORDING;
  return apiCall([&] {
    recording.transfer(CL_COMMAND_COPY_BUFFER_RECT, [&] {
      return copyBufferRect(recording.context(), src_buffer, dst_buffer, src_origin, dst_origin,
                            region, src_row_pitch, src_slice_pitch, dst_row_pitch, dst_slice_pitch);
    });
  });
}

cl_int clCommandCopyBufferToImageKHR(cl_command_buffer_khr command_buffer,
                                     cl_command_queue command_queue,
                                     const cl_command_properties_khr *properties, cl_mem src_buffer,
                                     cl_mem dst_image, size_t src_offset, const size_t *dst_origin,
                                     const size_t *region, cl_uint num_sync_points_in_wait_list,
                                     const cl_sync_point_khr *sync_point_wait_list,
                                     cl_sync_point_khr *sync_point,
                                     cl_mutable_command_khr *mutable_handle) {
  WEFT_RECORDING;
  return apiCall([&] {
    recording.transfer(CL_COMMAND_COPY_BUFFER_TO_IMAGE, [&] {
      return copyBufferToImage(recording.context(), src_buffer, dst_image, src_offset, dst_origin,
                               region);
    });
  });
}

cl_int clCommandCopyImageKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                             const cl_command_properties_khr *properties, cl_mem src_image,
                             cl_mem dst_image, const size_t *src_origin, const size_t *dst_origin,
                             const size_t *region, cl_uint num_sync_points_in_wait_list,
                             const cl_sync_point_khr *sync_point_wait_list,
                             cl_sync_point_khr *sync_point,
                             cl_mutable_command_khr *mutable_handle) {
  WEFT_RECORDING;
  return apiCall([&] {
    recording.transfer(CL_COMMAND_COPY_IMAGE, [&] {
      return copyImage(recording.context(), src_image, dst_image, src_origin, dst_origin, region);
    });
  });
}

cl_int clCommandCopyImageToBufferKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_mem src_image, cl_mem dst_buffer,
    const size_t *src_origin, const size_t *region, size_t dst_offset,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle) {
  WEFT_RECORDING;
  return apiCall([&] {
    recording.transfer(CL_COMMAND_COPY_IMAGE_TO_BUFFER, [&] {
      return copyImageToBuffer(recording.context(), src_image, dst_buffer, src_origin, region,
                               dst_offset);
    });
  });
}

cl_int clCommandFillBufferKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                              const cl_command_properties_khr *properties, cl_mem buffer,
                              const void *pattern, size_t pattern_size, size_t offset, size_t size,
                              cl_uint num_sync_points_in_wait_list,
                              const cl_sync_point_khr *sync_point_wait_list,
                              cl_sync_point_khr *sync_point,
                              cl_mutable_command_khr *mutable_handle) {
  WEFT_RECORDING;
  return apiCall([&] {
    recording.transfer(CL_COMMAND_FILL_BUFFER, [&] {
      return fillBuffer(recording.context(), buffer, pattern, pattern_size, offset, size);
    });
  });
}

cl_int clCommandFillImageKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                             const cl_command_properties_khr *properties, cl_mem image,
                             const void *fill_color, const size_t *origin, const size_t *region,
                             cl_uint num_sync_points_in_wait_list,
                             const cl_sync_point_khr *sync_point_wait_list,
                             cl_sync_point_khr *sync_point,
                             cl_mutable_command_khr *mutable_handle) {
  WEFT_RECORDING;
  return apiCall([&] {
    recording.transfer(CL_COMMAND_FILL_IMAGE, [&] {
      return fillImage(recording.context(), image, fill_color, origin, region);
    });
  });
}

cl_int clCommandSVMMemcpyKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                             const cl_command_properties_khr *properties, void *dst_ptr,
                             const void *src_ptr, size_t size, cl_uint num_sync_points_in_wait_list,
                             const cl_sync_point_khr *sync_point_wait_list,
                             cl_sync_point_khr *sync_point,
                             cl_mutable_command_khr *mutable_handle) {
  WEFT_RECORDING;
  return apiCall([&] {
    recording.transfer(CL_COMMAND_SVM_MEMCPY, [&] { return copySvm(dst_ptr, src_ptr, size); });
  });
}

cl_int clCommandSVMMemFillKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                              const cl_command_properties_khr *properties, void *svm_ptr,
                              const void *pattern, size_t pattern_size, size_t size,
                              cl_uint num_sync_points_in_wait_list,
                              const cl_sync_point_khr *sync_point_wait_list,
                              cl_sync_point_khr *sync_point,
                              cl_mutable_command_khr *mutable_handle) {
  WEFT_RECORDING;
  return apiCall([&] {
    recording.transfer(CL_COMMAND_SVM_MEMFILL,
                       [&] { return fillSvm(svm_ptr, pattern, pattern_size, size); });
  });
}

cl_int clCommandNDRangeKernelKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_kernel kernel, cl_uint work_dim,
    const size_t *global_work_offset, const size_t *global_work_size, const size_t *local_work_size,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle) {
  WEFT_RECORDING;
  return apiCall([&] {
    RecordedCommand command = recording.check(CL_COMMAND_NDRANGE_KERNEL);
    CommandBuffer &buffer = recording.buffer();
    Kernel &object = get<Kernel>(kernel);
    const NdRangeRequest request = {work_dim, global_work_offset, global_work_size,
                                    local_work_size};
    MutableDispatch::Properties checked =
        checkLaunchProperties(buffer, properties, local_work_size != nullptr);
    const KernelArgs args = object.args();
    command.launch = buffer.makeLaunch(command.queue, object, args, request,
                                       mutable_handle && checked.defers_arguments);
    if (!mutable_handle)
      return recording.giveOut(buffer.record(std::move(command)));
    auto dispatch =
        make<MutableDispatch>(buffer, command.queue, Ref<Kernel>(&object),
                              MutableDispatch::Settings(args, request), std::move(checked));
    recording.giveOut(buffer.record(std::move(command), dispatch));
    *mutable_handle = dispatch->handle();
  });
}

#undef WEFT_RECORDING

} // namespace weft::api
