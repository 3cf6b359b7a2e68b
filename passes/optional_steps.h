// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Steps without which code is slower and nothing else (optional_steps.def), and which of them are
// to be left out: to find the one that a fault comes with, and to measure what each brings.
#ifndef WEFT_PASSES_OPTIONAL_STEPS_H
#define WEFT_PASSES_OPTIONAL_STEPS_H

#include "llvm/ADT/StringRef.h"

#include <bitset>
#include <string>

namespace weft {

enum class OptionalStep : unsigned {
#define WEFT_OPTIONAL_STEP(id, name, shows, gain) id,
#include "passes/optional_steps.def"
  Count
};

class LeftOut {
public:
  bool contains(OptionalStep step) const { return steps.test(size_t(step)); }
  bool contains(llvm::StringRef name) const;
  bool empty() const { return steps.none(); }
  // False: there is no step of that name.
  bool add(llvm::StringRef name);

  // The names of all steps, in the order of the list, with ", " between them.
  static std::string names();

private:
  std::bitset<size_t(OptionalStep::Count)> steps;
};

} // namespace weft
#endif
