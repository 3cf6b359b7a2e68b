// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Creation and queries of pipes.
#include "core/pipe.h"

#include "core/info_writer.h"
#include "core/memory_flags.h"

#include <algorithm>
#include <cstring>
#include <weft/kernel_abi.h>
#include <weft/pipe_abi.h>

namespace weft {

static uint64_t packetsOffset(cl_uint max_packets) {
  const uint64_t end = sizeof(weft_pipe) + uint64_t(max_packets) * sizeof(uint32_t);
  return (end + WEFT_ABI_ALIGNMENT - 1) / WEFT_ABI_ALIGNMENT * WEFT_ABI_ALIGNMENT;
}

Ref<Pipe> Pipe::create(Ref<Context> context, cl_mem_flags flags, cl_uint packet_size,
                       cl_uint max_packets) {
  // "Only CL_MEM_READ_WRITE and CL_MEM_HOST_NO_ACCESS can be specified when creating a pipe object.
  // If the value specified for flags is 0, the default is used which is CL_MEM_READ_WRITE |
  // CL_MEM_HOST_NO_ACCESS."
  checkMemoryFlags(flags, CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS);
  flags |= CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS;
  // "CL_INVALID_PIPE_SIZE if pipe_packet_size is 0 or the pipe_packet_size exceeds
  // CL_DEVICE_PIPE_MAX_PACKET_SIZE [...] or if pipe_max_packets is 0"
  require(packet_size && packet_size <= PipeLimits::PacketBytes, CL_INVALID_PIPE_SIZE,
          "the packet size is zero or exceeds CL_DEVICE_PIPE_MAX_PACKET_SIZE");
  require(max_packets, CL_INVALID_PIPE_SIZE, "a pipe for no packets");
  const uint64_t bytes = packetsOffset(max_packets) + uint64_t(max_packets) * packet_size;
  uint64_t most = 0;
  for (const Ref<Device> &device : context->devices())
    most = std::max(most, device->properties().max_allocation);
  require(bytes <= most, CL_MEM_OBJECT_ALLOCATION_FAILURE,
          "the pipe exceeds CL_DEVICE_MAX_MEM_ALLOC_SIZE");
  return Ref<Pipe>::adopt(new Pipe(std::move(context), flags, packet_size, max_packets, bytes));
}

Pipe::Pipe(Ref<Context> context, cl_mem_flags flags, cl_uint packet_size, cl_uint max_packets,
           size_t bytes)
    : Memory(std::move(context), CL_MEM_OBJECT_PIPE, flags, bytes), packet_size(packet_size),
      max_packets(max_packets) {
  acquire(nullptr, 0);
  const uint64_t packets = packetsOffset(max_packets);
  // The header and the states.
  std::memset(hostPointer(), 0, packets);
  weft_pipe &ring = *reinterpret_cast<weft_pipe *>(hostPointer());
  ring.max_packets = max_packets;
  ring.packet_bytes = packet_size;
  ring.states_offset = sizeof(weft_pipe);
  ring.packets_offset = packets;
}

Pipe::~Pipe() { runDestructorCallbacks(); }

void Pipe::writePipeInfo(cl_pipe_info param, InfoWriter &out) const {
  switch (param) {
  case CL_PIPE_PACKET_SIZE:
    return out.write<cl_uint>(packet_size);
  case CL_PIPE_MAX_PACKETS:
    return out.write<cl_uint>(max_packets);
  case CL_PIPE_PROPERTIES:
    // "If the properties argument [...] was NULL, the implementation must return
    // param_value_size_ret equal to 0": it always is.
    return out.bytes(nullptr, 0);
  default:
    // "CL_INVALID_VALUE if param_name is not one of the supported values"
    throw Error{CL_INVALID_VALUE, "unknown pipe query"};
  }
}

} // namespace weft
