// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The names of all that pipeline.def lists; a set of those to leave out, to find what causes a
// fault and to measure what each gains; and a log, for people, of what ran.
#ifndef WEFT_PASSES_STEPS_H
#define WEFT_PASSES_STEPS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
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

// Steps not to run: only those that make code faster and nothing else can be left out.
class LeftOut {
public:
  bool contains(Step step) const { return steps.test(size_t(step)); }
  bool contains(llvm::StringRef name) const;
  bool empty() const { return steps.none(); }
  // False if there is no step of that name, or it cannot be left out.
  bool add(llvm::StringRef name);
  // Of what is no step, but left out in the same way; names live on.
  void addOther(llvm::StringRef name) { others.push_back(name); }

  // The names of all that may be left out, in the order of pipeline.def, with ", " between them.
  static std::string names();

private:
  std::bitset<size_t(Step::Count)> steps;
  llvm::SmallVector<llvm::StringRef, 0> others;
};

class StepLog {
public:
  // The name of the step after which the IR of its function or module is shown, instead of the log;
  // or empty.
  llvm::StringRef shown;

  // Notes that the step ran for `subject`, a kernel or a function, and changed or made `functions`.
  void ran(Step step, llvm::StringRef subject, llvm::ArrayRef<const llvm::Function *> functions);
  void ran(Step step, const llvm::Module &program);
  // What is no step, but shown like one; its name and reason live on.
  void ran(llvm::StringRef name, llvm::StringRef reason, const llvm::Module &program);
  // Notes LLVM's passes, and ours between them, that a step runs, as opt takes them.
  void passes(Step step, std::string pipeline);

  // The steps that ran, for what, and the reasons for their order; or what is shown.
  std::string text() const;

private:
  struct Entry {
    llvm::StringRef name, reason;
    std::string subject, ir;
  };
  std::vector<Entry> entries;
  std::vector<std::pair<llvm::StringRef, std::string>> pipelines;
};

} // namespace weft
#endif
