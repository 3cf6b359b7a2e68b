// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/optional_steps.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace weft {
namespace {

constexpr llvm::StringLiteral Names[] = {
#define WEFT_OPTIONAL_STEP(id, name, shows, gain) name,
#include "passes/optional_steps.def"
};

} // namespace

bool LeftOut::contains(llvm::StringRef name) const {
  const auto *found = llvm::find(Names, name);
  return found != std::end(Names) && steps.test(size_t(found - Names));
}

bool LeftOut::add(llvm::StringRef name) {
  const auto *found = llvm::find(Names, name);
  if (found == std::end(Names))
    return false;
  steps.set(size_t(found - Names));
  return true;
}

std::string LeftOut::names() { return llvm::join(std::begin(Names), std::end(Names), ", "); }

} // namespace weft
