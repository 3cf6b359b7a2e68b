// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The form in which the passes hand kernels to each other: the work-item function. It is an
// ordinary scalar function that runs one work-item of one work-group,
//
//   void K(ptr launch, ptr thread, i64 group_id_{x,y,z}, i64 local_size_{x,y,z},
//          i64 local_id_{x,y,z}, <the kernel's own parameters>)
//
// and differs between the work-items of a group in its local ids alone. Nothing of OpenCL's
// run-time interface is left in it but the barrier:
//
//   declare void @weft.barrier() convergent noduplicate nounwind
//
// Requires of all passes between here and the emitters that they neither duplicate a barrier nor
// make one depend on more conditions than before.
#ifndef WEFT_PASSES_WORK_ITEM_FUNCTION_H
#define WEFT_PASSES_WORK_ITEM_FUNCTION_H

#include "weft/launch_hints.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

#include <cstdint>
#include <string>
#include <vector>

namespace weft {

// Parameter numbers of a work-item function.
struct ItemParam {
  enum : unsigned {
    Launch = 0,    // ptr: weft_launch of include/weft/kernel_abi.h; constant memory
    Thread = 1,    // ptr: weft_thread
    GroupId = 2,   // three i64: the work-group's number in each dimension
    LocalSize = 5, // three i64: work-items of this group, which may be a smaller one at the edge
    LocalId = 8,   // three i64: x is the dimension that lanes run along
    FirstKernelParam = 11,
  };
};

constexpr llvm::StringLiteral BarrierName = "weft.barrier";

inline bool isBarrier(const llvm::Instruction &instruction) {
  auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName() == BarrierName;
}

// Property of loops that are there twice, for buffers that are separate and for such as overlap
// (passes/transforms/loop_versions.h). LLVM's own pass of this kind heeds it, too.
constexpr llvm::StringLiteral LoopHasVersion = "llvm.loop.licm_versioning.disable";

// Property of loops that are unrolled for vectors alone (passes/vectorize/lane_streams.h): what
// bitsOfElementsInRow has said of them before.
constexpr llvm::StringLiteral LoopOfLaneStreams = "weft.loop.lane_streams";

// Place of a kernel argument in the packed argument buffer of kernel_abi.h, bytes.
struct ArgSlot {
  uint32_t offset = 0;
  uint32_t slot_size = 0; // size of the value; 8 for any pointer
  bool is_written = true; // by way of this pointer, or may be
};

// A kernel between lowering and its emitter.
struct LoweredKernel {
  std::string name;         // as the source has it
  llvm::Function *function; // its work-item function
  // By kernel parameter: its place, and how the entry function makes the parameter from it.
  struct Arg : ArgSlot {
    enum Kind : uint8_t {
      Value,        // load of the parameter's type
      LocalPointer, // weft_thread::local_memory plus the loaded 8-byte offset
      ByAddress,    // the parameter is a pointer to the (constant) bytes in the argument buffer
    } kind = Value;
  };
  std::vector<Arg> args;
  // Size of every group of every launch; zeros where launches differ.
  uint64_t fixed_local_size[3] = {};
  // Which groups whoever launches it may form: others than those asked for where nothing in the
  // kernel depends on how the work-items are grouped.
  Grouping grouping = Grouping::AsAsked;
  // The x of the launch record and of the parameters is the kernel's y, and their y its x.
  bool transposed = false;
  // Rows of a group that access the same lines of the cache, of which each work-item of a row has
  // its own.
  unsigned rows_of_tile = 1;
  // It has operations of passes/analysis/sub_group_operations.h: W work-items of a row are a
  // sub-group, not just side by side.
  bool sub_groups = false;
  // Work-items of a sub-group, as the source demands: a power of two; 0: our choice.
  unsigned sub_group_size = 0;
  // Some of its sub-groups wait for each other (passes/named_barriers.h).
  bool named_barriers = false;
  uint64_t args_size = 0; // bytes of the packed argument buffer
  // The first bytes per work-item of weft_thread::context, which the kernel itself uses.
  uint64_t context_bytes_per_item = 0;
  uint64_t local_bytes = 0; // __local variables: the first bytes of weft_thread::local_memory
};

} // namespace weft
#endif
