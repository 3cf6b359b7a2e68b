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

#define WEFT_COMPILER_ABI_VERSION 11

typedef struct weft_blob {
  const void *data;
  size_t size; // bytes
} weft_blob;

typedef struct weft_header {
  const char *name; // as an #include names it
  weft_blob text;
} weft_header;

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
  WEFT_INSPECT_STAGES = 8    // what each stage of the vector path did
} weft_inspect;

// An integer argument that is the same in all launches.
typedef struct weft_fixed_arg {
  uint32_t index;  // from 0
  weft_blob value; // as many bytes as the argument has
} weft_fixed_arg;

// A value that a SPIR-V module's constant of this SpecId has instead of its own.
typedef struct weft_spec_constant {
  uint32_t id;
  weft_blob value; // as many bytes as the constant has; a bool has one
} weft_spec_constant;

// What some launches of a kernel have in common. Their code yields bit for bit what that for all
// launches does; a kernel of which that cannot be said fails to build.
typedef struct weft_specialization {
  const char *kernel;
  uint32_t local_size[3];     // divides the global size in each dimension; zeros: any
  uint32_t simd_width;        // of the code for all launches
  uint32_t narrow_ids;        // whether ids are narrow (WEFT_NARROW_SIZE)
  uint32_t exceeds_caches;    // whether the launches write more than the CPU's caches hold
  const weft_fixed_arg *args; // scalar integers passed by value
  size_t num_args;
} weft_specialization;

typedef struct weft_request {
  uint32_t abi_version; // WEFT_COMPILER_ABI_VERSION
  uint32_t action;      // weft_action
  uint32_t emitter;     // weft_emitter
  uint32_t simd_width;  // work-items side by side: a power of two up to WEFT_MAX_LANES; 0: chosen
  uint32_t threads;     // most that may work on this request; 0: one per CPU of the calling thread
  uint32_t language;    // weft_language of the source
  weft_blob source;     // COMPILE, BUILD: text, which need not end in NUL, or a module
  const weft_spec_constant *spec_constants; // COMPILE, BUILD of SPIR-V
  size_t num_spec_constants;
  const weft_header *headers; // COMPILE: embedded headers
  size_t num_headers;
  const weft_blob *inputs; // LINK: the `ir` sections of artifacts; SPECIALIZE: one
  size_t num_inputs;
  const char *options;  // the application's options string; never null. SPECIALIZE: of the
                        // build, looked through for what forbids it
  const char *cpu;      // LLVM's name of the CPU whose instructions there are, such as "x86-64-v3"
  const char *features; // LLVM feature string, such as "+avx2,+fma"; all usable features
  const char *tune;     // LLVM's name of the CPU for which code is to be fast, such as "znver5";
                        // or "host" and what tells this machine's CPU from others; null or
                        // empty: as `cpu`
  const char *extra_options; // from WEFT_BUILD_OPTIONS, after the application's; never null
  weft_specialization specialization; // SPECIALIZE
  uint32_t inspect; // set of weft_inspect, to be put into the artifact, failed or not. All but
                    // times have the program translated as a whole, on one thread
} weft_request;

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
