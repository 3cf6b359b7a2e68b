// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where it stands which bits of memory were never written: beside each private variable in another
// one, so that both can become registers; beside local and global memory at a distance that the
// launch says. A set bit was never written.
//
//   a = alloca [4 x i32]            a.unwritten = alloca [4 x i32], all ones
//   p = gep a, i                    p.unwritten = gep a.unwritten, i
//   q = gep argument, i             q.unwritten = q + launch.args[..].to_unwritten, if that is not
//   0
#ifndef WEFT_PASSES_CHECK_INIT_MEMORY_H
#define WEFT_PASSES_CHECK_INIT_MEMORY_H

#include "passes/check/provenance.h"

namespace weft {

class UnwrittenMemory {
public:
  UnwrittenMemory(const LoweredKernel &kernel, Findings &findings, Provenance &provenance);

  enum class Kind {
    None,    // nothing is known, or all is written
    Private, // a variable that has a shadow
    Local,
    Global, // has a shadow if the launch says so
    Any     // one of the others
  };
  Kind kindOf(llvm::Value *pointer);
  // Whether all that the pointer may lead to is what the host may read.
  bool isHostVisible(llvm::Value *pointer);

  struct Place {
    llvm::Value *address = nullptr;
    llvm::Value *distance = nullptr; // i64; there is no shadow where it is 0. Null: there is one
  };
  // For an access at `builder`. Of a kind that is not None.
  Place of(llvm::IRBuilderBase &builder, llvm::Value *pointer);

  // Of what leads into a global argument: i64, how far what stands beside it is away, or 0. Else
  // null.
  llvm::Value *distanceOfArgument(llvm::Value *pointer);

  // Gives variables their shadows, which count as written until marks say otherwise, and tells the
  // launch what code that is called may have written.
  void begin();

private:
  bool keepsItsAddress(llvm::AllocaInst &variable);
  llvm::Value *mirrored(llvm::Value *pointer, llvm::AllocaInst &shadow);
  llvm::Value *distance(llvm::Value *pointer);
  llvm::Value *distanceOfRoot(llvm::Value *root);
  llvm::Value *callee(llvm::IRBuilderBase &builder, size_t offset);

  const LoweredKernel &kernel;
  llvm::Function &item;
  const llvm::DataLayout &layout;
  Findings &findings;
  Provenance &provenance;
  llvm::DenseMap<llvm::Value *, llvm::AllocaInst *> shadows; // of variables
  llvm::DenseMap<llvm::Value *, llvm::Value *> mirrors;      // of pointers into these
  llvm::DenseMap<llvm::Value *, llvm::Value *> distances;
  llvm::Value *local_distance = nullptr;
};

// Whether it is what a variable holds before it is written.
bool isUnwritten(const llvm::Value *value);

// Whether a call, of a function that has stayed one, may write to what its arguments lead to.
bool mayWriteBehindArguments(const llvm::CallBase &call);

} // namespace weft
#endif
