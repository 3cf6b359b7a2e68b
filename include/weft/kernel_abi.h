// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The contract between compiled kernels and whoever launches them. One file for C++ (launcher),
// the passes (which take offsets from these structs) and C. Layouts are fixed: x86-64 SysV, every
// field naturally aligned. Change WEFT_KERNEL_ABI_VERSION with any change here.
#ifndef WEFT_KERNEL_ABI_H
#define WEFT_KERNEL_ABI_H

#include "weft/enqueue_abi.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WEFT_KERNEL_ABI_VERSION 11

// Byte alignment of local memory, context arrays and argument buffers: the largest OpenCL type.
#define WEFT_ABI_ALIGNMENT 128

// Most work-items side by side in vectors, a power of two.
#define WEFT_MAX_LANES 128

// Bytes before and behind a thread's local memory that its kernels may write back as they are: a
// vector of the most lanes, of the largest elements, of which one is in local memory.
#define WEFT_LOCAL_MARGIN (WEFT_MAX_LANES * 8)

// Context arrays are laid out for a work-item count rounded up to a multiple of this, so that every
// array starts aligned to WEFT_ABI_ALIGNMENT whatever its element size and the local size are.
#define WEFT_CONTEXT_ITEM_MULTIPLE 128

// Most work-items of a group (CL_DEVICE_MAX_WORK_GROUP_SIZE). Kernels rely on it.
#define WEFT_MAX_GROUP_SIZE 4096

// Most work-items in each dimension of a launch without global offset whose ids are said to be
// narrow: far enough from 2^31 for ids of whole groups and vectors ahead to be 32-bit numbers.
#define WEFT_NARROW_SIZE (UINT64_C(1) << 28)

// One ND-range, shared read-only by all workers. Dimensions past work_dim hold 1 (offset: 0).
typedef struct weft_launch {
  uint64_t global_size[3];   // work-items
  uint64_t global_offset[3]; // work-items
  uint64_t local_size[3];    // enqueued local size; the last group of a dimension may be smaller
  uint64_t num_groups[3];    // ceil(global_size / local_size)
  uint32_t work_dim;         // 1 to 3
  // Not 0: what one pointer argument leads to and the kernel writes, no other one leads to. 0 where
  // that is not so, or not known, or the kernel does not ask (KernelInfo).
  uint32_t separate_buffers;
} weft_launch;

struct weft_thread;

// A `fibers` work-item body: runs work-item `item` (linear local id, x fastest) of the group that
// `frame` describes, and returns when the work-item returns.
typedef void (*weft_item_fn)(void *frame, struct weft_thread *thread, uint64_t item);

// What the thread that runs a work-group lends to the kernel.
typedef struct weft_thread {
  // At least local_bytes of the kernel plus the launch's dynamic local arguments; aligned. With
  // WEFT_LOCAL_MARGIN on both sides.
  void *local_memory;
  // At least context_bytes_per_item * (items of the largest group, rounded up to
  // WEFT_CONTEXT_ITEM_MULTIPLE) + context_bytes_per_group bytes; aligned.
  void *context;
  // printf: `record` as described at weft_print_record. Returns 0, or -1 on a malformed record.
  int32_t (*print)(struct weft_thread *thread, const void *record, uint64_t record_bytes);
  // fibers: runs fn(frame, thread, i) for i in [0, items), each on its own stack.
  void (*run_items)(struct weft_thread *thread, weft_item_fn fn, void *frame, uint64_t items);
  // fibers: called by a work-item at a barrier; returns once all work-items of the group that have
  // not returned have called it.
  void (*item_barrier)(struct weft_thread *thread);
  // The row of groups that is run, and the work-items of its groups in these dimensions.
  uint64_t group_y;
  uint64_t group_z;
  uint64_t size_y;
  uint64_t size_z;
  // What tells where a pointer leads that does not say it: local memory is [local_memory,
  // local_memory_end), private memory is [context, context_end) and the stack from its lowest
  // address in use up to stack_end, all else is global. One byte more than is used belongs to each
  // of the first two, for pointers past the end of an array. stack_end lies above the frames of the
  // kernel and below its caller's; each work-item that has a stack of its own sees that one's end.
  const void *local_memory_end;
  const void *context_end;
  const void *stack_end;
  // fibers: called by a work-item that waits for another one; returns once others have been given
  // the chance to go on.
  void (*item_yield)(struct weft_thread *thread);
  weft_children *children; // of the launch; null if the kernel enqueues none
} weft_thread;

// Before the groups of another row are run.
static inline void weft_begin_row(weft_thread *thread, const weft_launch *launch, uint64_t group_y,
                                  uint64_t group_z) {
  const uint64_t left_y = launch->global_size[1] - group_y * launch->local_size[1];
  const uint64_t left_z = launch->global_size[2] - group_z * launch->local_size[2];
  thread->group_y = group_y;
  thread->group_z = group_z;
  thread->size_y = left_y < launch->local_size[1] ? left_y : launch->local_size[1];
  thread->size_z = left_z < launch->local_size[2] ? left_z : launch->local_size[2];
}

// Runs the work-groups (x, thread->group_y, thread->group_z) of the ND-range, first_x <= x < end_x,
// of which there are some. Rows are the caller's affair, lest every kernel contains the same
// divisions and carries. `args` is the packed argument buffer of the kernel table (see
// weft::ArgInfo): a value argument holds its bytes, a __global or __constant pointer its 8-byte
// address, a __local pointer an 8-byte offset into weft_thread::local_memory.
typedef void (*weft_kernel_fn)(const weft_launch *launch, const void *args, weft_thread *thread,
                               uint64_t first_x, uint64_t end_x);

// A printf record: this header, then `arg_count` arguments, each a weft_print_arg followed by its
// element bytes, padded to 8. A string argument (%s) is an 8-byte pointer with kind POINTER.
typedef struct weft_print_record {
  const char *format; // NUL-terminated, lives as long as the kernel's code
  uint32_t arg_count;
  uint32_t reserved;
} weft_print_record;

enum weft_print_kind { WEFT_PRINT_INTEGER = 0, WEFT_PRINT_FLOAT = 1, WEFT_PRINT_POINTER = 2 };

typedef struct weft_print_arg {
  uint16_t kind;          // weft_print_kind
  uint16_t element_bytes; // 1, 2, 4 or 8
  uint32_t elements;      // 1, or 2, 3, 4, 8, 16 for a vector (3-vectors store 3 elements)
} weft_print_arg;

#ifdef __cplusplus
}
#endif
#endif
