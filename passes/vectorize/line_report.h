// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What becomes of each source line of a region and what it costs, for people
// (include/weft/code_report.h): the parts of an estimate, with the lines that they come from.
#ifndef WEFT_PASSES_VECTORIZE_LINE_REPORT_H
#define WEFT_PASSES_VECTORIZE_LINE_REPORT_H

#include "weft/code_report.h"

#include "passes/analysis/address_form.h"
#include "passes/vectorize/cost_model.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/DebugLoc.h"

#include <string>
#include <vector>

namespace weft {

using SourceFiles = std::vector<std::string>;

// The line of a place, by way of the calls that were inlined: the innermost that has one.
SourceLine sourceLine(llvm::DebugLoc place, SourceFiles &files);
SourceLine sourceLine(const llvm::DISubprogram *function, SourceFiles &files);

class LineReport final : public CostObserver {
public:
  // Requires: what estimateCost() does.
  LineReport(const llvm::Function &function, const FlowLevels &levels, const ShapeInfo &shapes,
             const AccessPlans &accesses, const llvm::LoopInfo &loops, const TargetInfo &target,
             SourceFiles &files);

  void instruction(const llvm::Instruction &instruction, double scalar, double vector,
                   bool once) override;
  void level(const Level &level) override;

  RegionReport widened() const { return report(true); }
  RegionReport oneByOne() const { return report(false); }
  // Of what is widened, in words.
  std::string costliest() const;

private:
  struct Operation {
    const llvm::Instruction *instruction;
    double scalar, vector;
    bool once;
  };
  struct LevelCosts {
    LoopReport report; // without costs
    const FlowLevel *level;
    double scalar, vector, issue_scalar, issue_vector, latency;
  };

  RegionReport report(bool is_widened) const;
  Fate fateOf(const Operation &operation) const;
  double bytesOf(const FlowLevel &level, unsigned lanes) const;
  void findMasked(const FlowLevel &level, bool is_masked);

  const llvm::Function &function;
  const ShapeInfo &shapes;
  const AccessPlans &accesses;
  const llvm::LoopInfo &loops;
  const TargetInfo &target;
  SourceFiles &files;
  llvm::DenseSet<const llvm::BasicBlock *> masked; // blocks that some lanes may not come to
  std::vector<Operation> operations;
  std::vector<LevelCosts> levels;
};

// Of a function that is not prepared, and runs one work-item at a time.
RegionReport reportOneByOne(const llvm::Function &function, const Costs &costs, SourceFiles &files);

} // namespace weft
#endif
