// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How core says no: an Error travels from where a spec clause is violated to the entry point's
// guard.
#ifndef WEFT_CORE_ERROR_H
#define WEFT_CORE_ERROR_H

#include <CL/cl.h>
#include <string>

namespace weft {

struct Error {
  cl_int code;
  std::string reason; // for WEFT_DEBUG=api and WEFT_CHECK=api; says what was wrong with which value
};

// "CL_INVALID_VALUE"; words, if the headers have no name for it. Allocates nothing.
const char *errorName(cl_int code);

// Whether a call that fails so is one that a program could know not to be allowed.
bool isMisuse(cl_int code);

// Throws Error{code, reason} unless `ok`.
inline void require(bool ok, cl_int code, const char *reason) {
  if (!ok) [[unlikely]]
    throw Error{code, reason};
}

} // namespace weft
#endif
