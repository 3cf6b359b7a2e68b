// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A launch together with what it needs: the code, and the arguments as they were when it was made.
// Commands are made of it, and what command buffers record.
#ifndef WEFT_CORE_OWNED_LAUNCH_H
#define WEFT_CORE_OWNED_LAUNCH_H

#include "core/context.h"
#include "core/kernel.h"
#include "core/nd_range.h"

namespace weft {

// Where it stays: the kernel is given addresses of parts of it.
class OwnedLaunch : public KernelLaunch {
public:
  // With every check of clEnqueueNDRangeKernel that is about sizes, then, in `take_arguments`,
  // those of the arguments; checkArguments() is left to the caller. `take_arguments` returns a
  // KernelArgs::Snapshot.
  template <typename TakeArguments>
  OwnedLaunch(const Context &context, const Device &device, KernelCode runs,
              const NdRangeRequest &request, TakeArguments &&take_arguments)
      : code(std::move(runs.image)), info(*runs.info), variants(runs.variants),
        snapshot(prepare(device, request, take_arguments)) {
    entry = runs.entry;
    name = info.name.c_str();
    args = snapshot.args.data();
    local_bytes = snapshot.local_bytes;
    fibers = info.uses_fibers;
    clear_local = local_bytes && context.clearsLocalMemory();
    if (snapshot.checked) [[unlikely]]
      beginChecks(context);
    stop = context.stopFlag();
    launch.separate_buffers = snapshot.separate_buffers;
  }
  OwnedLaunch(const OwnedLaunch &) = delete;
  OwnedLaunch &operator=(const OwnedLaunch &) = delete;

  bool isEmpty() const { return weft::isEmpty(launch); }
  const KernelInfo &kernelInfo() const { return info; }
  const KernelArgs::Snapshot &arguments() const { return snapshot; }
  // As of Command; not after dropReferences().
  bool usesPointers() const { return snapshot.has_pointers || snapshot.indirect; }
  bool mayUse(const Allocation &allocation) const;
  // CL_INVALID_CONTEXT and CL_OUT_OF_RESOURCES of clEnqueueNDRangeKernel.
  void checkArguments(const Context &context, const Device &device) const;
  // To be called once, if the range is not empty: chooses the code that runs, and the
  // groups that suit it.
  void complete(const DeviceProperties &device);

protected:
  void dropReferences();

  std::shared_ptr<const ProgramImage> code;
  const KernelInfo &info; // of `code`
  KernelVariants *const variants;
  KernelArgs::Snapshot snapshot;

private:
  void beginChecks(const Context &context);
  // The range is written to where it stays.
  template <typename TakeArguments>
  KernelArgs::Snapshot prepare(const Device &device, const NdRangeRequest &request,
                               TakeArguments &take_arguments) {
    makeNdRange(request, info, code->artifact.uniform_work_groups, device.properties(), launch);
    return take_arguments();
  }
};

// The code of `kernel` for launches on `device` in `context`: CL_INVALID_CONTEXT,
// CL_INVALID_PROGRAM_EXECUTABLE.
KernelCode codeFor(const Context &context, const Device &device, const Kernel &kernel);

void checkArguments(const Context &context, const Device &device,
                    const KernelArgs::Snapshot &snapshot);

} // namespace weft
#endif
