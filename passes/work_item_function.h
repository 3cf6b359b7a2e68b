// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The form in which the passes hand kernels to each other: the work-item function. It is a scalar
// function that runs one work-item of one work-group,
//
//   void K(ptr launch, ptr thread, i64 group_id_{x,y,z}, i64 local_size_{x,y,z},
//          i64 local_id_{x,y,z}, <the kernel's own parameters>)
//
// and differs between the work-items of a group in its local ids alone. Nothing of OpenCL's
// run-time interface is left in it but the barrier:
//
//   declare void @weft.barrier() convergent noduplicate nounwind
//
// Passes up to the emitters must not duplicate a barrier or make it depend on more conditions.
#ifndef WEFT_PASSES_WORK_ITEM_FUNCTION_H
#define WEFT_PASSES_WORK_ITEM_FUNCTION_H

#include "weft/kernel_facts.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

#include <cstdint>
#include <optional>
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

// Loop property: there is a version of it for separate buffers, or it is one
// (passes/transforms/loop_versions.h). LLVM's own pass of this kind respects it.
constexpr llvm::StringLiteral LoopHasVersion = "llvm.loop.licm_versioning.disable";

// Loop property: unrolled for vectors only (passes/vectorize/lane_streams.h). Its value: what
// bitsOfElementsInRow() has returned before.
constexpr llvm::StringLiteral LoopOfLaneStreams = "weft.loop.lane_streams";

// A kernel between lowering and its emitter.
struct LoweredKernel {
  std::string name;         // as the source has it
  llvm::Function *function; // its work-item function
  // For each kernel parameter its slot, and how the entry function makes the parameter from it.
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
  // Which groups a launch may form: others than asked for where no work-item can tell.
  Grouping grouping = Grouping::AsAsked;
  // x of the launch record and of the parameters is y of the kernel, and y its x.
  bool transposed = false;
  // Successive rows of a group that access the same cache lines (rowsThatShareLines()).
  unsigned rows_of_tile = 1;
  // It has sub-group operations (passes/analysis/sub_group_operations.h): W consecutive work-items
  // are a sub-group, not just a vector.
  bool sub_groups = false;
  // Work-items of a sub-group, as the source demands: a power of two; 0: our choice.
  unsigned sub_group_size = 0;
  // It uses named barriers (passes/named_barriers.h).
  bool named_barriers = false;
  bool reaches_by_arguments = false; // as in KernelFacts
  uint64_t args_size = 0;            // bytes of the packed argument buffer
  // Bytes per work-item that the kernel itself uses at the start of weft_thread::context.
  uint64_t context_bytes_per_item = 0;
  uint64_t local_bytes = 0; // __local variables: the first bytes of weft_thread::local_memory
  // Of a checked kernel: by parameter, whether the program may write to what it points to. Checks
  // write to memory of their own.
  std::optional<llvm::SmallVector<bool>> written;
};

} // namespace weft
#endif
