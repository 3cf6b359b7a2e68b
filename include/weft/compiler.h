// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one door between libweft.so and libweft-compiler.so: plain data in (a request), plain data
// out (a serialised artifact, see src/support/artifact.h). Thread-safe. What is wrong with a
// program is in the artifact's log. What is wrong with the compiler may end the process; so the
// driver opens it in a process of its own (docs/compile-server.md).
#ifndef WEFT_COMPILER_H
#define WEFT_COMPILER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WEFT_COMPILER_ABI_VERSION 12

typedef struct weft_blob {
  const void *data;
  size_t size; // bytes
} weft_blob;

typedef enum weft_action {
  WEFT_ACTION_COMPILE = 0, // one source (and headers) -> artifact with IR only
  WEFT_ACTION_LINK = 1,    // IRs -> artifact with IR and, unless options hold -create-library, code
  WEFT_ACTION_BUILD = 2,   // one source -> artifact with IR and code
  WEFT_ACTION_SPECIALIZE = 3 // one IR -> artifact with code, not IR, of one kernel; see below
} weft_action;

typedef enum weft_language { WEFT_LANGUAGE_OPENCL_C = 0, WEFT_LANGUAGE_SPIRV = 1 } weft_language;

typedef enum weft_emitter {
  WEFT_EMITTER_DEFAULT = 0,
  WEFT_EMITTER_LOOPS = 1,
  WEFT_EMITTER_FIBERS = 2,
  WEFT_EMITTER_VECTOR = 3
} weft_emitter;

typedef enum weft_status {
  WEFT_OK = 0,              // artifact whole
  WEFT_BUILD_FAILED = 1,    // the program's fault; artifact holds only the log
  WEFT_INVALID_OPTIONS = 2, // options not understood; artifact holds only the log
  WEFT_INTERNAL_ERROR = 3,  // the compiler's fault; artifact holds only the log
  WEFT_OUT_OF_MEMORY = 4
} weft_status;

// What people want to see of a request; a set.
typedef enum weft_inspect {
  WEFT_INSPECT_IR = 1,       // the program's LLVM IR as the code generator is given it
  WEFT_INSPECT_ASSEMBLY = 2, // its code, AT&T syntax
  WEFT_INSPECT_TIMES = 4,    // the CPU time that each phase took
  WEFT_INSPECT_STAGES = 8,   // what each stage of the vector path did
  WEFT_INSPECT_REPORT = 16   // what became of each line, and its code (weft/code_report.h); built
                             // with debug lines
} weft_inspect;

// The records weft_header, weft_fixed_arg, weft_spec_constant, weft_specialization and
// weft_request.
#define WEFT_RECORD(type) typedef struct type {
#define WEFT_NUMBER(name) uint32_t name;
#define WEFT_NUMBER_APART(name) uint32_t name;
#define WEFT_NUMBERS(name, count) uint32_t name[count];
#define WEFT_TEXT(name) const char *name;
#define WEFT_BLOB(name) weft_blob name;
#define WEFT_LIST(type, name)                                                                      \
  const type *name;                                                                                \
  size_t num_##name;
#define WEFT_PART(type, name) type name;
#define WEFT_RECORD_END(type)                                                                      \
  }                                                                                                \
  type;
#include "weft/request.def"

// Runs a request. On return *artifact holds a serialised artifact (with at least the log) to be
// released by weft_compiler_interface_t::free, or {0,0} if not even that could be allocated.
typedef weft_status (*weft_compiler_run_fn)(const weft_request *request, weft_blob *artifact);
typedef void (*weft_compiler_free_fn)(weft_blob *artifact);

// Has the end of each phase of a request told, on whichever thread it is, from now on: "front end",
// "kernel table, IR", "library", "target machine", "lowering", "passes", "code generation",
// "linking", "serialisation". For tests, before the first request. Null: to nobody.
typedef void (*weft_phase_fn)(const char *phase);
typedef void (*weft_compiler_watch_fn)(weft_phase_fn watcher);

// What to call, on any thread, where the compiler cannot go on: with WEFT_OUT_OF_MEMORY, or with
// WEFT_INTERNAL_ERROR for what LLVM calls a fatal error. It must end the process, and may need
// memory for nothing. Before the first request. Without it LLVM writes the reason to standard error
// and ends the process its way.
typedef void (*weft_give_up_fn)(weft_status status, const char *reason);
typedef void (*weft_compiler_on_giving_up_fn)(weft_give_up_fn give_up);

// libweft-compiler.so exports exactly this one symbol, named weft_compiler_interface.
typedef struct weft_compiler_interface_t {
  uint32_t abi_version;        // WEFT_COMPILER_ABI_VERSION
  uint32_t kernel_abi_version; // WEFT_KERNEL_ABI_VERSION
  const char *description;     // "LLVM 22.1.8, ..." for logs
  weft_compiler_run_fn run;
  weft_compiler_free_fn free;
  weft_compiler_watch_fn watch;
  weft_compiler_on_giving_up_fn on_giving_up;
} weft_compiler_interface_t;

#ifdef __cplusplus
}
#endif
#endif
