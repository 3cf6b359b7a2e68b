// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How kernels enqueue kernels. Shared by the driver and the OpenCL C library; plain C. Part of what
// WEFT_KERNEL_ABI_VERSION (kernel_abi.h) counts.
//
// A queue_t is the address of the driver's queue, or null. A clk_event_t is an address that only
// the driver looks behind, or all ones: CLK_NULL_EVENT. A block that is enqueued is a kernel of the
// program, named by a string, whose first parameter is a pointer to the block's literal and whose
// others are pointers to local memory.
#ifndef WEFT_ENQUEUE_ABI_H
#define WEFT_ENQUEUE_ABI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Clang's ndrange_t (opencl-c-base.h). A local size of zero: the driver's choice.
typedef struct weft_ndrange {
  uint32_t dimensions; // 1 to 3
  uint64_t global_offset[3];
  uint64_t global_size[3];
  uint64_t local_size[3];
} weft_ndrange;

// What Clang makes of a block starts so; captured variables follow.
typedef struct weft_block {
  uint32_t bytes; // of all of the literal
  uint32_t align;
  const void *invoke; // null once the program is linked
} weft_block;

// One call of enqueue_kernel or enqueue_marker, or a question about a kernel.
typedef struct weft_enqueue {
  const void *queue;
  const weft_ndrange *range; // null for a marker
  const void *wait_list;     // `num_events` clk_event_t; may be null
  void *event;               // a clk_event_t to be set; may be null
  const char *name;          // of the block's kernel, NUL-terminated
  const weft_block *block;
  const uint64_t *local_sizes; // bytes, of `num_locals` pointers to local memory
  uint32_t flags;              // kernel_enqueue_flags_t
  uint32_t num_events;
  uint32_t num_locals;
  uint32_t num_sub_groups; // of a question for a local size
} weft_enqueue;

enum weft_kernel_query {
  WEFT_QUERY_WORK_GROUP_SIZE = 0,
  WEFT_QUERY_PREFERRED_MULTIPLE = 1,
  WEFT_QUERY_MAX_SUB_GROUP_SIZE = 2, // for `range`
  WEFT_QUERY_SUB_GROUP_COUNT = 3,    // for `range`
  WEFT_QUERY_MAX_NUM_SUB_GROUPS = 4,
  WEFT_QUERY_LOCAL_SIZE = 5 // of one dimension, for `num_sub_groups`; 0 if there is none
};

// What a launch lends to a kernel that enqueues. May be called by any thread that runs the launch.
typedef struct weft_children {
  // Return a code of enqueue_kernel.
  int32_t (*enqueue)(struct weft_children *, const weft_enqueue *);
  int32_t (*marker)(struct weft_children *, const weft_enqueue *);
  uint32_t (*query)(struct weft_children *, const weft_enqueue *, uint32_t what);
  // Null if there is none.
  void *(*find_default_queue)(struct weft_children *);
  // All ones if there are too many.
  void *(*create_event)(struct weft_children *);
  void (*retain_event)(struct weft_children *, void *event);
  void (*release_event)(struct weft_children *, void *event);
  void (*set_event_status)(struct weft_children *, void *event, int32_t status);
  uint32_t (*is_valid_event)(struct weft_children *, void *event);
  // Two 64-bit values, in ns, are written once the event's command is complete.
  void (*capture_times)(struct weft_children *, void *event, void *values);
} weft_children;

#ifdef __cplusplus
}
#endif
#endif
