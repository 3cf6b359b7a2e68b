// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps of the vector path (stages.def): which have run, of what, and whether in order.
#ifndef WEFT_PASSES_STAGES_H
#define WEFT_PASSES_STAGES_H

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace weft {

enum class Stage : unsigned {
#define WEFT_STAGE(id, name, reason) id,
#include "passes/stages.def"
};

class StageLog {
public:
  // That a step was done of a function, or of the module.
  void ran(Stage stage, llvm::StringRef subject);
  // LLVM's passes in a step, and ours between them, as opt takes them.
  void passes(Stage stage, std::string pipeline);

  // The steps that ran, what they ran of, and why they stand where they stand; last what is out of
  // order, if anything is.
  std::string text() const;
  // The first two steps of one subject that are not in the order of stages.def; empty if all are.
  std::string disorder() const;
  bool empty() const { return entries.empty(); }

private:
  struct Entry {
    Stage stage;
    std::string subject;
  };
  std::vector<Entry> entries;
  std::vector<std::pair<Stage, std::string>> pipelines;
};

// Nothing where nobody wants to know.
inline void noteStage(StageLog *log, Stage stage, llvm::StringRef subject) {
  if (log)
    log->ran(stage, subject);
}

} // namespace weft
#endif
