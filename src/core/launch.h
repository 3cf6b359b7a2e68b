// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernel launches as commands, and native kernels.
#ifndef WEFT_CORE_LAUNCH_H
#define WEFT_CORE_LAUNCH_H

#include "core/child_launches.h"
#include "core/command.h"
#include "core/kernel.h"
#include "core/nd_range.h"

#include <span>

namespace weft {

// A launch of `kernel` with the arguments that it has now; nothing done to the kernel or to its
// arguments afterwards changes it. With every check of clEnqueueNDRangeKernel but those of the wait
// list. `type` is CL_COMMAND_NDRANGE_KERNEL or CL_COMMAND_TASK.
Ref<Command> makeLaunch(Queue &queue, cl_command_type type, Kernel &kernel,
                        const NdRangeRequest &request);

// What the kernel of a block is given.
struct BlockArguments {
  const void *block; // the literal, which is copied
  size_t block_bytes;
  std::span<const uint64_t> local_sizes; // bytes, of each pointer to local memory
};

// A launch that a kernel enqueues, of a block's kernel of the same image. Throws what makeLaunch()
// does.
Ref<Command> makeChildLaunch(Queue &queue, std::shared_ptr<const ProgramImage> image,
                             const KernelInfo &info, const NdRangeRequest &request,
                             const BlockArguments &arguments, Birth birth);

// The local size of a launch; `request.local_size` is null. With the checks of
// clGetKernelSuggestedLocalWorkSize, which wants a global size without zeros.
std::array<uint64_t, 3> suggestLocalSize(const Queue &queue, const Kernel &kernel,
                                         const NdRangeRequest &request);

using NativeFunction = void(CL_CALLBACK *)(void *);

// Calls `function` with a copy of `args` in which the memory objects' handles, at `places` within
// `args`, are replaced by addresses. A null memory object becomes a null pointer. The spans are of
// one length, every place lies within `args`.
Ref<Command> makeNativeKernel(Queue &queue, NativeFunction function, std::span<const char> args,
                              std::span<const Ref<Memory>> memory, std::span<const size_t> places);

} // namespace weft
#endif
