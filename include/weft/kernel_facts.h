// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the passes find out about a kernel and a launch has to know: written by the passes, stored
// in the artifact, read by the driver, each fact by one name.
#ifndef WEFT_KERNEL_FACTS_H
#define WEFT_KERNEL_FACTS_H

#include "weft/launch_hints.h"

#include <cstdint>
#include <string>
#include <vector>

namespace weft {

// Place of a kernel argument in the packed argument buffer of kernel_abi.h, bytes.
struct ArgSlot {
  uint32_t offset = 0;    // from its start
  uint32_t slot_size = 0; // size of the value; 8 for any pointer
  bool is_written = true; // what it points to, by way of it, or may be
  // Not 0: of what it points to, the work-item whose get_global_id(0) is i touches nothing but the
  // bytes from i * own_bytes up to (i + 1) * own_bytes, wherever the latter is less than 2^31.
  uint32_t own_bytes = 0;
};

// Iterations of a loop that an integer argument decides: (value + added) / divisor, at least 0.
struct LoopTrips {
  uint32_t arg = 0;
  int64_t added = 0;
  uint64_t divisor = 1;
};

// Floating-point operations that a work-item does: a number times what its loops do.
struct FloatWork {
  double operations = 0;
  std::vector<LoopTrips> loops;
};

struct KernelFacts {
  std::string symbol;                   // of the entry function, a weft_kernel_fn
  uint64_t args_size = 0;               // bytes of the packed argument buffer
  uint64_t local_bytes = 0;             // __local variables of the kernel
  uint64_t private_bytes = 0;           // per work-item, an estimate for CL_KERNEL_PRIVATE_MEM_SIZE
  uint64_t spill_bytes = 0;             // of stack that the code spills registers to
  uint64_t context_bytes_per_item = 0;  // see weft_thread::context
  uint64_t context_bytes_per_group = 0; // fixed part
  bool uses_barriers = false;
  bool uses_fibers = false; // emitted by the `fibers` emitter
  bool transposed = false;  // takes its weft_launch with x and y swapped
  bool enqueues = false;    // other kernels: needs weft_thread::children
  // Whatever memory it touches that others may see, it reaches by adding to a pointer argument.
  bool reaches_by_arguments = false;
  // Of its arguments: it reads weft_launch::separate_buffers.
  bool asks_for_separate_buffers = false;
  uint32_t simd_width = 1; // work-items side by side; a power of two
  LaunchHints hints;
  std::vector<FloatWork> float_work; // a sum, for traces
  bool float_work_assumed = false;   // some of it: iterations, how often branches are taken
  std::string explain;               // one line per remark: why the kernel runs as it does
};

} // namespace weft
#endif
