// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where in the application a call came from: return addresses, which cost little to take, and what
// they are called, which is looked up when a report needs it.
#ifndef WEFT_CHECK_HOST_STACK_H
#define WEFT_CHECK_HOST_STACK_H

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace weft::check {

// Callers outside of the driver, innermost first. Empty: not known.
struct HostStack {
  static constexpr size_t most = 12;
  std::array<const void *, most> callers = {};
  uint32_t count = 0;
  const void *entry = nullptr; // the driver's function that they called

  // The calling thread's, now.
  [[gnu::noinline]] static HostStack here();
  bool operator==(const HostStack &) const = default;
};

struct HostFrame {
  std::string function; // demangled; empty: no symbol
  std::string file;     // empty: no debug information
  uint32_t line = 0;
  std::string module;  // the program or library
  uint64_t offset = 0; // in the module
};

// What entry points are called; set by who has them.
inline std::atomic<const char *(*)(const void *function)> entry_name_at{nullptr};

// The frames of the application: without those of the ICD loader.
struct HostPlace {
  std::string entry_point;       // "clCreateBuffer"; empty if it is not known
  std::vector<HostFrame> frames; // innermost first
};
HostPlace lookUp(const HostStack &stack);

// "main at prog.cpp:12", "main+0x1f in prog".
std::string describe(const HostFrame &frame);

} // namespace weft::check
#endif
