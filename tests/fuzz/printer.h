// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C of a program. The kernel is named `fuzz`; its parameters are those of KernelParameters.
#ifndef WEFT_TESTS_FUZZ_PRINTER_H
#define WEFT_TESTS_FUZZ_PRINTER_H

#include "program.h"

namespace weft::fuzz {

std::string print(const Program &program);

// `function` gives the names of variables and arrays.
std::string print(const Expr &expr, const Program &program, const Function &function);

// As what is assigned to, or called for its result.
std::string printPlace(const Expr &expr, const Program &program, const Function &function);
// The pointer that the Pack's elements start at.
std::string printPack(const Expr &pack, const Program &program, const Function &function);

// What an access names, and of a vector at any element pointer and index.
std::string printTyped(const Access &access, const Expr &index, const Program &program,
                       const Function &function);
std::pair<std::string, std::string> printTypedPack(const Access &access, const Expr &index,
                                                   const Program &program,
                                                   const Function &function);

std::string recordName(const Function &function, unsigned index);
std::string variableName(const Function &function, unsigned index);
std::string arrayName(unsigned index);
std::string sharedName(const Program &program, unsigned memory);
// A float's text, kept small.
std::string clamped(const Type &type, const std::string &text);
std::string borderPlace(const Expr &e); // the index of InBorder's element

} // namespace weft::fuzz
#endif
