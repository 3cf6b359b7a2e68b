// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel: an entry of a built program, with its arguments.
#ifndef WEFT_CORE_KERNEL_H
#define WEFT_CORE_KERNEL_H

#include "core/kernel_args.h"
#include "core/program.h"

#include <mutex>

namespace weft {

// What runs on one device.
struct KernelCode {
  std::shared_ptr<const ProgramImage> image; // keeps the others alive
  const KernelInfo *info;
  weft_kernel_fn entry;
  KernelVariants *variants; // of `image`, or null
};

// Of a kernel of an executable image. CL_INVALID_PROGRAM_EXECUTABLE if its code lacks it.
KernelCode codeOf(std::shared_ptr<const ProgramImage> image, const KernelInfo &info);

class Kernel : public ApiObject<_cl_kernel, Kind::Kernel, CL_INVALID_KERNEL> {
public:
  // `info` is an entry of `image`.
  Kernel(Ref<Program> program, std::shared_ptr<const ProgramImage> image, const KernelInfo &info);
  // clCloneKernel: the arguments are copied.
  Kernel(Kernel &other);
  ~Kernel() override;

  Program &program() const { return *owner; }
  Context &context() const { return owner->context(); }
  const KernelInfo &info() const { return *kernel_info; }
  const Artifact &artifact() const { return image->artifact; }
  // CL_INVALID_PROGRAM_EXECUTABLE if there is none for `device`.
  KernelCode codeOn(const Device &device) const;

  void setArg(cl_uint index, size_t size, const void *value) {
    std::lock_guard lock(mutex);
    arguments.set(context(), index, size, value);
  }
  void setArgPointer(cl_uint index, const void *value) {
    std::lock_guard lock(mutex);
    arguments.setPointer(index, value);
  }
  void setArgDevicePointer(cl_uint index, cl_mem_device_address_ext value) {
    std::lock_guard lock(mutex);
    arguments.setDevicePointer(index, value);
  }
  void setExecInfo(cl_kernel_exec_info what, size_t size, const void *value) {
    std::lock_guard lock(mutex);
    arguments.setExecInfo(what, size, value);
  }
  KernelArgs::Snapshot snapshotArgs() const {
    if (check::enabled(check::Kind::Api)) [[unlikely]]
      reportUnsetArgument();
    std::lock_guard lock(mutex);
    return arguments.snapshot(context().allocations());
  }
  KernelArgs args() const {
    std::lock_guard lock(mutex);
    return arguments;
  }

protected:
  void lastApiRelease() override;

private:
  void detach();
  // For checks.
  void reportUnsetArgument() const;

  Ref<Program> owner;
  std::atomic<bool> attached{true}; // counts for the program, see Program::attachKernel
  std::shared_ptr<const ProgramImage> image;
  const KernelInfo *kernel_info;
  weft_kernel_fn function;
  KernelVariants *variants;
  mutable std::mutex mutex; // guards arguments
  KernelArgs arguments;
};

} // namespace weft
#endif
