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
};
#define WEFT_CHECK_KNOWN 15u

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
  WEFT_FOUND_BARRIER, // others of the group are at another one, or have returned
  WEFT_FOUND_INDEX,   // `offset` is the index, `size` the number of elements
  WEFT_FOUND_UNWAITED, // the kernel ends while a copy of the work-group may go on
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
} weft_check_bounds;

typedef struct weft_check_found {
  uint64_t begin;
  uint64_t size;
} weft_check_found;

// Of pointers of which nothing is known: addresses from `begin` on of a "size" that all are in.
#define WEFT_CHECK_UNKNOWN_OFFSET (UINT64_C(1) << 62)
#define WEFT_CHECK_UNKNOWN_SIZE (UINT64_C(1) << 63)

// WEFT_FOUND_BARRIER: `object` is the weft_check_site of the barrier that the next work-item of the
// group is at, null if it has returned; `offset` and `size` are the two work-items' marks, whose
// lower bits are the number of the barrier, or this.
#define WEFT_CHECK_RETURNED 0xfffu

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
} weft_check_launch;

// The weft_thread of a checked kernel is followed by one more field: const weft_check_launch *.
#define WEFT_CHECK_LAUNCH_OFFSET sizeof(weft_thread)

#ifdef __cplusplus
}
#endif
#endif
