// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Large functions of the OpenCL C library, such as reading an image, of which a program has one
// copy of code for each way in which its kernels call them, instead of one at each call.
//
// A way to call a function is a form of it: for so many work-items side by side, with some
// arguments constant, some the same for all lanes, some consecutive. The name of a form says all
// that is needed to make it. So the parts of a program, which are compiled apart, agree on it, and
// it is made once, afterwards:
//
//   call float4 @weft_shared_read_float(image, 18, x, y, 0, 2)            by a work-item
//   call {4 x <8 x float>} @weft.form.8.u.c18.a.u.c0.c2.weft_shared_read_float(image, x, y, lanes)
//
// Inlined at each call, they would take most of the time to build a program with many calls.
#ifndef WEFT_PASSES_VECTORIZE_SHARED_FUNCTIONS_H
#define WEFT_PASSES_VECTORIZE_SHARED_FUNCTIONS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/InstrTypes.h"

#include <optional>
#include <string>
#include <vector>

namespace weft {

// Prefix of the names of these functions in the library; no name of a program begins so.
constexpr llvm::StringLiteral SharedFunctionPrefix = "weft_shared_";
constexpr llvm::StringLiteral FormPrefix = "weft.form.";

// Whether calls of the function become calls of its forms: it is one of these, and the library has
// not been linked to define it.
bool isSharedFunction(const llvm::Function &function);
bool isSharedCall(const llvm::Instruction &instruction);

struct FormParam {
  enum Kind : char {
    Constant = 'c',    // not a parameter of the form: an integer or a real number with these bits
    Uniform = 'u',     // the same for all lanes
    Consecutive = 'a', // an integer, lane i has that of lane 0 plus i; the parameter is lane 0's
    Varying = 'v',     // a vector of W lanes for each element of its type
  };
  Kind kind = Uniform;
  uint64_t bits = 0; // of a constant
};

struct SharedForm {
  std::string function;
  unsigned width =
      1; // 1: for one work-item, as the library has it, without the constant parameters
  llvm::SmallVector<FormParam, 8> params;

  std::string name() const;
  // Nothing, if `name` is not that of a form.
  static std::optional<SharedForm> parse(llvm::StringRef name);

  // The type of the form of a function of type `scalar`. With W lanes, the last parameter has a bit
  // for each; the result is a vector, or a structure of vectors, one for each element.
  llvm::FunctionType *type(llvm::FunctionType &scalar) const;
};

// The parameter, if `arg` is a constant that a name can hold.
std::optional<FormParam> constantParam(const llvm::Value &arg);

// The value of a constant parameter of this type.
llvm::Constant *constantOf(const FormParam &param, llvm::Type *type);

// Returns the declaration of a form of `function`; makes it if there is none.
llvm::Function *declareForm(llvm::Function &function, const SharedForm &form);

// Replaces scalar calls of these functions by calls of their forms.
void useSharedForms(llvm::Module &module);

// The names of the forms that the module calls.
std::vector<std::string> formsCalled(const llvm::Module &module);

} // namespace weft
#endif
