// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exceptions become error codes here and nowhere else.
#include "api/api_boundary.h"

#include "api/failed_calls.h"
#include "support/log.h"

#include <exception>
#include <new>

namespace weft::api {

cl_int currentErrorCode(const char *entry_point) noexcept {
  try {
    throw;
  } catch (const Error &error) {
    log(LogGroup::Api, "%s: %s (%d): %s", entry_point, errorName(error.code), error.code,
        error.reason.c_str());
    reportFailedCall(entry_point, error);
    return error.code;
  } catch (const std::bad_alloc &) {
    log(LogGroup::Api, "%s: out of host memory", entry_point);
    return CL_OUT_OF_HOST_MEMORY;
  } catch (const std::exception &exception) {
    log(LogGroup::Api, "%s: %s", entry_point, exception.what());
    return CL_OUT_OF_RESOURCES;
  } catch (...) {
    log(LogGroup::Api, "%s: unknown failure", entry_point);
    return CL_OUT_OF_RESOURCES;
  }
}

} // namespace weft::api
