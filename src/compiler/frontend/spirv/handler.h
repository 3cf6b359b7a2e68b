// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the classes have in common that translate instructions of one kind each: operands that are
// checked, and the result. One is made for one instruction.
#ifndef WEFT_COMPILER_FRONTEND_SPIRV_HANDLER_H
#define WEFT_COMPILER_FRONTEND_SPIRV_HANDLER_H

#include "compiler/frontend/spirv/body.h"

#include <string>

namespace weft::spirv {

class Handler : protected LibraryCalls {
public:
  explicit Handler(Body &body)
      : LibraryCalls(body), body(body), layout(made.getDataLayout()), function(body.function) {}

protected:
  // Of ids: see Ids.
  const Type *type(uint32_t id) const { return ids.type(id); }
  const Type *typeOf(uint32_t id) const { return ids.typeOf(id); }
  const Type *resultType() const { return ids.resultType(); }
  const Type *contentOf(uint32_t id) const { return ids.contentOf(id); }
  void define(llvm::Value *result) const { ids.define(result); }
  const Decoration *decoration(spv::Decoration kind) const { // of the result
    return declarations.decoration(at->result, kind);
  }

  // Null after a failure, all of them.
  llvm::Value *value(uint32_t id) const { return body.value(id); }
  llvm::Value *arg(size_t i) const { return value(operand(i)); }
  llvm::Constant *constant(uint32_t id) const;
  llvm::Value *pointer(size_t i) const;
  llvm::Value *genericPointer(size_t i) const; // as the library takes what is the kernel's
  llvm::Value *integerArg(size_t i, unsigned bits) const;
  llvm::Value *opaque(size_t i, llvm::StringRef name) const;
  const Type *imageType(uint32_t id) const;          // never null; fails
  bool integer(uint32_t id, uint64_t &number) const; // of a constant
  uint64_t number(size_t i) const;                   // of the constant that operand i names
  llvm::AtomicOrdering ordering(size_t i) const;
  // Fails unless these operands and the result are of one type, of floats or of integers.
  bool sameAsResult(std::initializer_list<size_t> operands, bool floats) const;

  Body &body;
  const llvm::DataLayout &layout;
  llvm::Function *const function;
};

// Of work-groups and sub-groups.
class GroupHandler : protected Handler {
public:
  using Handler::Handler;

protected:
  bool groupScope(bool &sub_group) const; // of operand 0; fails for other scopes
  // Null after a failure.
  llvm::Value *perElement(llvm::Value *vector,
                          llvm::function_ref<llvm::Value *(llvm::Value *)> one) const;
  llvm::Value *vote(llvm::StringRef name, llvm::Value *predicate) const;
};

// Scalars both, or vectors of as many elements.
bool haveSameShape(const llvm::Type *a, const llvm::Type *b);

// OpenCL C's names: "image2d_array" and "uint4", and the library's, "ocl_image2d_array_ro".
std::string imageName(const Type &image);
std::string libraryImage(const Type &image);
std::string numberName(const llvm::Type *type, Sign sign);

// How memory is accessed.
struct Access {
  llvm::Align align;
  bool is_volatile = false, non_temporal = false;
};
// Composites go part by part: LLVM's optimisations, and ours, do not look into loads of them.
llvm::Value *loadParts(llvm::IRBuilder<> &builder, llvm::Type *type, llvm::Value *from,
                       const Access &how);
void storeParts(llvm::IRBuilder<> &builder, llvm::Value *what, llvm::Value *to, const Access &how);

} // namespace weft::spirv
#endif
