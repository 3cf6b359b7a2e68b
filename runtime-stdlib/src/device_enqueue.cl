// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device-side enqueue (OpenCL C 3.0, 6.15.18): what Clang makes of enqueue_kernel and the queries
// about blocks, events, ND-ranges. All of it calls the launch (include/weft/enqueue_abi.h), one
// work-item at a time.
#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable

#include "overloads.h"
#include "weft/enqueue_abi.h"

typedef weft_children *Children;
typedef const __private ndrange_t *Range;
typedef const __private ulong *Sizes;

// passes/lowering/blocks.cpp: the launch's.
__attribute__((const)) Children __weft_children(void);

// passes/lowering/opaque_types.cpp: the same values, seen as what they are.
__attribute__((const)) __private void *__weft_pointer_of_queue(queue_t queue);
__attribute__((const)) queue_t __weft_queue_of(__private void *pointer);
__attribute__((const)) __private void *__weft_pointer_of_event(clk_event_t event);
__attribute__((const)) clk_event_t __weft_event_of(__private void *pointer);

#define CALLED __attribute__((always_inline))

INLINE static int enqueue(queue_t queue, uint flags, Range range, uint num_events,
                          const void *wait_list, void *event, const void *invoked,
                          const void *block, uint num_locals, Sizes local_sizes) {
  weft_enqueue request = {__weft_pointer_of_queue(queue),
                          (const weft_ndrange *)range,
                          wait_list,
                          event,
                          (const char *)invoked,
                          (const weft_block *)block,
                          (const uint64_t *)local_sizes,
                          flags,
                          num_events,
                          num_locals,
                          0};
  Children children = __weft_children();
  return children->enqueue(children, &request);
}

CALLED int __enqueue_kernel_basic(queue_t queue, uint flags, Range range, void *invoked,
                                  void *block) {
  return enqueue(queue, flags, range, 0, 0, 0, invoked, block, 0, 0);
}
CALLED int __enqueue_kernel_basic_events(queue_t queue, uint flags, Range range, uint num_events,
                                         const clk_event_t *wait_list, clk_event_t *event,
                                         void *invoked, void *block) {
  return enqueue(queue, flags, range, num_events, wait_list, event, invoked, block, 0, 0);
}
CALLED int __enqueue_kernel_varargs(queue_t queue, uint flags, Range range, void *invoked,
                                    void *block, uint num_locals, Sizes local_sizes) {
  return enqueue(queue, flags, range, 0, 0, 0, invoked, block, num_locals, local_sizes);
}
CALLED int __enqueue_kernel_events_varargs(queue_t queue, uint flags, Range range, uint num_events,
                                           const clk_event_t *wait_list, clk_event_t *event,
                                           void *invoked, void *block, uint num_locals,
                                           Sizes local_sizes) {
  return enqueue(queue, flags, range, num_events, wait_list, event, invoked, block, num_locals,
                 local_sizes);
}

INLINE int enqueue_marker(queue_t queue, uint num_events, const clk_event_t *wait_list,
                          clk_event_t *event) {
  weft_enqueue request = {
      __weft_pointer_of_queue(queue), 0, wait_list, event, 0, 0, 0, 0, num_events, 0, 0};
  Children children = __weft_children();
  return children->marker(children, &request);
}

// ---- questions about kernels ----

INLINE static uint ask(Range range, uint num_sub_groups, const void *invoked, uint what) {
  weft_enqueue request = {
      0, (const weft_ndrange *)range, 0, 0, (const char *)invoked, 0, 0, 0, 0, 0, num_sub_groups};
  Children children = __weft_children();
  return children->query(children, &request, what);
}

CALLED uint __get_kernel_work_group_size_impl(void *invoked, void *block) {
  return ask(0, 0, invoked, WEFT_QUERY_WORK_GROUP_SIZE);
}
CALLED uint __get_kernel_preferred_work_group_size_multiple_impl(void *invoked, void *block) {
  return ask(0, 0, invoked, WEFT_QUERY_PREFERRED_MULTIPLE);
}
CALLED uint __get_kernel_max_sub_group_size_for_ndrange_impl(Range range, void *invoked,
                                                             void *block) {
  return ask(range, 0, invoked, WEFT_QUERY_MAX_SUB_GROUP_SIZE);
}
CALLED uint __get_kernel_sub_group_count_for_ndrange_impl(Range range, void *invoked, void *block) {
  return ask(range, 0, invoked, WEFT_QUERY_SUB_GROUP_COUNT);
}
// SPIR-V's, which OpenCL C has no functions for.
CALLED uint __weft_get_kernel_max_num_sub_groups(void *invoked, void *block) {
  return ask(0, 0, invoked, WEFT_QUERY_MAX_NUM_SUB_GROUPS);
}
CALLED uint __weft_get_kernel_local_size(uint num_sub_groups, void *invoked, void *block) {
  return ask(0, num_sub_groups, invoked, WEFT_QUERY_LOCAL_SIZE);
}

// ---- queues and events ----

INLINE queue_t get_default_queue(void) {
  Children children = __weft_children();
  return __weft_queue_of((__private void *)children->find_default_queue(children));
}
INLINE clk_event_t create_user_event(void) {
  Children children = __weft_children();
  return __weft_event_of((__private void *)children->create_event(children));
}
CALLED queue_t __weft_null_queue(void) { return __weft_queue_of(0); }
CALLED clk_event_t __weft_null_event(void) { return __weft_event_of((__private void *)~0UL); }
INLINE bool is_valid_event(clk_event_t event) {
  Children children = __weft_children();
  return children->is_valid_event(children, __weft_pointer_of_event(event)) != 0;
}
INLINE void retain_event(clk_event_t event) {
  Children children = __weft_children();
  children->retain_event(children, __weft_pointer_of_event(event));
}
INLINE void release_event(clk_event_t event) {
  Children children = __weft_children();
  children->release_event(children, __weft_pointer_of_event(event));
}
INLINE void set_user_event_status(clk_event_t event, int status) {
  Children children = __weft_children();
  children->set_event_status(children, __weft_pointer_of_event(event), status);
}
INLINE void capture_event_profiling_info(clk_event_t event, clk_profiling_info name,
                                         __global void *values) {
  Children children = __weft_children();
  if (name == CLK_PROFILING_COMMAND_EXEC_TIME)
    children->capture_times(children, __weft_pointer_of_event(event), values);
}

// ---- ND-ranges ----

INLINE ndrange_t ndrange_1D(size_t items) { return (ndrange_t){1, {0}, {items}, {0}}; }
INLINE ndrange_t ndrange_1D(size_t items, size_t group) {
  return (ndrange_t){1, {0}, {items}, {group}};
}
INLINE ndrange_t ndrange_1D(size_t first, size_t items, size_t group) {
  return (ndrange_t){1, {first}, {items}, {group}};
}

#define ELEMENTS2(p) {p[0], p[1]}
#define ELEMENTS3(p) {p[0], p[1], p[2]}
#define DEFINE_NDRANGE(N)                                                                          \
  INLINE ndrange_t ndrange_##N##D(const __private size_t *items) {                                 \
    return (ndrange_t){N, {0}, ELEMENTS##N(items), {0}};                                           \
  }                                                                                                \
  INLINE ndrange_t ndrange_##N##D(const __private size_t *items, const __private size_t *group) {  \
    return (ndrange_t){N, {0}, ELEMENTS##N(items), ELEMENTS##N(group)};                            \
  }                                                                                                \
  INLINE ndrange_t ndrange_##N##D(const __private size_t *first, const __private size_t *items,    \
                                  const __private size_t *group) {                                 \
    return (ndrange_t){N, ELEMENTS##N(first), ELEMENTS##N(items), ELEMENTS##N(group)};             \
  }
DEFINE_NDRANGE(2)
DEFINE_NDRANGE(3)
