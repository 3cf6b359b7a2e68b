// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C boundary: nothing but an error code leaves an entry point.
#ifndef WEFT_API_API_BOUNDARY_H
#define WEFT_API_API_BOUNDARY_H

#include "core/error.h"
#include "core/object.h"
#include "core/object_name.h"

namespace weft::api {

// The code for the exception being handled; with WEFT_DEBUG=api a line on stderr with the reason.
cl_int currentErrorCode(const char *entry_point) noexcept;

// For entry points that return cl_int. `fn` returns void or cl_int.
template <typename Fn> cl_int apiCall(Fn &&fn, const char *name = __builtin_FUNCTION()) noexcept {
  try {
    if constexpr (std::is_void_v<decltype(fn())>) {
      fn();
      return CL_SUCCESS;
    } else {
      return fn();
    }
  } catch (...) {
    return currentErrorCode(name);
  }
}

// For creators: `fn` returns a Ref<T> (whose reference goes to the application), a handle or a
// pointer; null on error.
template <typename Fn>
auto apiCreate(cl_int *errcode_ret, Fn &&fn, const char *name = __builtin_FUNCTION()) noexcept {
  using Result = decltype(fn());
  constexpr bool IsRef = requires(Result r) { r.leak()->handle(); };
  auto unwrap = [](Result &result) {
    if constexpr (IsRef)
      return given(*result.leak()).handle();
    else
      return result;
  };
  using Handle = decltype(unwrap(*static_cast<Result *>(nullptr)));
  cl_int code = CL_SUCCESS;
  Handle handle = nullptr;
  try {
    Result result = fn();
    handle = unwrap(result);
  } catch (...) {
    code = currentErrorCode(name);
  }
  if (errcode_ret)
    *errcode_ret = code;
  return handle;
}

} // namespace weft::api
#endif
