// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Headers that the compiler carries: functions that the device has and Clang's table of built-in
// functions has not, or not for every version of the language. A program gets those whose functions
// it may name, for reading them all would cost each build more than the rest of its front end.
#ifndef WEFT_COMPILER_OWN_HEADERS_H
#define WEFT_COMPILER_OWN_HEADERS_H

#include "compiler/frontend/options.h"
#include "weft/compiler.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <vector>

namespace weft {

struct OwnHeader {
  llvm::StringLiteral name;  // of the file
  llvm::StringRef (*text)(); // ends in a NUL that is not part of it
  // As __OPENCL_C_VERSION__ has it: programs of this version and later do not need the header.
  unsigned before;
  // A program that contains one of these gets it.
  std::initializer_list<llvm::StringLiteral> words;
};

llvm::ArrayRef<OwnHeader> ownHeaders();

// Those that a program of `version` gets. Files of the system's are not looked into.
std::vector<llvm::StringRef> ownHeadersFor(llvm::StringRef source,
                                           llvm::ArrayRef<weft_header> headers,
                                           const Options &options, unsigned version);

} // namespace weft
#endif
