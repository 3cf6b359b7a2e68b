// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A load or a store, and all that can be said of it before anything is written: of what type it is,
// and where the lanes' addresses lie. Access strategies (access_strategy.h) match by this.
#ifndef WEFT_PASSES_VECTORIZE_ACCESS_ACCESS_H
#define WEFT_PASSES_VECTORIZE_ACCESS_ACCESS_H

#include "passes/analysis/speculation.h"
#include "passes/steps.h"
#include "passes/target/target_info.h"

#include "llvm/IR/Instructions.h"

namespace weft {

struct Access {
  // What is known of the tests that a stride hangs on, where the access is written.
  enum class Tests {
    Open, // the access would have to test by itself
    Hold, // they have been found to
    Fail, // they have been found not to
  };

  // Requires: `instruction` is a load or a store of the function that `shapes` is of.
  Access(const llvm::Instruction &instruction, const ShapeInfo &shapes, const TargetInfo &target,
         const LeftOut &left_out = {});

  bool isUniform() const; // one scalar access does it
  // The pointer is uniform or affine, so that lane 0's says all.
  bool hasScalarPointer() const { return shapes.shape(pointer).isAffine(); }
  // Whether the lanes' stride, known or tested, makes vectors side by side.
  bool canStride() const;
  // Whether it hangs on tests only that canStride(), or that all lanes load from one address.
  bool hangsOnTests() const;
  // The stride that lanes have where the access is written, and by which they can be served.
  std::optional<int64_t> knownStride() const;
  Access with(Tests known) const;

  unsigned elements() const; // that a work-item accesses at once
  uint64_t bytes() const;    // of these

  const llvm::Instruction &instruction;
  const llvm::Value *pointer;
  llvm::Type *type;
  llvm::Align align;
  bool is_store;
  bool is_atomic;
  // Stays where it is among what memory is asked, as a whole: lanes go along together.
  bool is_volatile;
  bool is_plain; // its elements lie in memory one behind the other
  const ShapeInfo &shapes;
  const TargetInfo &target;
  const llvm::DataLayout &layout;
  const unsigned width;
  std::optional<Speculation> lies; // where the lanes' addresses do, if the tests hold
  Tests tests = Tests::Open;
  LeftOut left_out; // strategies that are not to be taken
};

// An element of 8 to 64 bits that fills its bytes.
bool isPlainElement(llvm::Type *type, const llvm::DataLayout &layout);
// A value whose elements are plain and lie in memory one behind the other.
bool isPlainSequence(llvm::Type *type, const llvm::DataLayout &layout);

// Whether lanes so many bytes apart are a few vectors side by side and shuffles. Requires a plain
// sequence.
bool canStride(llvm::Type *type, int64_t stride, bool is_store, const llvm::DataLayout &layout);

// The integer that holds several elements of together 16 or 32 bits, such as a uchar4; else null.
// Shifts take such integers apart where bytes would take many shuffles, and masks of lanes fit
// them.
llvm::IntegerType *packedType(llvm::Type *element, unsigned count, const llvm::DataLayout &layout);

// Whether lanes that each access some elements in a row are served by one vector access per lane,
// and a transposition.
bool prefersLaneVectors(const Access &access);

} // namespace weft
#endif
