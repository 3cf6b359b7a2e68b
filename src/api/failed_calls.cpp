// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "api/failed_calls.h"

#include "check/report.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace weft::api {
namespace {

// Beginnings of names of entry points that programs call to see what there is.
constexpr std::string_view asking[] = {"clGet",
                                       "clIcd",
                                       "clCreateContext",
                                       "clCreateSubDevices",
                                       "clCreateCommandQueue",
                                       "clCreateProgram",
                                       "clBuildProgram",
                                       "clCompileProgram",
                                       "clLinkProgram",
                                       "clCreateKernel"};

} // namespace

void reportFailedCall(const char *entry_point, const Error &error) noexcept {
  const std::string_view name = entry_point;
  // What is not set is reported with the argument's name (Kernel::reportUnsetArgument()).
  if (!check::enabled(check::Kind::Api) || !isMisuse(error.code) ||
      error.code == CL_INVALID_KERNEL_ARGS ||
      std::ranges::any_of(asking, [&](std::string_view one) { return name.starts_with(one); }))
    return;
  try {
    check::Report found;
    found.kind = check::Kind::Api;
    found.message =
        std::string("the call fails with ") + errorName(error.code) + ": " + error.reason;
    found.host = check::HostStack::here();
    check::report(found);
  } catch (...) {
    // Without memory for a report the program still gets its code.
  }
}

} // namespace weft::api
