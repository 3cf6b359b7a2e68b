// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What two work-items of a group are known to do between the same barriers (build_checks.h).
#ifndef WEFT_PASSES_CHECK_SIDE_BY_SIDE_H
#define WEFT_PASSES_CHECK_SIDE_BY_SIDE_H

#include "passes/check/build_checks.h"
#include "passes/check/partial_run.h"

#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/StringRef.h"

#include <array>

namespace weft {

// What a work-item does, as far as is known.
struct Deeds {
  struct Touch {
    llvm::Instruction *at;
    const llvm::Value *object;
    uint64_t offset, bytes;
    bool writes;
    unsigned interval;     // barriers before it, and the like
    llvm::Constant *value; // that is stored; null: not known
    PartialRun::Way way;
  };
  // A barrier. Or, if not certain, where there may be some.
  struct Meeting {
    const llvm::Instruction *at;
    bool is_certain;
    PartialRun::Way way;
    bool operator==(const Meeting &) const = default;
  };

  std::array<uint64_t, 3> local_id = {};
  std::vector<Touch> touches;
  std::vector<Meeting> meetings;
  // Intervals in which work-items may tell each other what they have done: by atomic operations,
  // fences, or in functions that are called.
  llvm::SmallSet<unsigned, 8> told;
  bool is_whole = false; // the work-item came to the kernel's end
};

// "(1, 0, 0)"
std::string describeIds(const std::array<uint64_t, 3> &ids);

// The first barrier that only one of them comes to, and true. False, with nothing found, where it
// is not known how they go on.
bool compareMeetings(const Deeds &one, const Deeds &two, std::vector<Mistake> &found);

// Requires: compareMeetings() has found nothing. `varies`: whether a value is made of the ids.
void compareTouches(const Deeds &one, const Deeds &two,
                    llvm::function_ref<bool(const llvm::Value &)> varies,
                    llvm::function_ref<std::string(const llvm::Value &)> name_of,
                    std::vector<Mistake> &found);

} // namespace weft
#endif
