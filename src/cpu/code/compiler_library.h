// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libweft-compiler.so, found and opened at the first compile: a program that only runs binaries
// never loads LLVM.
#ifndef WEFT_CPU_CODE_COMPILER_LIBRARY_H
#define WEFT_CPU_CODE_COMPILER_LIBRARY_H

#include "support/fork_safe_mutex.h"

#include <string>
#include <vector>
#include <weft/compiler.h>

namespace weft {

class CompilerLibrary {
public:
  // `chosen`: the path that the user gives, or empty for the library beside the driver. What the
  // user gives is the only place looked at.
  explicit CompilerLibrary(const std::string &chosen);
  // The places to look at, in order.
  explicit CompilerLibrary(std::vector<std::string> candidates);

  // Whether there is a library to open; does not open it. False after it failed to open.
  bool available();
  // Opens the library the first time. Null with a reason, which says where was looked, in `error`.
  // The library stays open: code of LLVM may run in other threads as the process exits.
  const weft_compiler_interface_t *get(std::string &error);
  // The library that get() would open, for another process to do so. Empty if there is none that is
  // whole, with a reason in `error`.
  std::string path(std::string &error);
  // Another process has opened it, as it is now.
  void openedElsewhere(const std::string &path);
  // Tells the build of the library that get() would open, or has opened, from any other; empty if
  // there is none. Does not open it.
  std::string identity();

private:
  void open();

  const std::vector<std::string> candidates;
  ForkSafeMutex mutex; // guards what follows
  const weft_compiler_interface_t *interface = nullptr;
  bool refused = false; // no candidate will ever do
  std::string failure;
  std::string known_identity;
  std::string whole; // path()
};

} // namespace weft
#endif
