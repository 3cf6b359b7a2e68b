// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The names of all that pipeline.def lists; which of it is to be left out, to find what a fault
// comes with and to measure what each brings; and a log of what was done, for people.
#ifndef WEFT_PASSES_STEPS_H
#define WEFT_PASSES_STEPS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <bitset>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace weft {

enum class Step : unsigned {
#define WEFT_ANY(id, name, shows, gain, reason) id,
#include "passes/pipeline.def"
  Count
};

llvm::StringRef nameOf(Step step);
std::optional<Step> findStep(llvm::StringRef name);

// Steps that are not to be done, of those without which code is slower and nothing else.
class LeftOut {
public:
  bool contains(Step step) const { return steps.test(size_t(step)); }
  bool contains(llvm::StringRef name) const;
  bool empty() const { return steps.none(); }
  // False: there is no step of that name, or code is not right without it.
  bool add(llvm::StringRef name);

  // The names of all that may be left out, in the order of pipeline.def, with ", " between them.
  static std::string names();

private:
  std::bitset<size_t(Step::Count)> steps;
};

class StepLog {
public:
  // The step behind which its function or module is shown as it is then.
  std::optional<Step> shown;

  // Of a kernel or of a function, which it has changed or made.
  void ran(Step step, llvm::StringRef subject, llvm::ArrayRef<const llvm::Function *> functions);
  void ran(Step step, const llvm::Module &program);
  // LLVM's passes in a step, and ours between them, as opt takes them.
  void passes(Step step, std::string pipeline);

  // The steps that ran, what they ran of, and why they stand where they stand; what is shown.
  std::string text() const;

private:
  struct Entry {
    Step step;
    std::string subject, ir;
  };
  std::vector<Entry> entries;
  std::vector<std::pair<Step, std::string>> pipelines;
};

} // namespace weft
#endif
