// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of the OpenCL C library that a program has once, whatever the number of its kernels and
// of their calls. They are too large to be inlined and widened at each call, as reading an image
// is, which depends on the image's format.
//
// A function becomes a form for each way in which it is called: for so many work-items side by
// side, with some arguments constant, some the same for all lanes, some consecutive. A form's name
// says all that is to be known to make it, so that the parts of a program, which are translated
// apart, agree on it, and the form is made afterwards, once:
//
//   call float4 @weft_shared_read_float(image, 18, x, y, 0, 2)            by a work-item
//   call {4 x <8 x float>} @weft.form.8.u.c18.a.u.c0.c2.weft_shared_read_float(image, x, y, lanes)
//
// Why: of a program of 56 kernels with 171 reads and writes of images, these took most of the time
// to build; it has some ten forms.
#ifndef WEFT_PASSES_VECTORIZE_SHARED_FUNCTIONS_H
#define WEFT_PASSES_VECTORIZE_SHARED_FUNCTIONS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/InstrTypes.h"

#include <optional>
#include <string>
#include <vector>

namespace weft {

// Begins the names of these functions in the library; no name of a program's does.
constexpr llvm::StringLiteral SharedFunctionPrefix = "weft_shared_";
constexpr llvm::StringLiteral FormPrefix = "weft.form.";

// Whether calls of the function become calls of its forms: the library has not been linked in its
// place.
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
  // Null for what is no form's name.
  static std::optional<SharedForm> parse(llvm::StringRef name);

  // Of the form of a function of type `scalar`. W lanes: a bit for each is the last parameter; the
  // result is a vector, or a structure of the vectors for each element.
  llvm::FunctionType *type(llvm::FunctionType &scalar) const;
};

// The parameter if `arg` is constant in a way that names can say.
std::optional<FormParam> constantParam(const llvm::Value &arg);

// The value of a constant parameter of this type.
llvm::Constant *constantOf(const FormParam &param, llvm::Type *type);

// Declares a form of `function` beside it, or finds it declared.
llvm::Function *declareForm(llvm::Function &function, const SharedForm &form);

// Makes what work-items call one by one calls of forms, too.
void useSharedForms(llvm::Module &module);

// The names of the forms that the module calls.
std::vector<std::string> formsCalled(const llvm::Module &module);

} // namespace weft
#endif
