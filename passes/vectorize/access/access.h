// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A load or a store, and what is known of it before anything is written: its type, and where the
// lanes' addresses lie. Access strategies (access_strategy.h) match by this.
#ifndef WEFT_PASSES_VECTORIZE_ACCESS_ACCESS_H
#define WEFT_PASSES_VECTORIZE_ACCESS_ACCESS_H

#include "passes/analysis/speculation.h"
#include "passes/target/target_info.h"

#include "llvm/IR/Instructions.h"

namespace weft {

struct Access {
  // What is known, where the access is written, of the tests under which its stride holds.
  enum class Tests {
    Open, // nothing: the access would have to test itself
    Hold, // they hold
    Fail, // some does not hold
  };

  // Requires: `instruction` is a load or a store of the function that `shapes` is of.
  Access(const llvm::Instruction &instruction, const ShapeInfo &shapes, const TargetInfo &target);

  bool isUniform() const; // one scalar access does it
  // The pointer is uniform or affine: lane 0's address gives those of all lanes.
  bool hasScalarPointer() const { return shapes.shape(pointer).isAffine(); }
  // Whether the lanes' stride, known or tested, allows for vectors and shuffles.
  bool canStride() const;
  // Whether its tests decide if it canStride(), or is a load from one address.
  bool hangsOnTests() const;
  // The usable stride, if it is known to hold where the access is written.
  std::optional<int64_t> knownStride() const;
  Access with(Tests known) const;

  unsigned elements() const; // that a work-item accesses
  uint64_t bytes() const;    // of these

  const llvm::Instruction &instruction;
  const llvm::Value *pointer;
  llvm::Type *type;
  llvm::Align align;
  bool is_store;
  bool is_atomic;
  // Is not moved across other accesses; all lanes make it together.
  bool is_volatile;
  bool is_plain;        // isPlainSequence()
  bool in_memory_order; // analysis/memory_order.h
  const ShapeInfo &shapes;
  const TargetInfo &target;
  const llvm::DataLayout &layout;
  const unsigned width;
  std::optional<Speculation> lies; // the lanes' stride, and the tests that it takes
  Tests tests = Tests::Open;
};

// An element of 8 to 64 bits that fills its bytes.
bool isPlainElement(llvm::Type *type, const llvm::DataLayout &layout);
// A plain element, or a vector of them: its elements are consecutive in memory.
bool isPlainSequence(llvm::Type *type, const llvm::DataLayout &layout);

// Whether lanes `stride` bytes apart are a few vectors and shuffles. Requires a plain sequence.
bool canStride(llvm::Type *type, int64_t stride, bool is_store, const llvm::DataLayout &layout);

// The integer that holds `count` elements of together 16 or 32 bits, such as a uchar4; null for
// others. Such integers are taken apart by shifts, not by many shuffles, and fit masks of lanes.
llvm::IntegerType *packedType(llvm::Type *element, unsigned count, const llvm::DataLayout &layout);

// What each lane accesses at an address of its own:
enum class LaneForm {
  Elements, // one element after the other; of scalars, all there is
  Packed,   // an integer of 16 or 32 bits, taken apart by shifts (packedType())
  Word,     // one of 64 bits, taken apart by shuffles
  Vector    // its elements by one access, in its turn, and a transposition of all lanes'
};
// `rarely`: the code hardly ever runs, and is to be short.
LaneForm laneForm(const Access &access, bool rarely);

} // namespace weft
#endif
