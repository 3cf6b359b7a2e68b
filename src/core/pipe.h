// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pipes: memory objects that only kernels read and write, by packet. A pipe's bytes are one ring
// (include/weft/pipe_abi.h).
#ifndef WEFT_CORE_PIPE_H
#define WEFT_CORE_PIPE_H

#include "core/memory.h"

namespace weft {

// The same on every device.
struct PipeLimits {
  static constexpr cl_uint Args = 64;           // of a kernel
  static constexpr cl_uint PacketBytes = 65536; // of a packet
  // Of a work-item, group or sub-group. Nothing is kept of a reservation but its packets' states,
  // so this is no limit but a number.
  static constexpr cl_uint Reservations = 65536;
};

class Pipe final : public Memory {
public:
  // clCreatePipe, with all of its checks but those of the properties.
  static Ref<Pipe> create(Ref<Context> context, cl_mem_flags flags, cl_uint packet_size,
                          cl_uint max_packets);
  ~Pipe() override;

  // clGetPipeInfo.
  void writePipeInfo(cl_pipe_info param, InfoWriter &out) const;

private:
  Pipe(Ref<Context> context, cl_mem_flags flags, cl_uint packet_size, cl_uint max_packets,
       size_t bytes);

  const cl_uint packet_size; // bytes
  const cl_uint max_packets;
};

} // namespace weft
#endif
