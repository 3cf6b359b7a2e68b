// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What ids stand for: types, and values that LLVM has. Filled by those who read types, constants,
// variables and functions, in the module's order; whatever is asked for is checked. And what all
// who read have.
#ifndef WEFT_COMPILER_FRONTEND_SPIRV_IDS_H
#define WEFT_COMPILER_FRONTEND_SPIRV_IDS_H

#include "compiler/frontend/options.h"
#include "compiler/frontend/spirv/declarations.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

#include <memory>
#include <vector>

namespace weft::spirv {

// A type of the module. Kind is the OpType... that made it.
struct Type {
  spv::Op kind = spv::Op::OpTypeVoid;
  uint32_t id = 0;
  llvm::Type *llvm = nullptr;                 // null: of a function, or a sampled image
  const Type *element = nullptr;              // vector, array, sampled image (its image)
  uint32_t pointee = 0;                       // pointer: id, maybe not defined yet; 0: untyped
  spv::StorageClass storage{};                // pointer
  uint64_t count = 0;                         // vector, array
  llvm::SmallVector<const Type *, 4> members; // struct; function: the result, then parameters
  llvm::ArrayRef<uint32_t> image;             // image: dimension to format, and access if given
  uint64_t spread = 1;                        // what is written in it, through all structures
  unsigned depth = 1;
};

class Ids : AtCursor {
public:
  Ids(const Module &module, Cursor &cursor, llvm::LLVMContext &context);

  const Type *type(uint32_t id);            // never null; fails
  const Type *typeOf(uint32_t id);          // of a value; never null; fails
  const Type *resultType();                 // of the instruction at hand; never null; fails
  const Type *pointee(const Type &pointer); // never null; fails
  const Type *contentOf(uint32_t id);       // what a pointer points to; never null; fails
  bool isUntyped(uint32_t id) const;        // a pointer whose type does not say it
  Type *find(uint32_t id) const;            // null if there is no such type yet
  void add(std::unique_ptr<Type> type);     // unless there is one

  llvm::Value *found(uint32_t id) const { return id < values.size() ? values[id] : nullptr; }
  void set(uint32_t id, llvm::Value *value) { values[id] = value; }
  // Of the instruction at hand; fails if it is not of the result's type.
  void define(llvm::Value *result);
  // Of the program, not of a function; fail.
  llvm::Constant *constant(uint32_t id); // null after a failure
  bool integer(uint32_t id, uint64_t &number);

  const Module &module;
  Type nothing; // void: what type() returns after a failure

private:
  llvm::DenseMap<uint32_t, std::unique_ptr<Type>> types;
  std::vector<llvm::Value *> values;
};

// What is read, and what is made of it.
struct Program {
  const Module &module;
  const Declarations &declarations;
  Ids &ids;
  const Options &options;
  llvm::IRBuilder<> &builder;
  llvm::Module &made;
  Cursor &cursor;
};

class ProgramPart : protected AtCursor, protected Program {
public:
  explicit ProgramPart(const Program &program)
      : AtCursor(program.cursor), Program(program), context(made.getContext()) {}

protected:
  llvm::LLVMContext &context;
};

} // namespace weft::spirv
#endif
