// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The vectoriser and its analyses as passes of opt. Lane parameters are integer parameters whose
// names begin with "lane", and local.id.x of regions; the function attribute "weft-width" gives the
// width, 4 without it.
#ifndef WEFT_PASSES_PLUGIN_VECTORIZE_PASSES_H
#define WEFT_PASSES_PLUGIN_VECTORIZE_PASSES_H

#include "llvm/IR/PassManager.h"

namespace weft {

// Printing shapes, linearisation and accesses requires prepared functions
// (passes/vectorize/prepare.h): see "weft-prepare".
struct PrintShapesPass : llvm::PassInfoMixin<PrintShapesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

// Prints the form of each address (AddressForms): of regions' functions and work-item functions, or
// with lanes. Requires nothing.
struct PrintAddressesPass : llvm::PassInfoMixin<PrintAddressesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

struct PrintLinearizationPass : llvm::PassInfoMixin<PrintLinearizationPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

// Prints the access strategy of each load and store (passes/vectorize/access), and its cost.
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
