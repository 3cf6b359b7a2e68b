// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The vectoriser and its analyses as passes of opt. Integer parameters whose names begin with
// "lane", and local.id.x of regions, differ by one from lane to lane; the function attribute
// "weft-width" gives the width, 4 without it.
#ifndef WEFT_PASSES_PLUGIN_VECTORIZE_PASSES_H
#define WEFT_PASSES_PLUGIN_VECTORIZE_PASSES_H

#include "llvm/IR/PassManager.h"

namespace weft {

// Shapes, linearisation and accesses want functions in the form that passes/vectorize/prepare.h
// makes: see "weft-prepare".
struct PrintShapesPass : llvm::PassInfoMixin<PrintShapesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

// What each load and store's address is made of: of regions' functions and work-item functions, or
// with lanes. In any form.
struct PrintAddressesPass : llvm::PassInfoMixin<PrintAddressesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

struct PrintLinearizationPass : llvm::PassInfoMixin<PrintLinearizationPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

// Of each load and store: which strategy makes it wide (passes/vectorize/access), and at what cost.
struct PrintAccessesPass : llvm::PassInfoMixin<PrintAccessesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

struct PreparePass : llvm::PassInfoMixin<PreparePass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

// Widens all functions with lane parameters; prints remarks, and why one could not be widened.
struct VectorizePass : llvm::PassInfoMixin<VectorizePass> {
  explicit VectorizePass(bool only_if_cheaper = false) : only_if_cheaper(only_if_cheaper) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

private:
  bool only_if_cheaper;
};

} // namespace weft
#endif
