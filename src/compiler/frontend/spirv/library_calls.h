// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of the OpenCL C library, by the names that Clang gives its overloads.
#ifndef WEFT_COMPILER_FRONTEND_SPIRV_LIBRARY_CALLS_H
#define WEFT_COMPILER_FRONTEND_SPIRV_LIBRARY_CALLS_H

#include "compiler/frontend/spirv/ids.h"
#include "compiler/frontend/spirv/mangler.h"

namespace weft::spirv {

class LibraryCalls : protected ProgramPart {
public:
  using ProgramPart::ProgramPart;

protected:
  struct Arg {
    llvm::Value *value;
    MangledType type;
    Sign sign = Sign::Unsigned;
  };
  enum class Effect { None, Reads, Any };

  MangledType mangled(const llvm::Type *type, Sign sign) const;
  Arg given(llvm::Value *value, Sign sign) const {
    return {value, mangled(value->getType(), sign), sign};
  }
  static Arg givenPointer(llvm::Value *value, MangledType pointee, bool is_const = false);
  static Arg named(llvm::Value *value, llvm::StringRef name);
  // Null after a failure.
  llvm::Value *call(llvm::StringRef name, llvm::Type *result, llvm::ArrayRef<Arg> args,
                    Effect effect, Sign result_sign = Sign::Unsigned) const;
  llvm::CallInst *callNamed(llvm::StringRef mangled_name, llvm::Type *result,
                            llvm::ArrayRef<llvm::Value *> args, Effect effect) const;
};

} // namespace weft::spirv
#endif
