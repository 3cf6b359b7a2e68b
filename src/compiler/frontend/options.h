// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The options string of clBuildProgram, clCompileProgram and clLinkProgram (OpenCL API
// specification, "Compiler Options" and "Linker Options"), and what it means for Clang.
#ifndef WEFT_COMPILER_FRONTEND_OPTIONS_H
#define WEFT_COMPILER_FRONTEND_OPTIONS_H

#include "compiler/frontend/diagnostics.h"
#include "passes/steps.h"
#include "weft/compiler.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace weft {

struct Options {
  std::string standard = "CL1.2";      // value of -cl-std; the default is the spec's
  std::vector<std::string> clang_args; // what Clang itself takes, in order
  bool create_library = false;
  bool enable_link_options = false;
  bool kernel_arg_info = false;
  bool uniform_work_group_size = false;
  bool opt_disable = false;
  bool strict_aliasing = false; // values of different types do not lie in the same place
  bool no_subgroup_ifp = false; // sub-groups do not wait for each other
  bool clear_private = false;   // private memory is zeros when a kernel begins
  bool debug = false;
  bool debug_variables = false; // with `debug`; not of the string, but the request's emitter
  bool share_functions = false; // of the library, however few calls of them there are
  LeftOut left_out;             // steps of the kernel compiler that are not to be done
  llvm::StringRef print_after;  // the step behind which code is shown (WEFT_INSPECT_STAGES)
  bool explain = false;         // the log says how each kernel runs, and why
  bool stoppable = false;       // kernels end early where that is asked for (weft_stop)
  uint32_t checks = 0;          // not of the string, but the request's
  bool check_at_build = false;  // the log says what can be seen to be wrong (docs/checks-build.md)

  // Before OpenCL C 2.0 the local size always divides the global size.
  bool uniformWorkGroups() const { return uniform_work_group_size || standard < "CL2.0"; }
  // Lines for what is said of kernels, without debug information in the code.
  bool wantsLines() const { return explain || checks || check_at_build; }
  // The source in the IR, for who shows lines of it: the host may not have it.
  bool wantsText() const { return checks || check_at_build; }
  bool warns() const { return !has("-w"); }
  bool warningsAreErrors() const { return has("-Werror"); }
  bool cxx() const { return llvm::StringRef(standard).starts_with("CLC++"); }

private:
  bool has(llvm::StringRef word) const { return llvm::is_contained(clang_args, word); }
};

// Adds `text` to `options`. False, with a line in the log that names the culprit, where an option
// is unknown, lacks its value, or does not belong to `action`.
bool parseOptions(llvm::StringRef text, weft_action action, Options &options, Log &log);

} // namespace weft
#endif
