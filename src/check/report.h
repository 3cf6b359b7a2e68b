// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a check has found, as plain data, and who takes it. A report is rendered as a compiler's
// diagnostic; what is not known of it is left empty.
#ifndef WEFT_CHECK_REPORT_H
#define WEFT_CHECK_REPORT_H

#include "check/host_stack.h"
#include "check/kinds.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace weft::check {

// A place in a program's source.
struct Site {
  std::string file;              // as the debug information has it
  uint32_t line = 0, column = 0; // from 1; 0: not known
  std::string text;              // of the line, without its end; may be empty

  bool operator==(const Site &) const = default;
};

struct WorkItem {
  uint32_t dimensions = 0; // of the launch; 0: no work-item
  std::array<uint64_t, 3> global = {}, local = {}, group = {};
};

enum class AccessType : uint8_t { None, Read, Write, Atomic };

// The memory that an access is about.
struct Object {
  std::string what; // "buffer", "sub-buffer", "local variable", "SVM allocation", ...
  std::string name; // of the argument or variable
  std::optional<uint32_t> argument; // its index from 0, where it is one
  std::optional<uint64_t> size;     // bytes
  std::optional<int64_t> offset;    // of the access from the object's first byte; may be negative
  HostStack made;                   // where the host has made it
  HostStack mapped, released;       // ... has mapped or released it, if it matters
};

// The other access of a race.
struct OtherAccess {
  std::string kernel; // or what else a command is called
  Site site;
  WorkItem item;
  AccessType type = AccessType::None;
  uint64_t bytes = 0;
  HostStack enqueued; // of races between commands
};

// Tells the application: the error callback of a context.
using Notify = std::function<void(const char *)>;

struct Report {
  Kind kind;
  // What is wrong, in one clause without the work-item and without numbers that differ from one
  // work-item to the next: "write behind the end of `out`".
  std::string message;
  std::string kernel; // or what else a command is called
  Site site;
  WorkItem item;
  AccessType type = AccessType::None;
  uint64_t bytes = 0; // of the access
  std::optional<Object> object;
  std::optional<OtherAccess> other;
  HostStack host;                 // the call of the API that it is about
  std::vector<std::string> notes; // one line each
  bool warning = false;           // may be wrong, not must be
  uint64_t count = 1;             // how often the caller has seen it
  // May be empty. Called without a lock, for the first of equal reports only.
  Notify notify;
};

// Takes a report: prints it, writes it to the file of WEFT_CHECK_REPORT, tells the application.
// One of the same kind, message, kernel, site and object as an earlier one, and made at the same
// place of the host, is only counted. An object that WEFT_CHECK_IGNORE names is passed over. From
// any thread; true if it was printed.
bool report(const Report &report);

// In this process, equal ones included, but for those passed over.
uint64_t reportCount();

} // namespace weft::check
#endif
