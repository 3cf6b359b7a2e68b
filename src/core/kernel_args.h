// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernel arguments as a value: the packed buffer that the kernel reads, and references to what its
// pointers point to. A launch takes a snapshot, so nothing done afterwards can change it.
#ifndef WEFT_CORE_KERNEL_ARGS_H
#define WEFT_CORE_KERNEL_ARGS_H

#include "core/newer_queries.h"
#include "core/weak_ref.h"
#include "support/artifact.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>
#include <weft/kernel_abi.h>

namespace weft {

class Allocations;
class CheckedLaunch;
class Context;
class DeviceQueue;
class Memory;
struct Allocation;

// Bytes aligned to WEFT_ABI_ALIGNMENT, zero at first. What most kernels need is kept in place.
class ArgBuffer {
public:
  explicit ArgBuffer(size_t bytes = 0)
      : blocks(bytes <= sizeof(Block)
                   ? nullptr
                   : std::make_unique<Blocks>((bytes + sizeof(Block) - 1) / sizeof(Block))) {}
  ArgBuffer(const ArgBuffer &other)
      : first(other.first),
        blocks(other.blocks ? std::make_unique<Blocks>(*other.blocks) : nullptr) {}
  ArgBuffer &operator=(const ArgBuffer &other) {
    first = other.first;
    blocks = other.blocks ? std::make_unique<Blocks>(*other.blocks) : nullptr;
    return *this;
  }
  char *data() { return blocks ? blocks->front().bytes : first.bytes; }
  const char *data() const { return blocks ? blocks->front().bytes : first.bytes; }

private:
  struct alignas(WEFT_ABI_ALIGNMENT) Block {
    char bytes[WEFT_ABI_ALIGNMENT] = {};
  };
  using Blocks = std::vector<Block>;
  Block first;
  std::unique_ptr<Blocks> blocks; // all bytes, if they do not fit in `first`
};

// The memory objects of a launch. What most kernels need is kept in place.
class MemoryRefs {
public:
  void push_back(Ref<Memory> memory);
  void clear();
  const Ref<Memory> *begin() const { return more ? more->data() : first; }
  const Ref<Memory> *end() const { return begin() + count; }

private:
  static constexpr size_t in_place = 6;
  size_t count = 0;
  Ref<Memory> first[in_place];
  std::unique_ptr<std::vector<Ref<Memory>>> more; // all of them, if they do not fit in `first`
};

// The unified shared memory that a kernel may reach though no argument points to it
// (clSetKernelExecInfo). It could reach all memory of the process anyway: this only says what
// clMemBlockingFreeINTEL has to wait for.
struct IndirectAccess {
  bool host = false, device = false, shared = false; // any allocation of the kind
  std::vector<const void *> pointers;                // into these

  bool mayUse(const Allocation &allocation) const;
};

class KernelArgs {
public:
  // `info` must outlive this object and its copies (the kernel's image does).
  explicit KernelArgs(const KernelInfo &info);
  KernelArgs(const KernelArgs &);
  KernelArgs &operator=(const KernelArgs &);
  ~KernelArgs();

  // clSetKernelArg with all of its checks, for a kernel of `context`.
  void set(const Context &context, cl_uint index, size_t size, const void *value);

  // clSetKernelArgSVMPointer and clSetKernelArgMemPointerINTEL with all of their checks.
  void setPointer(cl_uint index, const void *value);

  // clSetKernelArgDevicePointerEXT with all of its checks.
  void setDevicePointer(cl_uint index, cl_mem_device_address_ext value);

  // clSetKernelExecInfo with all of its checks.
  void setExecInfo(cl_kernel_exec_info what, size_t size, const void *value);

  // What a launch owns. Resolved: every pointer slot holds an address, every local slot an offset.
  struct Snapshot {
    [[no_unique_address]] ArgBuffer args;                  // aligned, with room behind it
    MemoryRefs memory;                                     // what `args` points to
    std::unique_ptr<std::vector<Ref<DeviceQueue>>> queues; // the same; null if there are none
    uint64_t local_bytes;                                  // static plus dynamic, per work-group
    bool separate_buffers = false;                         // as in weft_launch, if the kernel asks
    bool has_pointers = false;                      // to memory that no object in `memory` keeps
    std::shared_ptr<const IndirectAccess> indirect; // null: none
    std::unique_ptr<CheckedLaunch> checked;         // of a checked kernel; else null

    Snapshot(const ArgBuffer &args, uint64_t local_bytes);
    Snapshot(Snapshot &&) noexcept;
    Snapshot &operator=(Snapshot &&) noexcept;
    ~Snapshot();
  };
  // Throws CL_INVALID_KERNEL_ARGS if an argument is not set. `known`: of the kernel's context.
  Snapshot snapshot(const Allocations &known) const;

  std::optional<uint32_t> firstUnset() const;

  // Bytes of dynamic local memory, as CL_KERNEL_LOCAL_MEM_SIZE counts them beside the static.
  uint64_t dynamicLocalBytes() const;

  // What a launch has that a kernel enqueues: the address of a copy of `block`, then as many
  // pointers to local memory as there are sizes. The address is written by placeBlock(), once the
  // snapshot is where it stays.
  static Snapshot ofBlock(const KernelInfo &info, const void *block, size_t block_bytes,
                          std::span<const uint64_t> local_sizes);
  static void placeBlock(const KernelInfo &info, Snapshot &snapshot);

private:
  std::unique_ptr<CheckedLaunch> checkedLaunch(const Snapshot &snapshot,
                                               const Allocations &known) const;

  struct Arg {
    bool is_set = false;
    WeakRef<DeviceQueue> queue;
    WeakRef<Memory> memory;  // pointers: a memory object,
    uintptr_t address = 0;   // or else any memory of the process, or null
    uint64_t local_size = 0; // local pointers, bytes
  };
  const KernelInfo *info;
  ArgBuffer buffer; // value arguments, packed
  std::vector<Arg> args;
  std::shared_ptr<const IndirectAccess> indirect; // null: none; shared with snapshots
};

} // namespace weft
#endif
