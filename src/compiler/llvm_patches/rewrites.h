// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rewrites that LLVM errs without (rewrites.def), and the loops over them. These do nothing in
// a build without patches (WEFT_LLVM_PATCHES).
#ifndef WEFT_COMPILER_LLVM_PATCHES_REWRITES_H
#define WEFT_COMPILER_LLVM_PATCHES_REWRITES_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class Instruction;
class MachineFunction;
class TargetMachine;
class User;
} // namespace llvm

namespace weft {

class LeftOut;
class StepLog;

#define WEFT_LOOP_REWRITE(function, ...)                                                           \
  void function(llvm::Function &, llvm::FunctionAnalysisManager &);
#define WEFT_REWRITE(function, ...) void function(llvm::Function &, const llvm::TargetMachine &);
#define WEFT_CODE_REWRITE(function, ...) bool function(llvm::MachineFunction &);
#include "compiler/llvm_patches/rewrites.def"

// Whether they are done: each library of the compiler says so (switch.cpp).
extern const bool RewritesAreOn;

// What is done before instructions are selected.
struct Rewrite {
  enum Kind { Bug, Cost } kind;
  llvm::StringLiteral name, reason;
  void (*run)(llvm::Function &, const llvm::TargetMachine &);
};
llvm::ArrayRef<Rewrite> rewritesForSelection();

// Where nothing else changes the program before code is generated. `log` may be null.
void rewriteForSelection(llvm::Module &program, const llvm::TargetMachine &machine,
                         const LeftOut &left_out, StepLog *log);
// Where LLVM's loop vectoriser comes next.
void addLoopRewrites(llvm::FunctionPassManager &passes);
// To LLVM's code generators; once per process, before one is made.
void addCodeRewrites();

// The users that `sees_bits` picks are compiled without a look at what `value` is made of: a vector
// of whole 32 bits, of numbers. Nothing is computed for that, and other passes do not know it.
void fence(llvm::Instruction &value, llvm::function_ref<bool(const llvm::User &user)> sees_bits);

// One of loops, as a pass.
struct LoopRewritePass : llvm::PassInfoMixin<LoopRewritePass> {
  llvm::StringLiteral name_of_rewrite;
  void (*rewrite)(llvm::Function &, llvm::FunctionAnalysisManager &);

  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses) {
    rewrite(function, analyses);
    return llvm::PreservedAnalyses::all(); // it marks loops and nothing else
  }
  void printPipeline(llvm::raw_ostream &out, llvm::function_ref<llvm::StringRef(llvm::StringRef)>) {
    out << name_of_rewrite;
  }
};

} // namespace weft
#endif
