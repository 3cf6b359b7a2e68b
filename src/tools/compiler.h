// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The compiler's library for a program on the command line, and what to compile for.
#ifndef WEFT_TOOLS_COMPILER_H
#define WEFT_TOOLS_COMPILER_H

#include "support/artifact.h"
#include "weft/compiler.h"

#include <string>

namespace weft {

// "native": what the driver compiles for here; a level such as x86-64-v3: what it does where it is
// told to keep to that; else a name of LLVM's. Features are added to what these have.
struct Target {
  Target(const std::string &name, const std::string &more);
  std::string shown() const; // for people
  std::string cpu, features, tune;

private:
  std::string description;
};

class Compiler {
public:
  // Null with a reason in `error`.
  static const Compiler *open(std::string &error);
  weft_status run(const weft_request &request, Artifact &artifact) const;

private:
  const weft_compiler_interface_t *interface = nullptr;
};

} // namespace weft
#endif
