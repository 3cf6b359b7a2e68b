// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recorded kernels that can be changed between replays (cl_khr_command_buffer_mutable_dispatch).
#ifndef WEFT_CORE_MUTABLE_DISPATCH_H
#define WEFT_CORE_MUTABLE_DISPATCH_H

#include "core/kernel.h"
#include "core/khr_command_buffer.h"
#include "core/nd_range.h"

#include <array>
#include <vector>

namespace weft {

class CommandBuffer;
class InfoWriter;

class MutableDispatch : public ApiObject<_cl_mutable_command_khr, Kind::MutableCommand,
                                         CL_INVALID_MUTABLE_COMMAND_KHR> {
public:
  // What CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR reports, and what may be changed unless it is
  // said when recording.
  static constexpr cl_mutable_dispatch_fields_khr Fields =
      CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR | CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR |
      CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR | CL_MUTABLE_DISPATCH_ARGUMENTS_KHR |
      CL_MUTABLE_DISPATCH_EXEC_INFO_KHR;

  // What a launch is made of.
  struct Settings {
    Settings(KernelArgs args, const NdRangeRequest &request);
    NdRangeRequest request() const;
    // Whether groups are of one size, as far as the application says how large they are.
    bool isUniform() const;

    KernelArgs args;
    cl_uint work_dim;
    bool has_global, has_local;
    std::array<size_t, 3> offset = {}, global = {}, local = {};
  };

  // The properties of clCommandNDRangeKernelKHR.
  struct Properties {
    cl_mutable_dispatch_fields_khr fields = Fields;
    bool defers_arguments = false;               // they may be set after recording
    std::vector<cl_command_properties_khr> list; // as given, with the terminating 0, or empty
  };

  MutableDispatch(CommandBuffer &buffer, uint32_t queue, Ref<Kernel> kernel, Settings settings,
                  Properties properties)
      : settings(std::move(settings)), owner(buffer), queue(queue), kernel_ref(std::move(kernel)),
        properties(std::move(properties)) {}

  CommandBuffer &buffer() const { return owner; }
  uint32_t queueIndex() const { return queue; }
  const Kernel &kernel() const { return *kernel_ref; }
  bool defersArguments() const { return properties.defers_arguments; }

  // `changed` as the update says, with all checks of clUpdateMutableCommandsKHR but those of the
  // launch that comes of it.
  void apply(const MutableDispatchConfig &update, Settings &changed) const;

  // clGetMutableCommandInfoKHR.
  void writeInfo(cl_mutable_command_info_khr param, InfoWriter &out) const;

  // Guarded by the buffer's mutex.
  Settings settings;
  uint32_t index = 0; // among the buffer's commands

private:
  CommandBuffer &owner; // which owns this
  const uint32_t queue;
  const Ref<Kernel> kernel_ref;
  const Properties properties;
};

} // namespace weft
#endif
