// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One kernel of the benchmark suite: its input, its launches, its baseline, and how the two are
// compared.

#pragma once

#include "device.h"
#include "host_array.h"

#include <memory>
#include <string>
#include <vector>

namespace weft::perf {

/// What limits the baseline. Streaming kernels are also compared with a STREAM triad.
enum class Bound { Compute, Streaming };

/// Tiny is for checking results under slow emitters; Full takes the baseline some milliseconds.
enum class Scale { Tiny, Full };

struct Traits {
  const char *name; ///< Also the name of kernels/<name>.cl and baselines/<name>.cpp.
  Bound bound;
  const char *options = ""; ///< Build options of the program.
  bool counted = true;      ///< False where the baseline's algorithm is better than the kernel's.
};

class Case {
public:
  virtual ~Case() = default;

  /// Makes the same input at every run of the program.
  virtual void makeInput(Scale scale) = 0;

  /// Restores what runBaseline() overwrites. Not timed.
  virtual void resetBaseline() {}
  virtual void runBaseline() = 0;

  /// Creates kernels and buffers and fills them. Not timed.
  virtual void prepare(Device &device) = 0;
  /// Restores what launch() overwrites. Not timed.
  virtual void reset(Device &) {}
  /// Enqueues one run; the caller waits for it.
  virtual void launch(Device &device) = 0;

  /// After runBaseline() and launch(): what is wrong with the device's result; empty if nothing is.
  virtual std::string check(Device &device) = 0;

  /// Bytes that one run has to move between memory and CPU, for streaming cases: what it reads
  /// once, what it writes twice, because a cache line is read before it is written.
  virtual double bytes() const { return 0; }
};

struct CaseEntry {
  Traits traits;
  std::unique_ptr<Case> (*make)();
};

/// All cases, in the order of their names.
std::vector<CaseEntry> allCases();

void registerCase(const CaseEntry &entry);

/// A static object of this type adds the case T to the suite.
template <class T> struct Registration {
  explicit Registration(const Traits &traits) {
    registerCase({traits, []() -> std::unique_ptr<Case> { return std::make_unique<T>(); }});
  }
};

} // namespace weft::perf
