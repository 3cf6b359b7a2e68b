// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which object each pointer of a work-item belongs to, as values beside it: how far it is from the
// object's begin, how large the object is, and what it is called.
//
//   p = phi [a, ..], [q, ..]      p.offset = phi [a.offset, ..], [q.offset, ..]
//                                 p.size   = phi [a.size, ..],   [q.size, ..]
//   q = gep p, 4 * i              q.offset = p.offset + 4 * i      (q.size is p.size)
//
// A pointer belongs to the object that it was made from, wherever it leads. No address is made a
// number for it, so that private variables can still become registers. Where a pointer was loaded
// from memory, made of a number, or returned by a call, the launch is asked which allocation it
// leads into. What the kernel did not make itself (the launch's records) is not known and not
// checked.
#ifndef WEFT_PASSES_CHECK_PROVENANCE_H
#define WEFT_PASSES_CHECK_PROVENANCE_H

#include "passes/check/findings.h"
#include "passes/work_item_function.h"

#include "llvm/ADT/SmallPtrSet.h"

namespace weft {

class Provenance {
public:
  Provenance(const LoweredKernel &kernel, Findings &findings);

  // Whether anything is known of where the pointer leads.
  bool isKnown(llvm::Value *pointer);
  // i64, at the pointer.
  llvm::Value *offset(llvm::Value *pointer) { return part(pointer, Offset); }
  llvm::Value *size(llvm::Value *pointer, bool is_write) {
    return part(pointer, is_write ? SizeToWrite : SizeToRead);
  }
  llvm::Value *object(llvm::Value *pointer) { return part(pointer, Object); }
  // i64: of global memory, as in weft_check_bounds; 0 if nothing is kept of it. Of what arguments
  // do not lead to the launch is asked, where the pointer is made.
  llvm::Value *shadow(llvm::Value *pointer) { return part(pointer, Shadow); }
  llvm::Value *shadowBegin(llvm::Value *pointer) { return part(pointer, ShadowBegin); }
  llvm::Value *shadowIsOwn(llvm::Value *pointer) { return part(pointer, ShadowIsOwn); }
  // The power of two whose multiple the address is known to be, if arguments are as aligned as
  // their types.
  unsigned alignmentBits(llvm::Value *pointer);
  // The one object that the pointer was made from, or null.
  llvm::Value *onlyRoot(llvm::Value *pointer);
  // What the pointer was made from in one step; null for a root, and where there are several.
  llvm::Value *source(llvm::Value *pointer) const;
  bool isRoot(llvm::Value *pointer) const;
  // Whether a root is what the kernel did not make itself.
  bool isUnknown(llvm::Value *root) const;
  // Whether it is the launch that tells which allocation a root leads into.
  bool isFound(llvm::Value *root) const;
  bool isLocalVariable(llvm::Value *root) const { return locals.contains(root); }
  // All that it may have been made from.
  void collectRoots(llvm::Value *pointer, llvm::SmallPtrSetImpl<llvm::Value *> &roots) const;
  // Bytes of a variable in local memory; 0 if the root is none.
  uint64_t localBytes(llvm::Value *root) const { return locals.lookup(root).bytes; }

private:
  enum Part : unsigned {
    Offset,
    SizeToRead,
    SizeToWrite,
    Object,
    Shadow,
    ShadowBegin,
    ShadowIsOwn
  };
  struct Bounds {
    llvm::Value *parts[7];
  };

  llvm::Value *part(llvm::Value *pointer, Part which);
  llvm::Value *made(llvm::Value *pointer, Part which);
  const Bounds &boundsOf(llvm::Value *root);
  llvm::Value *shadowOf(llvm::Value *root, Part which);
  Bounds ofArgument(llvm::Argument &argument);
  Bounds found(llvm::Value *pointer);
  Bounds fixed(uint64_t size, llvm::Constant *object, bool is_constant = false);
  unsigned bitsOf(llvm::Value *pointer, llvm::SmallPtrSetImpl<llvm::Value *> &seen);

  const LoweredKernel &kernel;
  llvm::Function &item;
  const llvm::DataLayout &layout;
  Findings &findings;
  struct LocalVariable {
    llvm::StringRef name;
    uint64_t bytes = 0;
    llvm::Align align = {};
  };
  llvm::DenseMap<llvm::Value *, LocalVariable> locals;  // by their addresses
  llvm::DenseMap<llvm::Value *, Bounds> bounds;         // of roots
  llvm::DenseMap<llvm::Value *, llvm::Value *> shadows; // weft_check_shadow, of roots
  llvm::DenseMap<llvm::Value *, llvm::Value *> only_roots;
  llvm::DenseMap<std::pair<llvm::Value *, unsigned>, llvm::Value *> parts;
};

} // namespace weft
#endif
