// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What kernels that are compiled with checks (weft_request::checks) and their launcher tell each
// other: where arguments lead, and what was found. Other kernels know nothing of it.
#ifndef WEFT_CHECK_ABI_H
#define WEFT_CHECK_ABI_H

#include "weft/kernel_abi.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Sets of checks.
enum weft_checks {
  WEFT_CHECK_MEMORY = 1,
  WEFT_CHECK_ARITH = 2,
  WEFT_CHECK_NAN = 4,
  WEFT_CHECK_BARRIER = 8,
  WEFT_CHECK_RACE = 16, // of work-items; includes what WEFT_CHECK_MEMORY does
  WEFT_CHECK_INIT = 32, // only together with WEFT_CHECK_MEMORY
};
#define WEFT_CHECK_KNOWN 63u

// What is found.
enum weft_check_event {
  WEFT_FOUND_ACCESS = 0, // outside of its object, or one that is not allowed
  WEFT_FOUND_DIVISION_BY_ZERO,
  WEFT_FOUND_DIVISION_OVERFLOW,
  WEFT_FOUND_SHIFT,
  WEFT_FOUND_CONVERSION,
  WEFT_FOUND_NAN,
  WEFT_FOUND_INFINITY,
  WEFT_FOUND_IMAGE_READ, // outside of the image
  WEFT_FOUND_IMAGE_WRITE,
  WEFT_FOUND_BARRIER,  // others of the group are at another one, or have returned
  WEFT_FOUND_INDEX,    // `offset` is the index, `size` the number of elements
  WEFT_FOUND_UNWAITED, // the kernel ends while a copy of the work-group may go on
  WEFT_FOUND_RACE,
  // What a value does that was never written; `object`, where it was read, may be null.
  WEFT_FOUND_UNWRITTEN_BRANCH,
  WEFT_FOUND_UNWRITTEN_ADDRESS,
  WEFT_FOUND_UNWRITTEN_STORE, // to memory that the host reads
  WEFT_FOUND_UNWRITTEN_ATOMIC,
  WEFT_FOUND_ARGUMENTS, // others of the group give the same call others
  WEFT_FOUND_EVENT,     // what is waited for, or given to a copy, is of no copy
  WEFT_FOUND_SUB_GROUP, // others of the sub-group do not come here
  WEFT_FOUND_EVENTS
};

enum weft_check_access {
  WEFT_ACCESS_NONE = 0,
  WEFT_ACCESS_READ,
  WEFT_ACCESS_WRITE,
  WEFT_ACCESS_ATOMIC
};

enum weft_check_object_kind {
  WEFT_OBJECT_ARGUMENT = 0, // what a pointer argument leads to, or one by value
  WEFT_OBJECT_LOCAL,
  WEFT_OBJECT_PRIVATE,
  WEFT_OBJECT_PROGRAM, // variable at program scope
  WEFT_OBJECT_NULL,    // none: the null pointer
  WEFT_OBJECT_FOUND,   // the allocation that a pointer from memory leads to
};

// Constants of the kernel's code. Their texts follow them directly, each up to a NUL.
typedef struct weft_check_site {
  uint32_t event;  // weft_check_event
  uint32_t access; // weft_check_access
  uint32_t bytes;  // of the access, or of the number
  uint32_t align;  // bytes, of the access
  uint32_t line;   // 0: not known
  uint32_t column;
  // kernel, file, the source line's text
} weft_check_site;

typedef struct weft_check_object {
  uint32_t kind;  // weft_check_object_kind
  uint32_t index; // of the argument
  // name
} weft_check_object;

// Where a pointer argument leads. What may not be read, or not be written, has size 0 there.
typedef struct weft_check_bounds {
  uint64_t begin; // address; of local memory: not said, the argument is it
  uint64_t size_to_read;
  uint64_t size_to_write;
  // Of global memory that work-items may race for, else 0: the shadow words of its address
  // `shadow_begin` and what follows.
  uint64_t shadow;
  uint64_t shadow_begin;
  uint64_t shadow_is_own; // no other argument leads there
  // Bytes from there to where set bits say what was never written; 0: all of it was.
  int64_t to_unwritten;
} weft_check_bounds;

typedef struct weft_check_found {
  uint64_t begin;
  uint64_t size;
} weft_check_found;

// As in weft_check_bounds.
typedef struct weft_check_shadow {
  uint64_t words;
  uint64_t begin;
} weft_check_shadow;

// Of pointers of which nothing is known: addresses from `begin` on of a "size" that all are in.
#define WEFT_CHECK_UNKNOWN_OFFSET (UINT64_C(1) << 62)
#define WEFT_CHECK_UNKNOWN_SIZE (UINT64_C(1) << 63)

// WEFT_FOUND_BARRIER: `object` is the weft_check_site of the barrier that the next work-item of the
// group is at, null if it has returned; `offset` and `size` are the two work-items' marks, whose
// lower bits are the number of the barrier, or this.
#define WEFT_CHECK_RETURNED 0xfffu

// ---- races of work-items ----
//
// Who has accessed what is kept in shadow words of 64 bits, one for each granule, which is the
// largest piece that all accesses of a kernel consist of (src/check/race_state.h):
//
//   63            31 30      19 18               9 8       0
//   | segment       | item     | what was done    | site  |
//
// A segment is what a group does between two of its barriers, as a number:
//   base + (number of the group << segment_bits) + barriers before it, up to last_segment
// Each launch has another range of them, so nothing is cleared between launches.
#define WEFT_RACE_SEGMENT_SHIFT 31
#define WEFT_RACE_ITEM_SHIFT 19
#define WEFT_RACE_SEGMENTS (UINT64_C(1) << (64 - WEFT_RACE_SEGMENT_SHIFT))
#define WEFT_RACE_SITES 512u // further ones are not told apart
// Of kernels with barriers of sub-groups: lower bits of a segment's number count these, up to the
// last number, which means so many or more.
#define WEFT_RACE_SUB_GROUP_BITS 4

// Of "what was done", as bits of the word:
#define WEFT_RACE_NOW_SHIFT 9 // weft_race_operation, since the barrier
#define WEFT_RACE_NOW (UINT64_C(15) << WEFT_RACE_NOW_SHIFT)
#define WEFT_RACE_MANY_ITEMS (UINT64_C(1) << 13) // since then, all alike
#define WEFT_RACE_BEFORE_SHIFT 14                // weft_race_operation, before it
#define WEFT_RACE_BEFORE (UINT64_C(15) << WEFT_RACE_BEFORE_SHIFT)
#define WEFT_RACE_MANY_GROUPS (UINT64_C(1) << 18) // in the launch, all alike

// In place of a work-item: the asynchronous copies of a group.
#define WEFT_RACE_COPY_ITEM UINT64_C(4095)

enum weft_race_operation {
  WEFT_RACE_READ = 1,
  WEFT_RACE_WRITE = 2,
  WEFT_RACE_ATOMIC = 4,      // that writes
  WEFT_RACE_ATOMIC_READ = 8, // kept as long as others do nothing else
  WEFT_RACE_RELEASE = 16,    // no access: the group may have told others of what it did
  WEFT_RACE_ACQUIRE = 32,    // ... may have been told
  WEFT_RACE_TELL = 64,       // no access: a work-item may have told others of its own group
};

// What a site knows of the values that it writes.
enum weft_race_values {
  WEFT_RACE_VALUES_UNKNOWN = 0,
  WEFT_RACE_VALUES_KNOWN, // weft_race_lanes has them
  WEFT_RACE_VALUES_ALIKE, // all work-items write the same there
};

// An access, or what may order accesses. Constants of the kernel's code.
typedef struct weft_race_site {
  const weft_check_site *place;
  const struct weft_race_site *const *all; // of the kernel, by number
  uint32_t number;
  uint32_t operation; // weft_race_operation; of no access: a set
  uint32_t granule;   // bytes, as the exponent of 2
  uint32_t is_local;
  uint32_t values;         // weft_race_values
  uint32_t has_sub_groups; // segments count their barriers
  uint64_t object_size;    // bytes; 0: the launch tells, or it is not known
} weft_race_site;

// The work-items that come to a site side by side: of lane i bit i of `mask` is set.
typedef struct weft_race_lanes {
  uint64_t shadow; // see weft_check_bounds
  uint64_t shadow_begin;
  uint64_t segment;
  uint64_t bytes;
  uint64_t object_begin; // address, of local memory; 0: not known
  uint64_t mask;
  uint64_t item; // linear local id of lane 0, whose neighbours follow
  uint64_t address;
  int64_t stride;            // bytes, from lane to lane
  const uint64_t *addresses; // of each lane; null: `address` and `stride` tell
  const uint64_t *items;     // the same, of `item`
  const uint64_t *values;    // that lanes write, if the site has them; null: zeros
} weft_race_lanes;

// What a launch lends to a checked kernel.
typedef struct weft_check_launch {
  const weft_check_bounds *args; // one for each of the kernel's parameters
  // The allocation that the pointer leads into, as one that is to be written to or read.
  weft_check_found (*find)(const struct weft_check_launch *launch, const void *pointer,
                           uint32_t is_write);
  // `offset` and `size`: of the access, and of the object as far as it may be accessed so. `object`
  // may be null.
  void (*report)(weft_thread *thread, const weft_check_site *site, const weft_check_object *object,
                 int64_t offset, uint64_t size, const void *address, uint64_t group_x,
                 uint64_t local_x, uint64_t local_y, uint64_t local_z);
  // Races. `object` may be null where there is no access.
  void (*race)(weft_thread *thread, const weft_race_site *site, const weft_check_object *object,
               const weft_race_lanes *lanes);
  uint64_t segment_bits;
  uint64_t last_segment; // of a group, counted from 0
  uint64_t global_base;
  uint64_t local_base;
  uint64_t local_shadow; // of local memory from its begin on; 0: races are not looked for
  // WEFT_CHECK_INIT. Bytes from local memory to where set bits say what was never written of it.
  uint64_t local_to_unwritten;
  // The same of what a pointer leads to, as in weft_check_bounds.
  int64_t (*find_unwritten)(const struct weft_check_launch *launch, const void *pointer);
  // Code that was not compiled with checks may have written to all that is around the pointer.
  void (*written)(const struct weft_check_launch *launch, const void *pointer);
  // WEFT_CHECK_RACE. The shadow of the `size` bytes at `pointer`; 0: of the allocation that it
  // leads into.
  weft_check_shadow (*find_shadow)(const struct weft_check_launch *launch, const void *pointer,
                                   uint64_t size);
} weft_check_launch;

// The weft_thread of a checked kernel is followed by one more field: const weft_check_launch *.
#define WEFT_CHECK_LAUNCH_OFFSET sizeof(weft_thread)

#ifdef __cplusplus
}
#endif
#endif
