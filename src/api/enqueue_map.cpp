// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mapping and unmapping. Host and device memory are one, so both are only points of order.
#include "api/enqueue.h"
#include "check/mapped.h"
#include "core/command.h"
#include "core/command_check.h"
#include "core/image_region.h"

namespace weft::api {

// What clEnqueueMapBuffer and clEnqueueMapImage share. Whether the host may write is the result.
static bool checkMapFlags(cl_map_flags map_flags, const Memory &memory) {
  // "CL_INVALID_VALUE [...] if values specified in map_flags are not valid"
  requireFlags(map_flags, CL_MAP_READ | CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION);
  // "CL_MAP_READ or CL_MAP_WRITE and CL_MAP_WRITE_INVALIDATE_REGION are mutually exclusive."
  require(!(map_flags & CL_MAP_WRITE_INVALIDATE_REGION) ||
              !(map_flags & (CL_MAP_READ | CL_MAP_WRITE)),
          CL_INVALID_VALUE, "map flags exclude each other");
  // "CL_INVALID_OPERATION if buffer was created with CL_MEM_HOST_WRITE_ONLY or
  // CL_MEM_HOST_NO_ACCESS and CL_MAP_READ is set in map_flags"; the same for writing.
  const bool writing = map_flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION);
  require(!(map_flags & CL_MAP_READ) || memory.hostReadable(), CL_INVALID_OPERATION,
          "the host may not read the memory object");
  require(!writing || memory.hostWritable(), CL_INVALID_OPERATION,
          "the host may not write the memory object");
  return writing;
}

static void enqueueMap(Queue &queue, cl_command_type type, Memory &target,
                       const check::Bytes &bytes, const Region &region, bool writing,
                       std::span<const Ref<Event>> wait_list, cl_event *event, bool blocking) {
  Ref<Memory> memory(&target);
  void *const address = reinterpret_cast<void *>(bytes.first);
  const uint64_t mapping = memory->map(address, region, writing);
  const uint64_t number = check::followsMappings() ? check::noteMap(bytes, writing) : 0;
  const Mapping work{memory, bytes, writing, mapping, number};
  try {
    enqueue(queue, makeHostCommand(queue, type, RunOn::AtOnce, work), wait_list, event, blocking);
  } catch (...) {
    work.undo();
    throw;
  }
}

void *clEnqueueMapBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_map,
                         cl_map_flags map_flags, size_t offset, size_t size,
                         cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                         cl_event *event, cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&]() -> void * {
    Queue &queue = get<Queue>(command_queue);
    Buffer &target = getBuffer(buffer, queue.context());
    // "CL_INVALID_VALUE if the region being mapped specified by offset and size is out of bounds;
    // if size is zero"
    require(size && offset <= target.size() && size <= target.size() - offset, CL_INVALID_VALUE,
            "the region is empty or not inside the buffer");
    const bool writing = checkMapFlags(map_flags, target);
    auto wait_list = getWaitList(num_events_in_wait_list, event_wait_list, queue.context());
    char *address = target.hostPointer() + offset;
    enqueueMap(queue, CL_COMMAND_MAP_BUFFER, target, {reinterpret_cast<uintptr_t>(address), size},
               {{offset, 0, 0}, {size, 1, 1}}, writing, wait_list, event, blocking_map);
    return address;
  });
}

void *clEnqueueMapImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_map,
                        cl_map_flags map_flags, const size_t *origin, const size_t *region,
                        size_t *image_row_pitch, size_t *image_slice_pitch,
                        cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                        cl_event *event, cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&]() -> void * {
    Queue &queue = get<Queue>(command_queue);
    Image &target = getImage(image, queue.context());
    const Region pixels = imageRegion(target, origin, region);
    // Before the pitches: who may not map an image may well have no place for them.
    const bool writing = checkMapFlags(map_flags, target);
    // "CL_INVALID_VALUE [...] if image_row_pitch is NULL; if image is a 1D or 2D image array object
    // and image_slice_pitch is NULL; if image is a 3D and image_slice_pitch is NULL"
    require(image_row_pitch && (image_slice_pitch || !target.hasSlices()), CL_INVALID_VALUE,
            "no place for a pitch");
    auto wait_list = getWaitList(num_events_in_wait_list, event_wait_list, queue.context());
    const check::Bytes bytes = bytesOf(target.hostPointer(), imageBox(target, pixels));
    char *const address = reinterpret_cast<char *>(bytes.first);
    enqueueMap(queue, CL_COMMAND_MAP_IMAGE, target, bytes, pixels, writing, wait_list, event,
               blocking_map);
    const weft_image &level = target.level(pixels.level);
    *image_row_pitch = level.row_pitch;
    // "For a 1D and 2D image, zero is returned if this argument is not NULL."
    if (image_slice_pitch)
      *image_slice_pitch = target.hasSlices() ? level.slice_pitch : 0;
    return address;
  });
}

cl_int clEnqueueUnmapMemObject(cl_command_queue command_queue, cl_mem memobj, void *mapped_ptr,
                               cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                               cl_event *event) {
  return apiCall([&] {
    Queue &queue = get<Queue>(command_queue);
    Memory &memory = getMemory(memobj, queue.context());
    auto wait_list = getWaitList(num_events_in_wait_list, event_wait_list, queue.context());
    Ref<Command> command = makeHostCommand(queue, CL_COMMAND_UNMAP_MEM_OBJECT, RunOn::AtOnce,
                                           Unmapping{Ref<Memory>(&memory), mapped_ptr});
    // "CL_INVALID_VALUE if mapped_ptr is not a valid pointer returned by clEnqueueMapBuffer or
    // clEnqueueMapImage for memobj."
    require(memory.unmap(mapped_ptr), CL_INVALID_VALUE, "nothing is mapped at this address");
    enqueue(queue, std::move(command), wait_list, event);
  });
}

} // namespace weft::api
